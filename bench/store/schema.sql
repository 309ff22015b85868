-- The store of xqlab, version 2. One file holds any number of runs; keys that survive merging are the run's uid,
-- (run, pairing, round) for a pair of games and (pair, leg) for a game, never rowids.
-- Views are in views.sql. A new column stands last in its table, where it is added to older files too.
-- Times are nanoseconds unless the name says otherwise; scores are from the mover's view, a rook is about 1000.

CREATE TABLE run (
  id            INTEGER PRIMARY KEY,
  uid           TEXT    NOT NULL UNIQUE,          -- 128 random bits, hexadecimal
  name          TEXT    NOT NULL,
  state         TEXT    NOT NULL CHECK (state IN ('running', 'finished', 'interrupted', 'faulted')),
  config        TEXT    NOT NULL,                 -- all that decides the games, but their number
  source        TEXT    NOT NULL,                 -- the match file, changes of the command line made; '' when unknown
  format        TEXT    NOT NULL,
  games         INTEGER NOT NULL,                 -- per pairing
  pairs_total   INTEGER NOT NULL,
  seed          INTEGER NOT NULL,
  rule_set      TEXT    NOT NULL,
  openings      TEXT    NOT NULL,
  use_sprt      INTEGER NOT NULL,
  sprt_model    TEXT,
  sprt_elo0     REAL,
  sprt_elo1     REAL,
  sprt_alpha    REAL,
  sprt_beta     REAL,
  build         TEXT    NOT NULL,                 -- version and compiler
  program_hash  TEXT    NOT NULL,                 -- SHA-256 of the program that plays it
  host          TEXT    NOT NULL,
  owner         TEXT,                             -- host:process:start of the process that is playing it
  started_unix  INTEGER NOT NULL,
  elapsed_ns    INTEGER NOT NULL DEFAULT 0,       -- of play up to the last pair kept, over all resumptions
  shard         TEXT                              -- finished, but only this part of it: '1/2'; NULL: all of it
) STRICT;

-- A player is what it resolves to: two names for the same options are one player.
CREATE TABLE player (
  id       INTEGER PRIMARY KEY,
  hash     TEXT    NOT NULL UNIQUE,               -- SHA-256 of `resolved`
  resolved TEXT    NOT NULL                       -- kind, every option, hash of weights
) STRICT;

CREATE TABLE run_player (
  run        INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  seat       INTEGER NOT NULL,                    -- place in the specification, from 0
  player     INTEGER NOT NULL REFERENCES player,
  name       TEXT    NOT NULL,
  limit_text TEXT    NOT NULL,
  PRIMARY KEY (run, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE opening (
  id    INTEGER PRIMARY KEY,
  fen   TEXT NOT NULL,
  moves TEXT NOT NULL,                            -- coordinates, separated by blanks
  UNIQUE (fen, moves)
) STRICT;

CREATE TABLE pair (
  id          INTEGER PRIMARY KEY,
  run         INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  round       INTEGER NOT NULL,
  pairing     INTEGER NOT NULL,
  idx         INTEGER NOT NULL,                   -- place in the schedule: round * number of pairings + pairing
  first       INTEGER NOT NULL,                   -- seats; the first has Red in leg 0
  second      INTEGER NOT NULL,
  opening     INTEGER NOT NULL REFERENCES opening,
  counted     INTEGER NOT NULL,                   -- 0: finished after an SPRT's decision
  with_red    INTEGER,                            -- half points (0 1 2) of the first player in leg 0; NULL without a result
  with_black  INTEGER,                            -- the same in leg 1
  half_points INTEGER AS (with_red + with_black), -- of the pair, 0 to 4
  UNIQUE (run, round, pairing)                    -- the order of the schedule
) STRICT;

CREATE TABLE game (
  id            INTEGER PRIMARY KEY,
  pair          INTEGER NOT NULL REFERENCES pair ON DELETE CASCADE,
  leg           INTEGER NOT NULL,
  red           INTEGER NOT NULL,                 -- seats
  black         INTEGER NOT NULL,
  outcome       TEXT    NOT NULL CHECK (outcome IN ('red', 'black', 'draw', 'none')),
  reason        TEXT    NOT NULL,                 -- why it ended: checkmate, perpetual_check, time_loss ...
  plies         INTEGER NOT NULL,                 -- after the opening
  move_hash     INTEGER NOT NULL,                 -- of opening and moves: equal for the same game played again
  cycle_start   INTEGER,                          -- repetitions: plies, opening included, before the judged window
  red_act       TEXT,                             -- repetitions: idle, chase or check throughout
  black_act     TEXT,
  red_victims   INTEGER,                          -- repetitions: bit m: man m was chased throughout by Red
  black_victims INTEGER,
  started_ns    INTEGER NOT NULL,                 -- since the program that played it began
  ended_ns      INTEGER NOT NULL,
  UNIQUE (pair, leg)
) STRICT;

-- Sums over one side of a game; reports read these and never scan moves. A node is one make.
CREATE TABLE game_side (
  game            INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
  colour          TEXT    NOT NULL CHECK (colour IN ('red', 'black')),
  seat            INTEGER NOT NULL,
  points          REAL,                           -- 1, 0.5, 0; NULL without a result
  moves           INTEGER NOT NULL,
  nodes           INTEGER NOT NULL,
  depth_sum       INTEGER NOT NULL,
  time_ns         INTEGER NOT NULL,
  time_max_ns     INTEGER NOT NULL,
  overhead_ns     INTEGER NOT NULL,
  fault           TEXT,                           -- how the player failed: illegal, time, crash, stall
  note            TEXT,                           -- the same in words
  talk            TEXT,                           -- the last lines before it, "> " to the player and "< " from it
  -- counters of builtin players, named as the search names them
  leaf_nodes      INTEGER,
  qnodes          INTEGER,
  tt_probes       INTEGER,
  tt_hits         INTEGER,
  tt_cutoffs      INTEGER,
  beta_cutoffs    INTEGER,
  first_cutoffs   INTEGER,
  null_tries      INTEGER,
  null_cutoffs    INTEGER,
  reductions      INTEGER,
  reduction_fails INTEGER,
  researches      INTEGER,
  window_fails    INTEGER,
  extensions      INTEGER,
  prunes          INTEGER,
  simulations     INTEGER,
  expansions      INTEGER,
  proofs          INTEGER,
  rollout_plies   INTEGER,
  PRIMARY KEY (game, colour)
) STRICT, WITHOUT ROWID;

CREATE TABLE move (
  game        INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
  ply         INTEGER NOT NULL,                   -- from 1, after the opening
  move        TEXT    NOT NULL,                   -- coordinates, ranks 0-9
  score       INTEGER,                            -- NULL: the player gave none
  bound       TEXT,                               -- upper or lower, when the score is only that
  depth       INTEGER NOT NULL,
  nodes       INTEGER NOT NULL,
  time_ns     INTEGER NOT NULL,
  overhead_ns INTEGER NOT NULL,
  latency_ns  INTEGER,                            -- of time_ns: beyond what the player says it thought; NULL: it does not say
  win         INTEGER,                            -- the mover's chances by the player, per mille; NULL: it does not say
  draw        INTEGER,                            -- and what is left, to 1000, is the chance to lose
  PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- Suites of positions: a run of a suite by one or more players.
CREATE TABLE suite_run (
  id           INTEGER PRIMARY KEY,
  uid          TEXT    NOT NULL UNIQUE,
  suite        TEXT    NOT NULL,                  -- file, as named
  suite_hash   INTEGER NOT NULL,                  -- of positions and questions
  items        INTEGER NOT NULL,
  build        TEXT    NOT NULL,
  program_hash TEXT    NOT NULL,
  host         TEXT    NOT NULL,
  started_unix INTEGER NOT NULL
) STRICT;

CREATE TABLE suite_player (
  run        INTEGER NOT NULL REFERENCES suite_run ON DELETE CASCADE,
  seat       INTEGER NOT NULL,                    -- place on the command line, from 0
  player     INTEGER NOT NULL REFERENCES player,
  name       TEXT    NOT NULL,
  limit_text TEXT    NOT NULL,
  PRIMARY KEY (run, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE suite_result (
  run          INTEGER NOT NULL REFERENCES suite_run ON DELETE CASCADE,
  seat         INTEGER NOT NULL,
  item         INTEGER NOT NULL,                  -- place in the suite, from 0
  name         TEXT    NOT NULL,
  fen          TEXT    NOT NULL,                  -- of the start
  moves        TEXT    NOT NULL,                  -- from there to the question, coordinates
  wanted       TEXT    NOT NULL,                  -- bm, am, dm, ce
  solved       INTEGER NOT NULL,
  answer       TEXT,                              -- NULL: a fault
  score        INTEGER,
  bound        TEXT,
  depth        INTEGER NOT NULL,
  nodes        INTEGER NOT NULL,
  time_ns      INTEGER NOT NULL,
  solved_depth INTEGER,                           -- of the iteration from which on the answer was right; NULL: not solved
  solved_nodes INTEGER,
  solved_ns    INTEGER,
  fault        TEXT,
  PRIMARY KEY (run, seat, item)
) STRICT, WITHOUT ROWID;

-- Experiments: cells of a design, measured on positions to depth or node budgets.
CREATE TABLE experiment (
  id           INTEGER PRIMARY KEY,
  uid          TEXT    NOT NULL UNIQUE,
  name         TEXT    NOT NULL,
  config       TEXT    NOT NULL,                  -- all that decides the measures
  by_depth     INTEGER NOT NULL,                  -- budgets are depths, else nodes
  build        TEXT    NOT NULL,
  program_hash TEXT    NOT NULL,
  host         TEXT    NOT NULL,
  started_unix INTEGER NOT NULL,
  base         TEXT    NOT NULL DEFAULT '',       -- the base player
  suite        TEXT    NOT NULL DEFAULT '',       -- file of its positions, as named
  design       TEXT    NOT NULL DEFAULT '',       -- ladder, one_at_a_time, leave_one_out, factorial, fractional; '' when unknown
  fraction     INTEGER NOT NULL DEFAULT 0,        -- p of 2^-p
  node_cap     INTEGER NOT NULL DEFAULT 0,        -- nodes beyond which a position is censored; 0: none
  seed         INTEGER NOT NULL DEFAULT 0,        -- of the bootstrap
  expected     TEXT    NOT NULL DEFAULT '',       -- what its author thought would come out
  found        TEXT    NOT NULL DEFAULT ''        -- and what came out before, in words
) STRICT;

CREATE TABLE experiment_cell (
  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  cell       INTEGER NOT NULL,                    -- 0 is the base
  name       TEXT    NOT NULL,
  player     INTEGER NOT NULL REFERENCES player,
  alike      INTEGER,                             -- the first cell that must find the same values; NULL: unknown
  PRIMARY KEY (experiment, cell)
) STRICT, WITHOUT ROWID;

-- The cells' settings follow from the design; levels are in its order, level 0 is the factor's absence.
CREATE TABLE experiment_level (
  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  factor     INTEGER NOT NULL,                    -- from 0
  level      INTEGER NOT NULL,
  factor_name TEXT   NOT NULL,
  name       TEXT    NOT NULL,
  PRIMARY KEY (experiment, factor, level)
) STRICT, WITHOUT ROWID;

CREATE TABLE experiment_position (
  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  position   INTEGER NOT NULL,                    -- from 0
  name       TEXT    NOT NULL,
  fen        TEXT    NOT NULL,                    -- of the start
  moves      TEXT    NOT NULL,                    -- from there to the position, coordinates
  PRIMARY KEY (experiment, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE experiment_measure (
  experiment      INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  cell            INTEGER NOT NULL,
  budget          INTEGER NOT NULL,               -- depth or nodes
  position        INTEGER NOT NULL,               -- place among the experiment's positions, from 0
  censored        INTEGER NOT NULL,               -- the node cap ended it before its depth
  answer          TEXT,
  score           INTEGER,
  bound           TEXT,
  fault           TEXT,
  depth           INTEGER NOT NULL,
  nodes           INTEGER NOT NULL,
  time_ns         INTEGER NOT NULL,               -- CPU time of builtin players, else from question to answer
  -- counters of builtin players, named as the search names them
  leaf_nodes      INTEGER,
  qnodes          INTEGER,
  tt_probes       INTEGER,
  tt_hits         INTEGER,
  tt_cutoffs      INTEGER,
  beta_cutoffs    INTEGER,
  first_cutoffs   INTEGER,
  null_tries      INTEGER,
  null_cutoffs    INTEGER,
  reductions      INTEGER,
  reduction_fails INTEGER,
  researches      INTEGER,
  window_fails    INTEGER,
  extensions      INTEGER,
  prunes          INTEGER,
  simulations     INTEGER,
  expansions      INTEGER,
  proofs          INTEGER,
  rollout_plies   INTEGER,
  PRIMARY KEY (experiment, cell, budget, position)
) STRICT, WITHOUT ROWID;

-- Tunings: sets of weights or options proposed by a tuner, and what became of them.
CREATE TABLE tuning_run (
  id            INTEGER PRIMARY KEY,
  uid           TEXT    NOT NULL UNIQUE,          -- 128 random bits, hexadecimal
  kind          TEXT    NOT NULL CHECK (kind IN ('fit', 'spsa')),
  state         TEXT    NOT NULL CHECK (state IN ('running', 'proposed', 'accepted', 'rejected')),
  created_unix  INTEGER NOT NULL,
  decided_unix  INTEGER,
  data          TEXT    NOT NULL,                 -- what it was tuned on: the path of the traces, or of the configuration
  settings      TEXT    NOT NULL,                 -- every key, as YAML
  start         TEXT    NOT NULL,                 -- what it began with, as YAML
  result        TEXT    NOT NULL,                 -- what it proposes, as YAML; '' while it is running
  report        TEXT    NOT NULL,                 -- Markdown
  proof         TEXT,                             -- the uid of the run that decided it
  positions     INTEGER NOT NULL,
  games         INTEGER NOT NULL,
  params        INTEGER NOT NULL,
  loss_start    REAL,
  loss_end      REAL,
  valid_start   REAL,
  valid_end     REAL,
  scale         REAL,                             -- K of the sigmoid, natural base
  cpu_ns        INTEGER NOT NULL,
  overrides     TEXT    NOT NULL DEFAULT '',      -- by SPSA: what the command line set over the configuration, a YAML list of KEY=VALUE
  owner         TEXT                              -- running: host:process:start of the process that plays it
) STRICT;

-- Matches that proved or refuted what a tuning proposes: whether it gains at the tuning's limit, then whether it keeps that at a
-- longer one. An attempt is a first match and perhaps a second.
CREATE TABLE tuning_proof (
  tuning     INTEGER NOT NULL REFERENCES tuning_run ON DELETE CASCADE,
  attempt    INTEGER NOT NULL,                    -- from 1
  stage      TEXT    NOT NULL CHECK (stage IN ('gain', 'keep')),
  run        TEXT    NOT NULL,                    -- uid of the run that holds the games
  limit_text TEXT    NOT NULL,
  options    TEXT    NOT NULL DEFAULT '',         -- what it was asked for with: options of xqtune verify, as YAML
  verdict    TEXT    CHECK (verdict IN ('H0', 'H1', 'none')), -- none: the games ran out; NULL: not played to its end
  pairs      INTEGER,                             -- counted, when the verdict was given; so are the figures
  llr        REAL,
  elo        REAL,                                -- of the tuned set against the start
  elo_error  REAL,
  PRIMARY KEY (tuning, attempt, stage)
) STRICT, WITHOUT ROWID;

-- Runs that hold a tuning's own games, one for each session that played it. The players' values change from pair to pair:
-- pair.idx / (pairs of an iteration) is the iteration, and spsa_value has what both sides played there.
CREATE TABLE tuning_games (
  tuning     INTEGER NOT NULL REFERENCES tuning_run ON DELETE CASCADE,
  run        TEXT    NOT NULL,                    -- its uid
  settled    INTEGER NOT NULL,                    -- 1: pairs of unfinished iterations are of no use, for parameters changed since
  PRIMARY KEY (tuning, run)
) STRICT, WITHOUT ROWID;

-- Tunings by SPSA: what moves, and every iteration that was played. A run is resumed by replaying them.

CREATE TABLE spsa_param (
  tuning     INTEGER NOT NULL REFERENCES tuning_run (id),
  param      INTEGER NOT NULL,                    -- from 0, in the order in which they joined
  name       TEXT    NOT NULL,                    -- "search.lmr_base"
  start      REAL    NOT NULL,
  min        REAL    NOT NULL,
  max        REAL    NOT NULL,
  c          REAL    NOT NULL,                    -- how far from its value either side plays
  first      INTEGER NOT NULL,                    -- the first iteration that moves it
  frozen     INTEGER,                             -- the first that does no more
  PRIMARY KEY (tuning, param)
) STRICT, WITHOUT ROWID;

CREATE TABLE spsa_iteration (
  tuning     INTEGER NOT NULL REFERENCES tuning_run (id),
  iteration  INTEGER NOT NULL,                    -- from 0
  ll         INTEGER NOT NULL,                    -- pairs by what the plus side had of them: lost both games,
  ld         INTEGER NOT NULL,                    -- half a point,
  dd         INTEGER NOT NULL,                    -- one,
  wd         INTEGER NOT NULL,                    -- one and a half,
  ww         INTEGER NOT NULL,                    -- won both
  twins      INTEGER NOT NULL,                    -- pairs of two equal games: both sides played alike
  faults     INTEGER NOT NULL,                    -- games that a fault decided
  time_ms    INTEGER NOT NULL,                    -- of playing, since the run began
  PRIMARY KEY (tuning, iteration)
) STRICT, WITHOUT ROWID;

CREATE TABLE spsa_value (
  tuning     INTEGER NOT NULL,
  iteration  INTEGER NOT NULL,
  param      INTEGER NOT NULL,
  plus       REAL    NOT NULL,                    -- what either side played with
  minus      REAL    NOT NULL,
  value      REAL    NOT NULL,                    -- where the parameter stood afterwards
  PRIMARY KEY (tuning, iteration, param),
  FOREIGN KEY (tuning, iteration) REFERENCES spsa_iteration (tuning, iteration)
) STRICT, WITHOUT ROWID;

CREATE TABLE spsa_check (
  tuning     INTEGER NOT NULL REFERENCES tuning_run (id),
  iteration  INTEGER NOT NULL,                    -- after which the mean so far played the start
  ll         INTEGER NOT NULL,
  ld         INTEGER NOT NULL,
  dd         INTEGER NOT NULL,
  wd         INTEGER NOT NULL,
  ww         INTEGER NOT NULL,
  PRIMARY KEY (tuning, iteration)
) STRICT, WITHOUT ROWID;

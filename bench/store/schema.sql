-- The store of xqlab, version 1. One file holds any number of runs; keys that survive merging are the run's uid,
-- (run, pairing, round) for a pair of games and (pair, leg) for a game, never rowids.
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
  elapsed_ns    INTEGER NOT NULL DEFAULT 0        -- of play up to the last pair kept, over all resumptions
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
  started_unix INTEGER NOT NULL
) STRICT;

CREATE TABLE experiment_cell (
  experiment INTEGER NOT NULL REFERENCES experiment ON DELETE CASCADE,
  cell       INTEGER NOT NULL,                    -- 0 is the base
  name       TEXT    NOT NULL,
  player     INTEGER NOT NULL REFERENCES player,
  PRIMARY KEY (experiment, cell)
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
  PRIMARY KEY (experiment, cell, budget, position)
) STRICT, WITHOUT ROWID;

-- The usual questions.

CREATE VIEW v_pairs AS                            -- pentanomial counts by pairing
SELECT run.uid AS run, a.name AS first, b.name AS second, count(*) AS pairs,
       sum(half_points = 0) AS ll, sum(half_points = 1) AS ld, sum(half_points = 2) AS dd,
       sum(half_points = 3) AS wd, sum(half_points = 4) AS ww, avg(half_points) / 4.0 AS score
FROM pair JOIN run ON run.id = pair.run
JOIN run_player a ON a.run = pair.run AND a.seat = pair.first
JOIN run_player b ON b.run = pair.run AND b.seat = pair.second
WHERE counted AND half_points IS NOT NULL
GROUP BY pair.run, pair.pairing;

CREATE VIEW v_elo AS                              -- logistic Elo of the first player with its 95 % error; NULL where unbounded
SELECT run, first, second, pairs, score,
       CASE WHEN score > 0 AND score < 1 THEN -400 * log10(1 / score - 1) END AS elo,
       CASE WHEN score > margin AND score + margin < 1 THEN
         200 * (log10(1 / (score - margin) - 1) - log10(1 / (score + margin) - 1)) END AS elo_error
FROM (SELECT *, 1.959963984540054 / pairs *
                sqrt(ll * score * score + ld * (0.25 - score) * (0.25 - score) + dd * (0.5 - score) * (0.5 - score)
                     + wd * (0.75 - score) * (0.75 - score) + ww * (1 - score) * (1 - score)) AS margin
      FROM v_pairs);

CREATE VIEW v_games AS                            -- one line a game, with names
SELECT run.uid AS run, game.id AS game, pair.pairing, pair.round, game.leg, r.name AS red, b.name AS black,
       game.outcome, game.reason, game.plies, pair.counted, opening.fen, opening.moves AS opening_moves
FROM game JOIN pair ON pair.id = game.pair JOIN run ON run.id = pair.run
JOIN run_player r ON r.run = run.id AND r.seat = game.red
JOIN run_player b ON b.run = run.id AND b.seat = game.black
JOIN opening ON opening.id = pair.opening;

CREATE VIEW v_reasons AS                          -- why counted games ended
SELECT run, reason, outcome, count(*) AS games FROM v_games WHERE counted GROUP BY run, reason, outcome;

CREATE VIEW v_nodes_by_variant AS                 -- what a move costs each player, in counted games
SELECT run.uid AS run, p.name AS player, count(*) AS games, sum(s.moves) AS moves,
       1.0 * sum(s.nodes) / sum(s.moves) AS nodes_per_move, 1.0 * sum(s.depth_sum) / sum(s.moves) AS depth_per_move,
       sum(s.time_ns) / 1e6 / sum(s.moves) AS ms_per_move, 1.0 * sum(s.nodes) / sum(s.time_ns) * 1e9 AS nodes_per_second,
       1.0 * sum(s.first_cutoffs) / nullif(sum(s.beta_cutoffs), 0) AS first_cutoff_rate
FROM game_side s JOIN game ON game.id = s.game JOIN pair ON pair.id = game.pair JOIN run ON run.id = pair.run
JOIN run_player p ON p.run = run.id AND p.seat = s.seat
WHERE pair.counted
GROUP BY run.id, s.seat;

CREATE VIEW v_suites AS                           -- what each player solved of a suite
SELECT r.uid AS run, r.suite, p.name AS player, p.limit_text, count(*) AS items, sum(s.solved) AS solved,
       sum(s.nodes) AS nodes, sum(s.time_ns) / 1e6 AS ms
FROM suite_result s JOIN suite_run r ON r.id = s.run JOIN suite_player p ON p.run = s.run AND p.seat = s.seat
GROUP BY s.run, s.seat;

CREATE VIEW v_experiments AS                      -- what each cell cost, and the geometric mean of its nodes against cell 0's
SELECT e.uid AS experiment, e.name, m.budget, c.cell, c.name AS cell_name, count(*) AS positions, sum(m.censored) AS censored,
       sum(m.nodes) AS nodes, sum(m.leaf_nodes) AS leaf_nodes, sum(m.time_ns) / 1e6 AS ms,
       1.0 * sum(m.first_cutoffs) / nullif(sum(m.beta_cutoffs), 0) AS first_cutoff_rate,
       exp(avg(ln(1.0 * m.nodes / nullif(b.nodes, 0)))) AS nodes_ratio
FROM experiment_measure m JOIN experiment e ON e.id = m.experiment
JOIN experiment_cell c ON c.experiment = m.experiment AND c.cell = m.cell
JOIN experiment_measure b ON b.experiment = m.experiment AND b.cell = 0 AND b.budget = m.budget AND b.position = m.position
GROUP BY m.experiment, m.budget, m.cell;

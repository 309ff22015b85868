-- From version 1 to version 2. The text of a table that is made here is that of schema.sql; a new column stands last in both.

-- A finished shard was an interrupted run.
ALTER TABLE run ADD COLUMN shard TEXT;

-- Tunings came into a file with its first one.
CREATE TABLE IF NOT EXISTS tuning_run (
  id INTEGER PRIMARY KEY, uid TEXT, kind TEXT, state TEXT, created_unix INTEGER, decided_unix INTEGER, data TEXT, settings TEXT, start TEXT,
  result TEXT, report TEXT, proof TEXT, positions INTEGER, games INTEGER, params INTEGER, loss_start REAL, loss_end REAL, valid_start REAL,
  valid_end REAL, scale REAL, cpu_ns INTEGER
) STRICT;
ALTER TABLE tuning_run RENAME TO tuning_run_1;

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
  cpu_ns        INTEGER NOT NULL
) STRICT;

INSERT INTO tuning_run (id, uid, kind, state, created_unix, decided_unix, data, settings, start, result, report, proof, positions, games,
                        params, loss_start, loss_end, valid_start, valid_end, scale, cpu_ns)
SELECT id, uid, kind, state, created_unix, decided_unix, data, settings, start, result, report, proof, positions, games,
       params, loss_start, loss_end, valid_start, valid_end, scale, cpu_ns
FROM tuning_run_1;
DROP TABLE tuning_run_1;

CREATE TABLE tuning_proof (
  tuning     INTEGER NOT NULL REFERENCES tuning_run ON DELETE CASCADE,
  attempt    INTEGER NOT NULL,                    -- from 1
  stage      TEXT    NOT NULL CHECK (stage IN ('gain', 'keep')),
  run        TEXT    NOT NULL,                    -- uid of the run that holds the games
  limit_text TEXT    NOT NULL,
  verdict    TEXT    CHECK (verdict IN ('H0', 'H1', 'none')), -- none: the games ran out; NULL: being played
  pairs      INTEGER,                             -- counted, when the verdict was given; so are the figures
  llr        REAL,
  elo        REAL,                                -- of the tuned set against the start
  elo_error  REAL,
  PRIMARY KEY (tuning, attempt, stage)
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

-- Experiments that can be reported from the file alone.
ALTER TABLE experiment ADD COLUMN base TEXT NOT NULL DEFAULT '';
ALTER TABLE experiment ADD COLUMN suite TEXT NOT NULL DEFAULT '';
ALTER TABLE experiment ADD COLUMN design TEXT NOT NULL DEFAULT '';
ALTER TABLE experiment ADD COLUMN fraction INTEGER NOT NULL DEFAULT 0;
ALTER TABLE experiment ADD COLUMN node_cap INTEGER NOT NULL DEFAULT 0;
ALTER TABLE experiment ADD COLUMN seed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE experiment ADD COLUMN expected TEXT NOT NULL DEFAULT '';
ALTER TABLE experiment ADD COLUMN found TEXT NOT NULL DEFAULT '';
ALTER TABLE experiment_cell ADD COLUMN alike INTEGER;

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
-- What Monte-Carlo tree search counts.
ALTER TABLE game_side ADD COLUMN simulations INTEGER;
ALTER TABLE game_side ADD COLUMN expansions INTEGER;
ALTER TABLE game_side ADD COLUMN proofs INTEGER;
ALTER TABLE game_side ADD COLUMN rollout_plies INTEGER;
ALTER TABLE experiment_measure ADD COLUMN simulations INTEGER;
ALTER TABLE experiment_measure ADD COLUMN expansions INTEGER;
ALTER TABLE experiment_measure ADD COLUMN proofs INTEGER;
ALTER TABLE experiment_measure ADD COLUMN rollout_plies INTEGER;

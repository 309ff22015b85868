-- Tunings: sets of weights or options proposed by a tuner, and what became of them. The table comes into a file with its
-- first tuning.

CREATE TABLE IF NOT EXISTS tuning_run (
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

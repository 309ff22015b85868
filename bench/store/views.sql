-- Views of the store: the usual questions, answered in plain SQL. They are made anew whenever a file is brought up to date, so
-- that a change of one needs no migration.

DROP VIEW IF EXISTS v_pairs;
DROP VIEW IF EXISTS v_elo;
DROP VIEW IF EXISTS v_games;
DROP VIEW IF EXISTS v_reasons;
DROP VIEW IF EXISTS v_nodes_by_variant;
DROP VIEW IF EXISTS v_suites;
DROP VIEW IF EXISTS v_experiments;

CREATE VIEW v_pairs AS                            -- pentanomial counts by pairing
SELECT run.uid AS run, a.name AS first, b.name AS second, count(*) AS pairs,
       sum(half_points = 0) AS ll, sum(half_points = 1) AS ld, sum(half_points = 2) AS dd,
       sum(half_points = 3) AS wd, sum(half_points = 4) AS ww, avg(half_points) / 4.0 AS score
FROM pair JOIN run ON run.id = pair.run
JOIN run_player a ON a.run = pair.run AND a.seat = pair.first
JOIN run_player b ON b.run = pair.run AND b.seat = pair.second
WHERE counted AND half_points IS NOT NULL
GROUP BY pair.run, pair.pairing;

CREATE VIEW v_elo AS                              -- logistic Elo of the first player with its 95 % error; NULL where unbounded or without any spread
SELECT run, first, second, pairs, score,
       CASE WHEN score > 0 AND score < 1 THEN -400 * log10(1 / score - 1) END AS elo,
       CASE WHEN margin > 0 AND score > margin AND score + margin < 1 THEN
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
SELECT e.uid AS experiment, e.name, m.budget, c.cell, c.name AS cell_name, sum(m.fault IS NULL) AS positions, sum(m.censored) AS censored,
       sum(m.nodes) FILTER (WHERE m.fault IS NULL) AS nodes, sum(m.leaf_nodes) FILTER (WHERE m.fault IS NULL) AS leaf_nodes,
       sum(m.time_ns) FILTER (WHERE m.fault IS NULL) / 1e6 AS ms,
       1.0 * sum(m.first_cutoffs) FILTER (WHERE m.fault IS NULL) / nullif(sum(m.beta_cutoffs) FILTER (WHERE m.fault IS NULL), 0) AS first_cutoff_rate,
       exp(avg(ln(1.0 * m.nodes / nullif(b.nodes, 0))) FILTER (WHERE m.fault IS NULL AND b.fault IS NULL)) AS nodes_ratio,
       sum(m.fault IS NOT NULL) AS faults         -- searches in which the player failed: no figure counts them
FROM experiment_measure m JOIN experiment e ON e.id = m.experiment
JOIN experiment_cell c ON c.experiment = m.experiment AND c.cell = m.cell
JOIN experiment_measure b ON b.experiment = m.experiment AND b.cell = 0 AND b.budget = m.budget AND b.position = m.position
GROUP BY m.experiment, m.budget, m.cell;

#include "bench/store/pairs.h"
#include <string.h>
#include "bench/store/sql.h"
#include "engine/core/buf.h"
#include "engine/core/rng.h"
#include "engine/xq/notation.h"

const char *const act_names[] = { [ACT_IDLE] = "idle", [ACT_CHASE] = "chase", [ACT_CHECK] = "check" };
const char *const bound_names[] = { [SCORE_NONE] = NULL, [SCORE_UPPER] = "upper", [SCORE_LOWER] = "lower", [SCORE_EXACT] = NULL };
const char *const fault_names[] = { [FAULT_NONE] = NULL, [FAULT_ILLEGAL] = "illegal", [FAULT_TIME] = "time", [FAULT_CRASH] = "crash",
                                    [FAULT_STALL] = "stall" };

/* Statements. */

/* A counter is a column of its name; `nodes` is one of the sums already. */
static bool has_column(int counter) { return strcmp(player_counter_names[counter], "nodes") != 0; }

static void print_side_statement(Buf *sql) {
    Buf marks = { 0 };
    buf_add(sql, "INSERT INTO game_side (game, colour, seat, points, moves, nodes, depth_sum, time_ns, time_max_ns, overhead_ns, fault, note, talk");
    for (int i = 0; i < player_counter_count; i++) {
        if (!has_column(i)) continue;
        buf_addf(sql, ", %s", player_counter_names[i]);
        buf_add(&marks, ", ?");
    }
    buf_addf(sql, ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?%s)", buf_text(&marks));
    buf_free(&marks);
}

bool pair_inserter_init(PairInserter *inserter, sqlite3 *db, int64_t run, Err *err) {
    *inserter = (PairInserter){ .db = db, .run = run };
    Buf side = { 0 };
    print_side_statement(&side);
    const struct { sqlite3_stmt **stmt; const char *sql; } rows[] = {
        { &inserter->opening, "INSERT INTO opening (fen, moves) VALUES (?, ?) ON CONFLICT DO NOTHING" },
        { &inserter->find_opening, "SELECT id FROM opening WHERE fen = ? AND moves = ?" },
        { &inserter->pair, "INSERT INTO pair (run, pairing, round, idx, first, second, opening, counted, with_red, with_black) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" },
        { &inserter->game, "INSERT INTO game (pair, leg, red, black, outcome, reason, plies, move_hash, started_ns, ended_ns, cycle_start, "
                           "red_act, black_act, red_victims, black_victims) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)" },
        { &inserter->side, buf_text(&side) },
        { &inserter->moves, "INSERT INTO move (game, " MOVE_SOURCE_COLUMNS ") SELECT ?, * FROM game_moves" },
    };
    bool good = move_source_attach(&inserter->source, db, err);
    for (size_t i = 0; good && i < sizeof rows / sizeof rows[0]; i++) good = (*rows[i].stmt = sql_prepare(db, rows[i].sql, err)) != NULL;
    buf_free(&side);
    if (!good) pair_inserter_free(inserter);
    return good;
}

void pair_inserter_free(PairInserter *inserter) {
    sqlite3_stmt *const all[] = { inserter->opening, inserter->find_opening, inserter->pair, inserter->game,
                                  inserter->side, inserter->moves };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) sqlite3_finalize(all[i]);
    *inserter = (PairInserter){ 0 };
}

/* Rows. */

static bool insert_opening(PairInserter *inserter, const char *fen, const char *moves, int64_t *id, Err *err) {
    sqlite3_stmt *const both[] = { inserter->opening, inserter->find_opening };
    for (int i = 0; i < 2; i++) {
        SqlCells to = sql_cells(both[i]);
        sql_put_text(&to, fen);
        sql_put_text(&to, moves);
    }
    bool row;
    const bool good = sql_run(inserter->opening, err) && sql_next(inserter->find_opening, &row, err);
    if (good) *id = sqlite3_column_int64(inserter->find_opening, 0);
    sqlite3_reset(inserter->find_opening);
    return good;
}

static void put_figure(SqlCells *to, bool known, int64_t value) {
    if (known) sql_put_int(to, value);
    else sql_put_null(to);
}

static void put_word(SqlCells *to, const char *word) {
    if (word) sql_put_text(to, word);
    else sql_put_null(to);
}

static bool insert_side(PairInserter *inserter, int64_t game, const GameRecord *record, int colour, Err *err) {
    const SideRecord *side = &record->side[colour];
    const Outcome win = colour == RED ? OUTCOME_RED : OUTCOME_BLACK;
    SqlCells to = sql_cells(inserter->side);
    sql_put_int(&to, game);
    sql_put_text(&to, outcome_names[win]);
    sql_put_int(&to, side->player);
    if (record->outcome == OUTCOME_NONE) sql_put_null(&to);
    else sql_put_real(&to, record->outcome == OUTCOME_DRAW ? 0.5 : record->outcome == win);
    sql_put_int(&to, side->moves);
    sql_put_int(&to, (int64_t)side->nodes);
    sql_put_int(&to, side->depth_sum);
    sql_put_int(&to, side->time_ns);
    sql_put_int(&to, side->time_max_ns);
    sql_put_int(&to, side->overhead_ns);
    put_word(&to, fault_names[side->fault]);
    put_word(&to, *side->note ? side->note : NULL);
    put_word(&to, side->talk);
    for (int i = 0; i < player_counter_count; i++)
        if (has_column(i)) sql_put_int(&to, (int64_t)side->counter[i]);
    return sql_run(inserter->side, err);
}

static bool insert_moves(PairInserter *inserter, int64_t game, const GameRecord *record, Err *err) {
    SqlCells to = sql_cells(inserter->moves);
    sql_put_int(&to, game);
    inserter->source.game = record;
    return sql_run(inserter->moves, err);
}

/* 64 bits of a game from those of its opening. */
static int64_t hash_moves(uint64_t hash, const GameRecord *record) {
    for (int i = 0; i < record->count; i++) hash = rng_bits(hash, 0, record->move[i].move);
    return (int64_t)hash;
}

static bool insert_game(PairInserter *inserter, int64_t pair, uint64_t opening_hash, const GameRecord *record, Err *err) {
    const Verdict *verdict = &record->verdict;
    const bool repeated = reason_is_repetition(verdict->reason);
    SqlCells to = sql_cells(inserter->game);
    sql_put_int(&to, pair);
    sql_put_int(&to, record->leg);
    sql_put_int(&to, record->side[RED].player);
    sql_put_int(&to, record->side[BLACK].player);
    sql_put_text(&to, outcome_names[record->outcome]);
    sql_put_text(&to, reason_names[record->reason]);
    sql_put_int(&to, record->count);
    sql_put_int(&to, hash_moves(opening_hash, record));
    sql_put_int(&to, record->started_ns);
    sql_put_int(&to, record->ended_ns);
    put_figure(&to, repeated, verdict->cycle_start);
    for (int colour = RED; colour <= BLACK; colour++) put_word(&to, repeated ? act_names[verdict->act[colour]] : NULL);
    for (int colour = RED; colour <= BLACK; colour++) put_figure(&to, repeated, verdict->victims[colour]);
    if (!sql_run(inserter->game, err)) return false;
    const int64_t game = sqlite3_last_insert_rowid(inserter->db);
    return insert_side(inserter, game, record, RED, err) && insert_side(inserter, game, record, BLACK, err) &&
           insert_moves(inserter, game, record, err);
}

static bool insert_pair(PairInserter *inserter, const PairRecord *pair, int64_t opening, int64_t *id, Err *err) {
    SqlCells to = sql_cells(inserter->pair);
    sql_put_int(&to, inserter->run);
    sql_put_int(&to, pair->pairing);
    sql_put_int(&to, pair->round);
    sql_put_int(&to, pair->index);
    sql_put_int(&to, pair->game[0].side[RED].player);
    sql_put_int(&to, pair->game[0].side[BLACK].player);
    sql_put_int(&to, opening);
    sql_put_int(&to, pair->counted);
    for (int leg = 0; leg < 2; leg++) {
        const int half_points = outcome_half_points(pair->game[leg].outcome, leg == 0 ? RED : BLACK);
        put_figure(&to, half_points >= 0, half_points);
    }
    if (!sql_run(inserter->pair, err)) return false;
    *id = sqlite3_last_insert_rowid(inserter->db);
    return true;
}

bool pair_insert(PairInserter *inserter, const PairRecord *pair, Err *err) {
    Buf moves = { 0 };
    moves_coord(pair->opening_move, pair->opening_count, &moves);
    uint64_t hash = 0;
    for (const char *at = pair->start_fen; *at; at++) hash = rng_bits(hash, 1, (uint64_t)*at);
    for (int i = 0; i < pair->opening_count; i++) hash = rng_bits(hash, 0, pair->opening_move[i]);
    int64_t opening = 0, id = 0;
    const bool good = insert_opening(inserter, pair->start_fen, buf_text(&moves), &opening, err) &&
                      insert_pair(inserter, pair, opening, &id, err) && insert_game(inserter, id, hash, &pair->game[0], err) &&
                      insert_game(inserter, id, hash, &pair->game[1], err);
    buf_free(&moves);
    return good;
}

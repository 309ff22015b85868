#include <inttypes.h>
#include <string.h>
#include "bench/store/copy.h"
#include "bench/store/merge_internal.h"
#include "engine/core/arena.h"

static const CopyTable pair_table = { "pair", "id", "run", "opening", "round, pairing" };
static const CopyTable game_table = { "game", "id", "pair", NULL, "leg" };
static const CopyTable side_table = { "game_side", NULL, "game", NULL, "colour" };
static const CopyTable move_table = { "move", NULL, "game", NULL, "ply" };

/* One file's share of a merge: what its rows are read and written with. */
typedef struct {
    StoreMerge *merge;
    Store *from;
    RowCopier pair, game, side, move;
    sqlite3_stmt *opening, *add_opening, *find_opening;
    sqlite3_stmt *key, *find_pair, *games_here, *games_there;
} Share;

/* All that tells whether two pairs are the same pair played: not times, which differ from machine to machine. */
static const char games_query[] =
    "SELECT group_concat(leg || outcome || reason || move_hash || ' ' || nodes, ' ') FROM "
    "(SELECT leg, outcome, reason, move_hash, (SELECT sum(nodes) FROM game_side WHERE game = game.id) AS nodes FROM "
    "game "
    "WHERE pair = ? ORDER BY leg)";

static void share_free(Share *share) {
    sqlite3_stmt *const all[] = { share->opening,   share->add_opening, share->find_opening, share->key,
                                  share->find_pair, share->games_here,  share->games_there };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
    RowCopier *const copiers[] = { &share->pair, &share->game, &share->side, &share->move };
    for (size_t i = 0; i < sizeof copiers / sizeof *copiers; i++) copier_free(copiers[i]);
}

static bool share_init(Share *share, StoreMerge *merge, Store *from, Err *err) {
    sqlite3 *here = merge->into->db, *there = from->db;
    *share = (Share){ .merge = merge, .from = from };
    const struct {
        sqlite3_stmt **stmt;
        sqlite3 *db;
        const char *sql;
    } rows[] = {
        { &share->opening, there, "SELECT fen, moves FROM opening WHERE id = ?" },
        { &share->add_opening, here, "INSERT INTO opening (fen, moves) VALUES (?, ?) ON CONFLICT DO NOTHING" },
        { &share->find_opening, here, "SELECT id FROM opening WHERE fen = ? AND moves = ?" },
        { &share->key, there, "SELECT round, pairing FROM pair WHERE id = ?" },
        { &share->find_pair, here, "SELECT id FROM pair WHERE run = ? AND round = ? AND pairing = ?" },
        { &share->games_here, here, games_query },
        { &share->games_there, there, games_query },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!(*rows[i].stmt = sql_prepare(rows[i].db, rows[i].sql, err))) return false;
    return copier_init(&share->pair, &pair_table, there, here, err) &&
           copier_init(&share->game, &game_table, there, here, err) &&
           copier_init(&share->side, &side_table, there, here, err) &&
           copier_init(&share->move, &move_table, there, here, err);
}

static bool copy_opening(Share *share, int64_t there, int64_t *here, Err *err) {
    bool row;
    sqlite3_bind_int64(share->opening, 1, there);
    if (!sql_next(share->opening, &row, err)) return false;
    sqlite3_stmt *const both[] = { share->add_opening, share->find_opening };
    for (int i = 0; i < 2; i++) {
        SqlCells from = sql_cells(share->opening), to = sql_cells(both[i]);
        sql_put_text(&to, sql_get_text(&from));
        sql_put_text(&to, sql_get_text(&from));
    }
    const bool good = sql_run(share->add_opening, err) && sql_next(share->find_opening, &row, err);
    if (good) *here = sqlite3_column_int64(share->find_opening, 0);
    sqlite3_reset(share->find_opening);
    sqlite3_reset(share->opening);
    return good;
}

static bool copy_rows(RowCopier *copier, int64_t there, int64_t here, Err *err) {
    bool good, row;
    int64_t id, reference;
    copier_begin(copier, there);
    while ((good = copier_next(copier, &row, &id, &reference, err)) && row)
        if (!copier_write(copier, here, 0, NULL, err)) return false;
    return good;
}

static bool copy_games(Share *share, int64_t there, int64_t here, Err *err) {
    bool good, row;
    int64_t game, reference, copy;
    copier_begin(&share->game, there);
    while ((good = copier_next(&share->game, &row, &game, &reference, err)) && row)
        if (!copier_write(&share->game, here, 0, &copy, err) || !copy_rows(&share->side, game, copy, err) ||
            !copy_rows(&share->move, game, copy, err))
            return false;
    return good;
}

/* The games of a pair as one text, in the arena. */
static bool games_text(sqlite3_stmt *stmt, int64_t pair, Arena *arena, const char **out, Err *err) {
    bool row;
    sqlite3_bind_int64(stmt, 1, pair);
    if (!sql_next(stmt, &row, err)) return false;
    SqlCells from = sql_cells(stmt);
    *out = arena_strdup(arena, sql_get_text(&from));
    sqlite3_reset(stmt);
    return true;
}

/* What a pair is called in every file that holds it. */
typedef struct {
    int64_t round, pairing;
} Key;

static bool read_key(Share *share, int64_t pair, Key *out, Err *err) {
    bool row;
    sqlite3_bind_int64(share->key, 1, pair);
    if (!sql_next(share->key, &row, err)) return false;
    SqlCells from = sql_cells(share->key);
    out->round = sql_get_int(&from);
    out->pairing = sql_get_int(&from);
    sqlite3_reset(share->key);
    return true;
}

/* The pair of this key here; *id 0 when there is none. */
static bool find_pair(Share *share, const Key *key, int64_t *id, Err *err) {
    bool row;
    SqlCells to = sql_cells(share->find_pair);
    sql_put_int(&to, share->merge->run);
    sql_put_int(&to, key->round);
    sql_put_int(&to, key->pairing);
    if (!sql_next(share->find_pair, &row, err)) return false;
    *id = row ? sqlite3_column_int64(share->find_pair, 0) : 0;
    sqlite3_reset(share->find_pair);
    return true;
}

static bool check_same_games(Share *share, int64_t there, int64_t here, const Key *key, Err *err) {
    Arena arena = { 0 };
    const char *games_here, *games_there;
    bool good = games_text(share->games_here, here, &arena, &games_here, err) &&
                games_text(share->games_there, there, &arena, &games_there, err);
    if (good && strcmp(games_here, games_there) != 0)
        good = err_set(err, ERR_INPUT,
                       "%s: the pair of round %" PRId64 ", pairing %" PRId64
                       " went otherwise than in %s; a run holds a pair once, "
                       "and samples of the same pairs are pooled by xqbench ratings",
                       share->from->path, key->round, key->pairing, share->merge->into->path);
    arena_free(&arena);
    return good;
}

/* The pair that was read there last. */
static bool copy_pair(Share *share, int64_t there, int64_t opening, Err *err) {
    Key key;
    int64_t here;
    if (!read_key(share, there, &key, err) || !find_pair(share, &key, &here, err)) return false;
    if (here) {
        share->merge->held++;
        return check_same_games(share, there, here, &key, err);
    }
    share->merge->added++;
    return copy_opening(share, opening, &opening, err) &&
           copier_write(&share->pair, share->merge->run, opening, &here, err) && copy_games(share, there, here, err);
}

static bool copy_pairs(Share *share, int64_t run, Err *err) {
    bool good, row;
    int64_t pair, opening;
    copier_begin(&share->pair, run);
    while ((good = copier_next(&share->pair, &row, &pair, &opening, err)) && row)
        if (!copy_pair(share, pair, opening, err)) return false;
    return good;
}

bool merge_pairs(StoreMerge *merge, Store *from, int64_t run, Err *err) {
    Share share;
    const bool good = share_init(&share, merge, from, err) && copy_pairs(&share, run, err);
    share_free(&share);
    return good;
}

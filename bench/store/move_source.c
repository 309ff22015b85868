/* A virtual table without a schema of its own in the file: it exists for the connection that it was registered with. Reading it
 * from the first row to the last is all that it can do. */
#include "bench/store/move_source.h"
#include <stdlib.h>
#include "bench/store/pairs.h"
#include "bench/store/sql.h"
#include "engine/core/arena.h"
#include "engine/xq/notation.h"

typedef struct {
    sqlite3_vtab base;
    const MoveSource *source;
} SourceTable;

typedef struct {
    sqlite3_vtab_cursor base;
    int at;
    char text[MOVE_TEXT_SIZE]; /* of the move at `at` */
} SourceCursor;

static const GameRecord *game_of(sqlite3_vtab_cursor *cursor) {
    return ((const SourceTable *)cursor->pVtab)->source->game;
}

static int source_connect(sqlite3 *db, void *source, int count, const char *const *arguments, sqlite3_vtab **out, char **error) {
    (void)count;
    (void)arguments;
    (void)error;
    const int code = sqlite3_declare_vtab(db, "CREATE TABLE game_moves (" MOVE_SOURCE_COLUMNS ")");
    if (code != SQLITE_OK) return code;
    SourceTable *table = mem_zalloc(1, sizeof *table);
    table->source = source;
    *out = &table->base;
    return SQLITE_OK;
}

static int source_disconnect(sqlite3_vtab *table) {
    free(table);
    return SQLITE_OK;
}

static int source_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table;
    info->estimatedCost = 100;
    return SQLITE_OK;
}

static int source_open(sqlite3_vtab *table, sqlite3_vtab_cursor **out) {
    (void)table;
    SourceCursor *cursor = mem_zalloc(1, sizeof *cursor);
    *out = &cursor->base;
    return SQLITE_OK;
}

static int source_close(sqlite3_vtab_cursor *cursor) {
    free(cursor);
    return SQLITE_OK;
}

static int source_filter(sqlite3_vtab_cursor *cursor, int index, const char *text, int count, sqlite3_value **values) {
    (void)index;
    (void)text;
    (void)count;
    (void)values;
    ((SourceCursor *)cursor)->at = 0;
    return SQLITE_OK;
}

static int source_next(sqlite3_vtab_cursor *cursor) {
    ((SourceCursor *)cursor)->at++;
    return SQLITE_OK;
}

static int source_eof(sqlite3_vtab_cursor *cursor) {
    return ((SourceCursor *)cursor)->at >= game_of(cursor)->count;
}

static int source_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out) {
    *out = ((SourceCursor *)cursor)->at;
    return SQLITE_OK;
}

/* What a column without a result has is NULL. */
static int source_column(sqlite3_vtab_cursor *base, sqlite3_context *out, int column) {
    enum { PLY, MOVE, SCORE, BOUND, DEPTH, NODES, TIME, OVERHEAD, LATENCY, WIN, DRAW };
    SourceCursor *cursor = (SourceCursor *)base;
    const MoveRecord *move = &game_of(base)->move[cursor->at];
    const bool has_wdl = move->wdl[0] || move->wdl[1] || move->wdl[2];
    switch (column) {
    case PLY: sqlite3_result_int(out, cursor->at + 1); break;
    case MOVE: sqlite3_result_text(out, move_coord(move->move, false, cursor->text), -1, SQLITE_STATIC); break;
    case SCORE: if (move->bound != SCORE_NONE) sqlite3_result_int(out, move->score); break;
    case BOUND: if (bound_names[move->bound]) sqlite3_result_text(out, bound_names[move->bound], -1, SQLITE_STATIC); break;
    case DEPTH: sqlite3_result_int(out, move->depth); break;
    case NODES: sqlite3_result_int64(out, (sqlite3_int64)move->nodes); break;
    case TIME: sqlite3_result_int64(out, move->time_ns); break;
    case OVERHEAD: sqlite3_result_int(out, move->overhead_ns); break;
    case LATENCY: if (move->says_time) sqlite3_result_int(out, move->latency_ns); break;
    case WIN: if (has_wdl) sqlite3_result_int(out, move->wdl[0]); break;
    case DRAW: if (has_wdl) sqlite3_result_int(out, move->wdl[1]); break;
    }
    return SQLITE_OK;
}

bool move_source_attach(MoveSource *source, sqlite3 *db, Err *err) {
    /* Without xCreate it is there without a CREATE VIRTUAL TABLE. */
    static const sqlite3_module module = {
        .xConnect = source_connect, .xDisconnect = source_disconnect, .xBestIndex = source_best_index,
        .xOpen = source_open, .xClose = source_close, .xFilter = source_filter, .xNext = source_next, .xEof = source_eof,
        .xColumn = source_column, .xRowid = source_rowid,
    };
    return sqlite3_create_module(db, "game_moves", &module, source) == SQLITE_OK || sql_error(db, "read moves into", err);
}

#include "bench/store/games.h"
#include <inttypes.h>
#include <string.h>
#include "bench/store/pairs.h"
#include "bench/store/rows.h"
#include "engine/core/buf.h"
#include "engine/xq/notation.h"

/* Which of these words it is; 0 when it is none. */
static int word_index(const char *const *words, int count, const char *word) {
    for (int i = 0; i < count; i++)
        if (words[i] && strcmp(words[i], word) == 0) return i;
    return 0;
}

/* Reading one game. */

typedef struct { sqlite3_stmt *games, *sides, *moves; } Readers;

static bool prepare(Store *store, int64_t run, int64_t first, Readers *readers, Err *err) {
    Buf sides = { 0 };
    buf_add(&sides, "SELECT colour, seat, moves, nodes, depth_sum, time_ns, time_max_ns, overhead_ns, fault, note, talk");
    for (int i = 0; i < player_counter_count; i++) buf_addf(&sides, ", %s", player_counter_names[i]);
    buf_add(&sides, " FROM game_side WHERE game = ?");
    readers->games = sql_prepare(store->db,
        "SELECT game.id, pair.idx * 2 + game.leg + 1, pair.pairing, pair.round, game.leg, pair.counted, run.started_unix, run.name, run.host, r.name, b.name, "
        "opening.fen, opening.moves, game.outcome, game.reason, cycle_start, red_act, black_act, red_victims, black_victims, started_ns, ended_ns "
        "FROM pair JOIN run ON run.id = pair.run JOIN game ON game.pair = pair.id JOIN opening ON opening.id = pair.opening "
        "JOIN run_player r ON r.run = run.id AND r.seat = game.red JOIN run_player b ON b.run = run.id AND b.seat = game.black "
        "WHERE pair.run = ? AND pair.idx * 2 + game.leg + 1 >= ? ORDER BY pair.round, pair.pairing, game.leg", err);
    readers->sides = readers->games ? sql_prepare(store->db, buf_text(&sides), err) : NULL;
    readers->moves = readers->sides ? sql_prepare(store->db, "SELECT move, score, bound, depth, nodes, time_ns, overhead_ns, latency_ns, win, draw FROM move "
                                                             "WHERE game = ? ORDER BY ply", err) : NULL;
    buf_free(&sides);
    if (!readers->moves) return false;
    sqlite3_bind_int64(readers->games, 1, run);
    sqlite3_bind_int64(readers->games, 2, first);
    return true;
}

static void finalize(Readers *readers) {
    sqlite3_finalize(readers->games);
    sqlite3_finalize(readers->sides);
    sqlite3_finalize(readers->moves);
}

static void read_opening(const char *text, Arena *arena, StoredGame *game) {
    const int most = (int)strlen(text) / 4; /* a move is four bytes */
    Move *moves = arena_alloc(arena, (size_t)(most + 1) * sizeof *moves);
    for (; *text && game->opening_count < most; text += strcspn(text, " "), text += *text == ' ') {
        char word[5] = "";
        strncpy(word, text, 4);
        moves[game->opening_count++] = move_parse_coord(word, false);
    }
    game->opening_move = moves;
}

/* What the rules said, as they said it. */
static void read_verdict(SqlCells *from, GameRecord *record) {
    record->outcome = (Outcome)word_index(outcome_names, OUTCOME_DRAW + 1, sql_get_text(from));
    record->reason = (Reason)word_index(reason_names, REASON_COUNT, sql_get_text(from));
    Verdict verdict = { .outcome = record->outcome, .reason = record->reason, .cycle_start = (int)sql_get_int(from) };
    for (int colour = RED; colour <= BLACK; colour++) verdict.act[colour] = (Act)word_index(act_names, ACT_CHECK + 1, sql_get_text(from));
    for (int colour = RED; colour <= BLACK; colour++) verdict.victims[colour] = (uint32_t)sql_get_int(from);
    if (record->reason <= REASON_MATERIAL) record->verdict = verdict;
}

static void read_head(SqlCells *from, Arena *arena, StoredGame *game) {
    GameRecord *record = &game->record;
    game->number = sql_get_int(from);
    game->pairing = (int)sql_get_int(from);
    game->round = (int)sql_get_int(from);
    record->leg = (int)sql_get_int(from);
    game->counted = sql_get_int(from);
    game->run_started_unix = sql_get_int(from);
    game->run_name = rows_text(from, arena);
    game->run_host = rows_text(from, arena);
    game->player[RED] = rows_text(from, arena);
    game->player[BLACK] = rows_text(from, arena);
    game->start_fen = rows_text(from, arena);
    read_opening(sql_get_text(from), arena, game);
    read_verdict(from, record);
    record->started_ns = sql_get_int(from);
    record->ended_ns = sql_get_int(from);
}

static void read_side(SqlCells *from, Arena *arena, GameRecord *record) {
    SideRecord *side = &record->side[strcmp(sql_get_text(from), outcome_names[OUTCOME_BLACK]) == 0 ? BLACK : RED];
    side->player = (int)sql_get_int(from);
    side->moves = (int)sql_get_int(from);
    side->nodes = (uint64_t)sql_get_int(from);
    side->depth_sum = sql_get_int(from);
    side->time_ns = sql_get_int(from);
    side->time_max_ns = sql_get_int(from);
    side->overhead_ns = sql_get_int(from);
    side->fault = word_index(fault_names, FAULT_STALL + 1, sql_get_text(from));
    strncpy(side->note, sql_get_text(from), sizeof side->note - 1);
    const bool talked = !sql_is_null(from);
    const char *talk = sql_get_text(from);
    side->talk = talked ? arena_strdup(arena, talk) : NULL;
    for (int i = 0; i < player_counter_count; i++) side->counter[i] = (uint64_t)sql_get_int(from);
}

static void read_move(SqlCells *from, MoveRecord *move) {
    move->move = move_parse_coord(sql_get_text(from), false);
    const bool scored = !sql_is_null(from);
    move->score = (int16_t)sql_get_int(from);
    const int bound = word_index(bound_names, SCORE_LOWER + 1, sql_get_text(from));
    move->bound = (uint8_t)(bound || !scored ? bound : SCORE_EXACT);
    move->depth = (uint8_t)sql_get_int(from);
    move->nodes = (uint64_t)sql_get_int(from);
    move->time_ns = sql_get_int(from);
    move->overhead_ns = (int32_t)sql_get_int(from);
    move->says_time = !sql_is_null(from);
    move->latency_ns = (int32_t)sql_get_int(from);
    if (sql_is_null(from)) return;
    move->wdl[0] = (int16_t)sql_get_int(from);
    move->wdl[1] = (int16_t)sql_get_int(from);
    move->wdl[2] = (int16_t)(1000 - move->wdl[0] - move->wdl[1]);
}

static bool read_sides(sqlite3_stmt *stmt, int64_t game, Arena *arena, GameRecord *record, Err *err) {
    bool good, row;
    sqlite3_bind_int64(stmt, 1, game);
    while ((good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        read_side(&from, arena, record);
    }
    sqlite3_reset(stmt);
    return good;
}

static bool read_moves(sqlite3_stmt *stmt, int64_t game, Arena *arena, GameRecord *record, Err *err) {
    Rows rows = { .arena = arena, .size = sizeof(MoveRecord) };
    bool good, row;
    sqlite3_bind_int64(stmt, 1, game);
    while ((good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        read_move(&from, rows_add(&rows));
    }
    sqlite3_reset(stmt);
    record->move = rows.items;
    record->count = record->cap = rows.count;
    return good;
}

static bool read_game(const Readers *readers, Arena *arena, StoredGame *game, Err *err) {
    SqlCells from = sql_cells(readers->games);
    const int64_t id = sql_get_int(&from);
    read_head(&from, arena, game);
    if (!read_sides(readers->sides, id, arena, &game->record, err) || !read_moves(readers->moves, id, arena, &game->record, err)) return false;
    if (game->record.verdict.reason != REASON_NONE) game->record.verdict.ply = game->opening_count + game->record.count;
    return true;
}

/* Numbers that are left to be read; NULL: every game. */
typedef struct { const int64_t *number; int count; } Choice;

static bool is_chosen(Choice *choice, int64_t number) {
    if (!choice->number) return true;
    while (choice->count && *choice->number < number) choice->number++, choice->count--;
    return choice->count && *choice->number == number;
}

enum { NUMBER_COLUMN = 1 }; /* of the readers' games */

static bool visit_games(Store *store, int64_t run, int64_t first, Choice choice, bool (*visit)(void *context, const StoredGame *game),
                        void *context, Err *err) {
    Readers readers = { 0 };
    bool good = prepare(store, run, first, &readers, err), row = true, wanted = true;
    while (good && wanted && (good = sql_next(readers.games, &row, err)) && row) {
        if (!is_chosen(&choice, sqlite3_column_int64(readers.games, NUMBER_COLUMN))) continue;
        Arena arena = { 0 };
        StoredGame game = { 0 };
        good = read_game(&readers, &arena, &game, err);
        if (good) wanted = visit(context, &game);
        arena_free(&arena);
    }
    finalize(&readers);
    return good;
}

bool store_games(Store *store, int64_t run, int64_t first, bool (*visit)(void *context, const StoredGame *game), void *context, Err *err) {
    return visit_games(store, run, first, (Choice){ .number = NULL }, visit, context, err);
}

bool store_games_chosen(Store *store, int64_t run, const int64_t *number, int count, bool (*visit)(void *context, const StoredGame *game),
                        void *context, Err *err) {
    return count == 0 || visit_games(store, run, number[0], (Choice){ number, count }, visit, context, err);
}

bool store_game(Store *store, int64_t run, int64_t number, Arena *arena, StoredGame *out, Err *err) {
    Readers readers = { 0 };
    StoredGame game = { 0 };
    bool row = false;
    bool good = prepare(store, run, number, &readers, err) && sql_next(readers.games, &row, err) &&
                (!row || read_game(&readers, arena, &game, err));
    finalize(&readers);
    if (good && game.number != number)
        good = err_set(err, ERR_INPUT, "%s: run %" PRId64 " holds no game %" PRId64 "; games are numbered from 1 in the order of the schedule",
                       store->path, run, number);
    if (good) *out = game;
    return good;
}

/* The digest. Counters that came later count only where they count something: the digest of an older run stays. */

enum { FIRST_COUNTERS = 16 };

static void digest_counter(Sha256 *sha, int counter, uint64_t value) {
    if (counter >= FIRST_COUNTERS) {
        if (!value) return;
        sha256_add_text(sha, player_counter_names[counter]);
    }
    sha256_add_u64(sha, value);
}

static void digest_side(Sha256 *sha, const SideRecord *side) {
    sha256_add_u64(sha, (uint64_t)side->player);
    sha256_add_u64(sha, (uint64_t)side->moves);
    sha256_add_u64(sha, side->nodes);
    sha256_add_u64(sha, (uint64_t)side->depth_sum);
    sha256_add_u64(sha, (uint64_t)side->fault);
    for (int i = 0; i < player_counter_count; i++) digest_counter(sha, i, side->counter[i]);
}

static void digest_verdict(Sha256 *sha, const GameRecord *record) {
    sha256_add_text(sha, outcome_names[record->outcome]);
    sha256_add_text(sha, reason_names[record->reason]);
    sha256_add_u64(sha, (uint64_t)record->verdict.cycle_start);
    for (int colour = RED; colour <= BLACK; colour++) {
        sha256_add_u64(sha, record->verdict.act[colour]);
        sha256_add_u64(sha, record->verdict.victims[colour]);
    }
}

static bool digest_game(void *context, const StoredGame *game) {
    Sha256 *sha = context;
    const GameRecord *record = &game->record;
    if (!game->counted) return true;
    sha256_add_u64(sha, (uint64_t)game->number);
    sha256_add_text(sha, game->start_fen);
    sha256_add_u64(sha, (uint64_t)game->opening_count);
    for (int i = 0; i < game->opening_count; i++) sha256_add_u64(sha, game->opening_move[i]);
    digest_verdict(sha, record);
    for (int colour = RED; colour <= BLACK; colour++) digest_side(sha, &record->side[colour]);
    sha256_add_u64(sha, (uint64_t)record->count);
    for (int i = 0; i < record->count; i++) {
        const MoveRecord *move = &record->move[i];
        sha256_add_u64(sha, (uint64_t)move->move << 48 | (uint64_t)(uint16_t)move->score << 32 | (uint64_t)move->bound << 16 | move->depth);
        sha256_add_u64(sha, move->nodes);
    }
    return true;
}

bool store_digest(Store *store, int64_t run, char out[SHA256_TEXT_SIZE], Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db, "SELECT config FROM run WHERE id = ?", run, err);
    if (!stmt) return false;
    Sha256 sha;
    sha256_init(&sha);
    bool row;
    bool good = sql_next(stmt, &row, err) && (row || err_set(err, ERR_INPUT, "%s: has no run %lld", store->path, (long long)run));
    SqlCells from = sql_cells(stmt);
    if (good) sha256_add_text(&sha, sql_get_text(&from));
    sqlite3_finalize(stmt);
    good = good && store_games(store, run, 1, digest_game, &sha, err);
    if (good) sha256_text(&sha, out);
    return good;
}

#include "tuner/data/source.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/store/games.h"
#include "bench/store/queries.h"
#include "engine/core/file.h"
#include "engine/xq/fen.h"
#include "engine/xq/pgn.h"
#include "tuner/data/compare.h"
#include "tuner/data/image.h"
#include "tuner/data/trace.h"
#include "tuner/data/words.h"

/* One reading of one file. */
typedef struct {
    const char *path;
    const SourceOptions *options;
    const SourceVisitor *visitor;
    SourceCounts *counts;
    Err *err;
    bool good;
} Reading;

/* A broken line or game: the end, or one more that was passed over. */
static bool is_passed_over(Reading *r, const Err *why) {
    if (!r->options->lenient) {
        *r->err = *why;
        return false;
    }
    if (!r->counts->broken++) snprintf(r->counts->first_broken, sizeof r->counts->first_broken, "%.*s", (int)sizeof r->counts->first_broken - 1, why->text);
    return true;
}

/* Players without chance play a game again move by move, and collections overlap. */
static uint64_t game_identity(const SourceGame *game) {
    Buf text = { 0 };
    char fen[FEN_SIZE];
    buf_addf(&text, "%s %d", fen_text(&game->start, fen), game->half_points);
    for (int i = 0; i < game->count; i++) buf_addf(&text, " %d", game->move[i]);
    const uint64_t id = word_identity(buf_text(&text));
    buf_free(&text);
    return id;
}

static bool hand_over(Reading *r, SourceGame *game) {
    if (game->count) game->id = game_identity(game);
    r->counts->games++;
    return r->visitor->game(r->visitor->context, game, r->err);
}

/* Stores. */

static SourceScore stored_score(const MoveRecord *move, int side) {
    if (move->bound == SCORE_NONE) return (SourceScore){ .score = SAMPLE_NO_SCORE };
    return (SourceScore){ .score = side == RED ? move->score : -move->score, .depth = move->depth };
}

static uint64_t opening_identity(const StoredGame *stored) {
    Buf text = { 0 };
    buf_add(&text, stored->start_fen);
    for (int i = 0; i < stored->opening_count; i++) buf_addf(&text, " %d", stored->opening_move[i]);
    const uint64_t id = word_identity(buf_text(&text));
    buf_free(&text);
    return id;
}

static bool visit_stored(void *context, const StoredGame *stored) {
    Reading *r = context;
    const GameRecord *record = &stored->record;
    const int half_points = outcome_half_points(record->outcome, RED), opening = stored->opening_count, count = opening + record->count;
    if (half_points < 0 && !r->options->unfinished) {
        r->counts->unfinished++;
        return true;
    }
    SourceGame game = { .count = count, .opening_count = opening, .half_points = half_points,
                        .reason = record->reason, .player = { stored->player[RED], stored->player[BLACK] }, .opening = opening_identity(stored) };
    if (!fen_parse(stored->start_fen, &game.start, r->err)) return r->good = err_prefix(r->err, "%s: ", r->path);
    Move *move = mem_alloc(((size_t)count + 1) * sizeof *move);
    SourceScore *score = mem_alloc(((size_t)count + 1) * sizeof *score);
    for (int i = 0; i < count; i++) {
        const int side = game.start.side ^ (i & 1);
        move[i] = i < opening ? stored->opening_move[i] : record->move[i - opening].move;
        score[i] = i < opening ? (SourceScore){ .score = SAMPLE_NO_SCORE } : stored_score(&record->move[i - opening], side);
    }
    game.move = move;
    game.score = score;
    r->good = hand_over(r, &game);
    free(move);
    free(score);
    return r->good;
}

static bool read_store(Reading *r, Err *err) {
    Store *store = store_open(r->path, STORE_READ, err);
    Arena arena = { 0 };
    RunInfo *run = NULL, one;
    int count = 0;
    bool good = store != NULL;
    if (good && r->options->run) {
        good = store_run(store, &arena, r->options->run, &one, err);
        run = &one;
        count = 1;
    } else if (good) {
        good = store_runs(store, &arena, &run, &count, err);
    }
    for (int i = 0; good && i < count; i++) good = store_games(store, run[i].id, 1, visit_stored, r, err) && r->good;
    arena_free(&arena);
    store_close(store);
    return good;
}

/* PGN. */

/* "+123/9 ..." as our own exports and chess runners write it, from the mover's view. */
static SourceScore comment_score(const char *comment, int side) {
    char *end;
    SourceScore said = { .score = SAMPLE_NO_SCORE };
    if (!comment || !strchr("+-0123456789", *comment)) return said;
    const double value = strtod(comment, &end);
    if (end == comment || *end != '/' || !(value > -20000 && value < 20000)) return said;
    const long depth = strtol(end + 1, &end, 10);
    if (depth < 0 || depth > 1000) return said;
    said.score = (int)(side == RED ? value : -value);
    said.depth = (int)depth;
    return said;
}

static Reason pgn_reason(const PgnGame *game) {
    const char *text = pgn_tag(game, "Termination");
    const Reason reason = text ? reason_find(text) : REASON_COUNT;
    return reason == REASON_COUNT ? REASON_NONE : reason;
}

static bool visit_pgn(Reading *r, const PgnGame *pgn) {
    const char *red = pgn_tag(pgn, "Red"), *black = pgn_tag(pgn, "Black");
    const int half_points = outcome_half_points(pgn->result, RED), count = (int)pgn->move_count;
    if (half_points < 0 && !r->options->unfinished) {
        r->counts->unfinished++;
        return true;
    }
    SourceGame game = { .start = pgn->start, .count = count, .half_points = half_points,
                        .reason = pgn_reason(pgn), .player = { red ? red : "-", black ? black : "-" } };
    Move *move = mem_alloc(((size_t)count + 1) * sizeof *move);
    SourceScore *score = mem_alloc(((size_t)count + 1) * sizeof *score);
    for (int i = 0; i < count; i++) {
        move[i] = pgn->moves[i].move;
        score[i] = comment_score(pgn->moves[i].comment, pgn->start.side ^ (i & 1));
    }
    game.move = move;
    game.score = score;
    const bool good = hand_over(r, &game);
    free(move);
    free(score);
    return good;
}

static bool read_pgn(Reading *r, const Buf *bytes, Err *err) {
    PgnReader reader = { 0 };
    PgnGame game = { 0 };
    Err why = { 0 };
    PgnStatus status;
    bool good = pgn_open(&reader, r->path, buf_text(bytes), bytes->len, err);
    while (good && (status = pgn_next(&reader, &game, &why)) != PGN_END) good = status == PGN_BAD ? is_passed_over(r, &why) : visit_pgn(r, &game);
    pgn_game_free(&game);
    pgn_close(&reader);
    return good;
}

/* EPD and samples: a line a position. */

/* The FEN at the beginning of a line: board, side, then perhaps two dashes and two numbers. *at moves behind it. */
static bool read_fen(const char **at, const char *end, Pos *pos, Err *err) {
    char word[WORD_SIZE];
    Buf fen = { 0 };
    int dashes = 0, numbers = 0;
    long number;
    for (int i = 0;; i++) {
        const char *before = *at;
        if (!word_next(at, end, word)) break;
        const bool dash = strcmp(word, "-") == 0 && dashes < 2 && !numbers, counter = word_int(word, &number) && numbers < 2 && dashes == 2;
        if (i >= 2 && !dash && !counter) {
            *at = before;
            break;
        }
        dashes += i >= 2 && dash;
        numbers += i >= 2 && counter;
        buf_addf(&fen, "%s%s", i ? " " : "", word);
    }
    const bool good = fen_parse(buf_text(&fen), pos, err);
    buf_free(&fen);
    return good;
}

static bool read_epd_line(const char *line, size_t len, SourceGame *game, Err *err) {
    const char *at = line, *end = line + len;
    char word[WORD_SIZE];
    long score;
    game->half_points = -1;
    if (!read_fen(&at, end, &game->start, err)) return false;
    while (word_next(&at, end, word)) {
        if (strcmp(word, "ce") == 0) {
            if (word_next(&at, end, word)) word[strcspn(word, ";")] = 0;
            if (!word_int(word, &score) || labs(score) > 30000) return err_set(err, ERR_INPUT, "'%s' is no score: ce SCORE, from the side to move", word);
            game->alone.score = (int)(game->start.side == RED ? score : -score);
        } else if (strcmp(word, "game") == 0) {
            if (!word_next(&at, end, word)) return err_set(err, ERR_INPUT, "a name is missing: game NAME");
            word[strcspn(word, ";")] = 0;
            game->id = word_identity(word);
        } else if (word_half_points(word) >= 0) {
            const int half_points = word_half_points(word);
            if (game->half_points >= 0 && game->half_points != half_points) return err_set(err, ERR_INPUT, "the line has two results, the second is %s", word);
            game->half_points = half_points;
        }
    }
    return game->half_points >= 0 || err_set(err, ERR_INPUT, "the line has no result (1-0, 0-1, 1/2-1/2, or 1, 0.5, 0, from Red's view)");
}

static bool visit_epd_line(Reading *r, const char *line, size_t len, int number, Err *why) {
    char name[32];
    snprintf(name, sizeof name, " %d", number);
    SourceGame game = { .id = word_identity(r->path) ^ word_identity(name), .player = { "-", "-" }, .alone.score = SAMPLE_NO_SCORE };
    if (!read_epd_line(line, len, &game, why)) return false;
    r->counts->lines++;
    r->good = r->visitor->game(r->visitor->context, &game, r->err);
    return true;
}

static bool visit_sample_line(Reading *r, const char *line, size_t len, Err *why) {
    Sample sample;
    if (!sample_read(line, len, &sample, why)) return false;
    r->counts->lines++;
    r->good = r->visitor->sample(r->visitor->context, &sample, r->err);
    return true;
}

static bool read_lines(Reading *r, const Buf *bytes) {
    const char *cursor = buf_text(bytes), *line;
    const bool samples = sample_is_heading(cursor);
    size_t len;
    for (int number = 1; text_next_line(&cursor, &line, &len); number++) {
        Err why = { 0 };
        if (!len || *line == '#') continue;
        const bool read = samples ? visit_sample_line(r, line, len, &why) : visit_epd_line(r, line, len, number, &why);
        if (!read) {
            err_prefix(&why, "%s:%d: ", r->path, number);
            if (!is_passed_over(r, &why)) return false;
        } else if (!r->good) {
            return err_prefix(r->err, "%s:%d: ", r->path, number);
        }
    }
    return true;
}

/* Which of the readers. */

SourceKind source_kind(const char *path) { return image_begins(path, "SQLite f") ? SOURCE_STORE : strstr(path, ".pgn") ? SOURCE_PGN : SOURCE_LINES; }

bool source_check(const char *path, Err *err) {
    const char *what = trace_is_trace(path) ? "a trace file" : compare_is_compare(path) ? "a file of comparisons" : NULL;
    return !what || err_set(err, ERR_INPUT, "%s: is %s, which xqtune fit reads; games to extract are in a database, PGN, EPD or samples", path, what);
}

bool source_read(const char *path, const SourceOptions *options, const SourceVisitor *visitor, SourceCounts *counts, Err *err) {
    Reading reading = { .path = path, .options = options, .visitor = visitor, .counts = counts, .err = err, .good = true };
    const SourceKind kind = source_kind(path);
    if (kind == SOURCE_STORE) return read_store(&reading, err);
    if (!source_check(path, err)) return false;
    Buf bytes = { 0 };
    bool good = (kind == SOURCE_PGN ? file_read : file_read_text)(path, &bytes, err);
    if (good) good = kind == SOURCE_PGN ? read_pgn(&reading, &bytes, err) : read_lines(&reading, &bytes);
    buf_free(&bytes);
    return good;
}

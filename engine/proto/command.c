#include "engine/proto/command.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

/* The words of a line, one after another. */
typedef struct { char **word; int count, at; } Words;

static Words split(const char *line, Arena *arena) {
    char *copy = arena_strdup(arena, line);
    Words words = { .word = arena_alloc(arena, (strlen(line) / 2 + 1) * sizeof(char *)) };
    for (char *at = copy; *at;) {
        while (isspace((unsigned char)*at)) *at++ = 0;
        if (!*at) break;
        words.word[words.count++] = at;
        while (*at && !isspace((unsigned char)*at)) at++;
    }
    return words;
}

static const char *next(Words *words) { return words->at < words->count ? words->word[words->at++] : NULL; }

static bool next_is(Words *words, const char *word) {
    if (words->at >= words->count || strcmp(words->word[words->at], word) != 0) return false;
    words->at++;
    return true;
}

/* The words from `from` up to `to`, joined by single blanks. */
static char *join(const Words *words, int from, int to, Arena *arena) {
    char *text = arena_strdup(arena, "");
    for (int i = from; i < to; i++) text = arena_printf(arena, "%s%s%s", text, i > from ? " " : "", words->word[i]);
    return text;
}

static bool parse_number(const char *what, const char *text, int64_t max, int64_t *out, Err *err) {
    if (!text) return err_set(err, ERR_INPUT, "%s: a number is missing", what);
    char *end;
    const long long number = strtoll(text, &end, 10);
    if (*end || end == text) return err_set(err, ERR_INPUT, "%s: '%s' is not a number", what, text);
    *out = number < -max ? -max : number > max ? max : number;
    return true;
}

static bool parse_moves(Words *words, Arena *arena, Move **moves, int *count, Err *err) {
    *moves = arena_alloc(arena, (size_t)(words->count - words->at + 1) * sizeof **moves);
    *count = 0;
    for (const char *word; (word = next(words));) {
        const Move mv = move_parse_coord(word, false);
        if (mv == MOVE_NONE) return err_set(err, ERR_INPUT, "'%s' is not a move like h2e2", word);
        (*moves)[(*count)++] = mv;
    }
    return true;
}

/* position {startpos | fen F} [moves ...] */
static bool parse_position(Words *words, Arena *arena, Command *out, Err *err) {
    if (next_is(words, "startpos")) {
        if (!fen_parse(POS_START_FEN, &out->start, err)) return false;
    } else if (next_is(words, "fen")) {
        const int from = words->at;
        while (words->at < words->count && strcmp(words->word[words->at], "moves") != 0) words->at++;
        if (!fen_parse(join(words, from, words->at, arena), &out->start, err)) return false;
    } else {
        return err_set(err, ERR_INPUT, "position: 'startpos' or 'fen' is missing");
    }
    if (words->at < words->count && !next_is(words, "moves"))
        return err_set(err, ERR_INPUT, "position: '%s' where 'moves' should stand", words->word[words->at]);
    return parse_moves(words, arena, &out->moves, &out->move_count, err);
}

/* UCI: setoption name N [value V], both of several words. UCCI: setoption N [V]. */
static bool parse_setoption(Words *words, Protocol protocol, Arena *arena, Command *out, Err *err) {
    int name_end = words->at + 1;
    if (protocol != PROTO_UCCI) {
        if (!next_is(words, "name")) return err_set(err, ERR_INPUT, "setoption: 'name' is missing");
        for (name_end = words->at; name_end < words->count && strcmp(words->word[name_end], "value") != 0;) name_end++;
    }
    if (words->at >= words->count) return err_set(err, ERR_INPUT, "setoption: the option's name is missing");
    out->name = join(words, words->at, name_end, arena);
    const int value = name_end + (protocol != PROTO_UCCI && name_end < words->count);
    out->value = join(words, value, words->count, arena);
    return true;
}

/* The moves of `searchmoves`: every following word that is one. */
static void parse_root_moves(Words *words, Arena *arena, SearchLimits *limits) {
    Move *moves = arena_alloc(arena, (size_t)(words->count - words->at + 1) * sizeof *moves);
    int count = 0;
    while (words->at < words->count && move_parse_coord(words->word[words->at], false) != MOVE_NONE)
        moves[count++] = move_parse_coord(words->word[words->at++], false);
    limits->root_moves = moves;
    limits->root_move_count = count;
}

enum { MILLION = 1000000 };
static const int64_t year_ms = (int64_t)366 * 86400 * 1000;

static bool parse_go_uci(Words *words, bool red, Arena *arena, Command *out, Err *err) {
    SearchLimits *limits = &out->limits;
    for (const char *word; (word = next(words));) {
        int64_t number = 0;
        if (strcmp(word, "infinite") == 0) limits->infinite = true;
        else if (strcmp(word, "ponder") == 0) limits->ponder = true;
        else if (strcmp(word, "searchmoves") == 0) parse_root_moves(words, arena, limits);
        else if (!parse_number(word, next(words), year_ms, &number, err)) return false;
        else if (strcmp(word, "depth") == 0) limits->depth = number < 1 ? 1 : number > MAX_PLY ? MAX_PLY : (int)number;
        else if (strcmp(word, "nodes") == 0) limits->nodes = number < 1 ? 1 : (uint64_t)number;
        else if (strcmp(word, "movetime") == 0) limits->movetime_ns = (number < 1 ? 1 : number) * MILLION;
        else if (strcmp(word, "mate") == 0) limits->mate = number < 1 ? 1 : number > MAX_PLY ? MAX_PLY : (int)number;
        else if (strcmp(word, "movestogo") == 0) limits->moves_to_go = number < 0 ? 0 : (int)(number < 1000 ? number : 1000);
        else if (strcmp(word, red ? "wtime" : "btime") == 0) limits->time_ns = (number < 1 ? 1 : number) * MILLION;
        else if (strcmp(word, red ? "winc" : "binc") == 0) limits->increment_ns = (number < 0 ? 0 : number) * MILLION;
        else if (strcmp(word, "perft") == 0) {
            out->kind = COMMAND_PERFT;
            out->depth = number < 1 ? 1 : number > 99 ? 99 : (int)number;
        } else if (strcmp(word, red ? "btime" : "wtime") != 0 && strcmp(word, red ? "binc" : "winc") != 0)
            return err_set(err, ERR_INPUT, "go: '%s' is unknown", word);
    }
    return true;
}

/* go [ponder | draw] {depth N | nodes N | infinite | time T [movestogo M | increment I] [opptime ...]} */
static bool parse_go_ucci(Words *words, bool milliseconds, Command *out, Err *err) {
    SearchLimits *limits = &out->limits;
    const int64_t unit = milliseconds ? MILLION : (int64_t)1000 * MILLION, most = milliseconds ? year_ms : year_ms / 1000;
    for (const char *word; (word = next(words));) {
        int64_t number = 0;
        if (strcmp(word, "infinite") == 0) limits->infinite = true;
        else if (strcmp(word, "ponder") == 0) limits->ponder = true;
        else if (strcmp(word, "draw") == 0) out->draw_offered = true;
        else if (strcmp(word, "depth") == 0 && next_is(words, "infinite")) limits->infinite = true;
        else if (!parse_number(word, next(words), most, &number, err)) return false;
        else if (strcmp(word, "depth") == 0) {
            limits->depth = number < 0 ? 0 : number > MAX_PLY ? MAX_PLY : (int)number;
            out->static_eval = number <= 0;
        } else if (strcmp(word, "nodes") == 0) limits->nodes = number < 1 ? 1 : (uint64_t)number;
        else if (strcmp(word, "time") == 0) limits->time_ns = number < 1 ? 1 : number * unit;
        else if (strcmp(word, "movestogo") == 0) limits->moves_to_go = number < 0 ? 0 : (int)(number < 1000 ? number : 1000);
        else if (strcmp(word, "increment") == 0) limits->increment_ns = number < 0 ? 0 : number * unit;
        else if (strncmp(word, "opp", 3) != 0) return err_set(err, ERR_INPUT, "go: '%s' is unknown", word);
    }
    return true;
}

static const struct { const char *word; CommandKind kind; Protocol protocol; } kinds[] = {
    { "uci", COMMAND_UCI, PROTO_UNKNOWN },           { "ucci", COMMAND_UCCI, PROTO_UNKNOWN },
    { "isready", COMMAND_ISREADY, PROTO_UNKNOWN },   { "setoption", COMMAND_SETOPTION, PROTO_UNKNOWN },
    { "ucinewgame", COMMAND_NEWGAME, PROTO_UNKNOWN }, { "uccinewgame", COMMAND_NEWGAME, PROTO_UNKNOWN },
    { "position", COMMAND_POSITION, PROTO_UNKNOWN }, { "banmoves", COMMAND_BANMOVES, PROTO_UCCI },
    { "go", COMMAND_GO, PROTO_UNKNOWN },             { "stop", COMMAND_STOP, PROTO_UNKNOWN },
    { "ponderhit", COMMAND_PONDERHIT, PROTO_UNKNOWN }, { "probe", COMMAND_PROBE, PROTO_UCCI },
    { "perft", COMMAND_PERFT, PROTO_UNKNOWN },       { "bench", COMMAND_BENCH, PROTO_UNKNOWN },
    { "d", COMMAND_SHOW, PROTO_UNKNOWN },            { "eval", COMMAND_EVAL, PROTO_UNKNOWN },
    { "quit", COMMAND_QUIT, PROTO_UNKNOWN },
};

static CommandKind kind_of(const char *word, Protocol protocol) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].word, word) == 0 && (kinds[i].protocol == PROTO_UNKNOWN || kinds[i].protocol == protocol)) return kinds[i].kind;
    return COMMAND_NONE;
}

/* perft N, bench [N] */
static bool parse_depth(Words *words, Command *out, Err *err) {
    int64_t depth = 0;
    const bool optional = out->kind == COMMAND_BENCH && words->at >= words->count;
    if (!optional && !parse_number(words->word[0], next(words), 99, &depth, err)) return false;
    if (!optional && depth < 1) return err_set(err, ERR_INPUT, "%s: the depth must be at least 1", words->word[0]);
    out->depth = (int)depth;
    return true;
}

bool command_parse(const char *line, Protocol protocol, bool milliseconds, bool red_to_move, Arena *arena, Command *out, Err *err) {
    *out = (Command){ .kind = COMMAND_NONE, .name = "", .value = "" };
    Words words = split(line, arena);
    const char *first = next(&words);
    if (!first) return true;
    out->kind = kind_of(first, protocol);
    switch (out->kind) {
    case COMMAND_SETOPTION: return parse_setoption(&words, protocol, arena, out, err);
    case COMMAND_POSITION:
    case COMMAND_PROBE: return parse_position(&words, arena, out, err);
    case COMMAND_BANMOVES: return parse_moves(&words, arena, &out->moves, &out->move_count, err);
    case COMMAND_GO:
        return protocol == PROTO_UCCI ? parse_go_ucci(&words, milliseconds, out, err) : parse_go_uci(&words, red_to_move, arena, out, err);
    case COMMAND_PONDERHIT: out->draw_offered = next_is(&words, "draw"); return true;
    case COMMAND_PERFT:
    case COMMAND_BENCH: return parse_depth(&words, out, err);
    default: return true;
    }
}

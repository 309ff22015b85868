#include "engine/proto/command.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

/* The words of a line, one after another. */
typedef struct {
    char **word;
    int count, at;
} Words;

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

static const char *next(Words *words) {
    return words->at < words->count ? words->word[words->at++] : NULL;
}

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

/* What a word of `go` does with the number behind it, if there is one. */
typedef enum {
    GO_FLAG, /* no number */
    GO_INT,
    GO_NODES,
    GO_TIME,  /* in the protocol's unit */
    GO_DEPTH, /* GO_INT, but UCCI also has `depth infinite` and `depth 0` */
    GO_PERFT,
    GO_SEARCHMOVES, /* moves follow */
    GO_OTHERS,      /* a number that is the opponent's */
} GoKind;

typedef struct {
    const char *word;
    GoKind kind;
    size_t offset;     /* of the field in Command */
    int64_t min, max;  /* numbers beyond are taken for these */
    Protocol protocol; /* PROTO_UNKNOWN: both */
    int side;          /* to move; SIDE_ANY: both */
} GoWord;

enum { MILLION = 1000000, SIDE_ANY = -1 };
static const int64_t year_ms = (int64_t)366 * 86400 * 1000;

#define LIMIT(field) offsetof(Command, limits.field)
static const GoWord go_words[] = {
    { "infinite", GO_FLAG, LIMIT(infinite), 0, 0, PROTO_UNKNOWN, SIDE_ANY },
    { "ponder", GO_FLAG, LIMIT(ponder), 0, 0, PROTO_UNKNOWN, SIDE_ANY },
    { "draw", GO_FLAG, offsetof(Command, draw_offered), 0, 0, PROTO_UCCI, SIDE_ANY },
    { "depth", GO_DEPTH, LIMIT(depth), 0, MAX_PLY, PROTO_UCCI, SIDE_ANY },
    { "depth", GO_INT, LIMIT(depth), 1, MAX_PLY, PROTO_UNKNOWN, SIDE_ANY },
    { "nodes", GO_NODES, LIMIT(nodes), 1, INT64_MAX, PROTO_UNKNOWN, SIDE_ANY },
    { "mate", GO_INT, LIMIT(mate), 1, MAX_PLY, PROTO_UNKNOWN, SIDE_ANY },
    { "movestogo", GO_INT, LIMIT(moves_to_go), 0, 1000, PROTO_UNKNOWN, SIDE_ANY },
    { "movetime", GO_TIME, LIMIT(movetime_ns), 1, INT64_MAX, PROTO_UCI, SIDE_ANY },
    { "wtime", GO_TIME, LIMIT(time_ns), 1, INT64_MAX, PROTO_UCI, RED },
    { "btime", GO_TIME, LIMIT(time_ns), 1, INT64_MAX, PROTO_UCI, BLACK },
    { "winc", GO_TIME, LIMIT(increment_ns), 0, INT64_MAX, PROTO_UCI, RED },
    { "binc", GO_TIME, LIMIT(increment_ns), 0, INT64_MAX, PROTO_UCI, BLACK },
    { "wtime", GO_OTHERS, 0, 0, 0, PROTO_UCI, BLACK },
    { "btime", GO_OTHERS, 0, 0, 0, PROTO_UCI, RED },
    { "winc", GO_OTHERS, 0, 0, 0, PROTO_UCI, BLACK },
    { "binc", GO_OTHERS, 0, 0, 0, PROTO_UCI, RED },
    { "time", GO_TIME, LIMIT(time_ns), 1, INT64_MAX, PROTO_UCCI, SIDE_ANY },
    { "increment", GO_TIME, LIMIT(increment_ns), 0, INT64_MAX, PROTO_UCCI, SIDE_ANY },
    { "opptime", GO_OTHERS, 0, 0, 0, PROTO_UCCI, SIDE_ANY },
    { "oppmovestogo", GO_OTHERS, 0, 0, 0, PROTO_UCCI, SIDE_ANY },
    { "oppincrement", GO_OTHERS, 0, 0, 0, PROTO_UCCI, SIDE_ANY },
    { "searchmoves", GO_SEARCHMOVES, 0, 0, 0, PROTO_UNKNOWN, SIDE_ANY },
    { "perft", GO_PERFT, offsetof(Command, depth), 1, 99, PROTO_UNKNOWN, SIDE_ANY },
};
#undef LIMIT

static const GoWord *find_go_word(const char *word, Protocol protocol, int side) {
    for (size_t i = 0; i < sizeof go_words / sizeof go_words[0]; i++) {
        const GoWord *row = &go_words[i];
        if ((row->protocol == PROTO_UNKNOWN || row->protocol == protocol) &&
            (row->side == SIDE_ANY || row->side == side) && strcmp(row->word, word) == 0)
            return row;
    }
    return NULL;
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

/* The word of this row was read; what follows it enters the command. */
static bool apply_go_word(const GoWord *row, Words *words, int64_t unit_ms, Arena *arena, Command *out, Err *err) {
    void *field = (char *)out + row->offset;
    if (row->kind == GO_FLAG) {
        *(bool *)field = true;
        return true;
    }
    if (row->kind == GO_SEARCHMOVES) {
        parse_root_moves(words, arena, &out->limits);
        return true;
    }
    if (row->kind == GO_DEPTH && next_is(words, "infinite")) {
        out->limits.infinite = true;
        return true;
    }
    int64_t number = 0;
    if (!parse_number(row->word, next(words), year_ms / unit_ms, &number, err)) return false;
    if (number < row->min) number = row->min;
    if (number > row->max) number = row->max;
    switch (row->kind) {
    case GO_PERFT:
        out->kind = COMMAND_PERFT;
        *(int *)field = (int)number;
        break;
    case GO_DEPTH:
        out->static_eval = number == 0;
        *(int *)field = (int)number;
        break;
    case GO_INT: *(int *)field = (int)number; break;
    case GO_NODES: *(uint64_t *)field = (uint64_t)number; break;
    case GO_TIME: *(int64_t *)field = number * unit_ms * MILLION; break;
    default: break;
    }
    return true;
}

/* UCI: go [searchmoves ...] [ponder] [infinite] [wtime T] ...
 * UCCI: go [ponder | draw] {depth N | nodes N | infinite | time T [movestogo M | increment I] [opptime ...]}
 */
static bool parse_go(Words *words, Protocol protocol, bool milliseconds, int side, Arena *arena, Command *out,
                     Err *err) {
    if (protocol == PROTO_UNKNOWN) protocol = PROTO_UCI;
    const int64_t unit_ms = protocol == PROTO_UCCI && !milliseconds ? 1000 : 1;
    for (const char *word; (word = next(words));) {
        const GoWord *row = find_go_word(word, protocol, side);
        if (!row && !out->ignored) out->ignored = word;
        if (row && !apply_go_word(row, words, unit_ms, arena, out, err)) return false;
    }
    return true;
}

static const struct {
    const char *word;
    CommandKind kind;
    Protocol protocol;
} kinds[] = {
    { "uci", COMMAND_UCI, PROTO_UNKNOWN },
    { "ucci", COMMAND_UCCI, PROTO_UNKNOWN },
    { "isready", COMMAND_ISREADY, PROTO_UNKNOWN },
    { "setoption", COMMAND_SETOPTION, PROTO_UNKNOWN },
    { "ucinewgame", COMMAND_NEWGAME, PROTO_UNKNOWN },
    { "uccinewgame", COMMAND_NEWGAME, PROTO_UNKNOWN },
    { "position", COMMAND_POSITION, PROTO_UNKNOWN },
    { "banmoves", COMMAND_BANMOVES, PROTO_UCCI },
    { "go", COMMAND_GO, PROTO_UNKNOWN },
    { "stop", COMMAND_STOP, PROTO_UNKNOWN },
    { "ponderhit", COMMAND_PONDERHIT, PROTO_UNKNOWN },
    { "probe", COMMAND_PROBE, PROTO_UCCI },
    { "debug", COMMAND_DEBUG, PROTO_UCI },
    { "perft", COMMAND_PERFT, PROTO_UNKNOWN },
    { "bench", COMMAND_BENCH, PROTO_UNKNOWN },
    { "d", COMMAND_SHOW, PROTO_UNKNOWN },
    { "eval", COMMAND_EVAL, PROTO_UNKNOWN },
    { "quit", COMMAND_QUIT, PROTO_UNKNOWN },
};

static CommandKind kind_of(const char *word, Protocol protocol) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].word, word) == 0 && (kinds[i].protocol == PROTO_UNKNOWN || kinds[i].protocol == protocol))
            return kinds[i].kind;
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

bool command_parse(const char *line, Protocol protocol, bool milliseconds, bool red_to_move, Arena *arena, Command *out,
                   Err *err) {
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
    case COMMAND_GO: return parse_go(&words, protocol, milliseconds, red_to_move ? RED : BLACK, arena, out, err);
    case COMMAND_DEBUG: out->value = words.at < words.count ? words.word[words.at] : "on"; return true;
    case COMMAND_PONDERHIT: out->draw_offered = next_is(&words, "draw"); return true;
    case COMMAND_PERFT:
    case COMMAND_BENCH: return parse_depth(&words, out, err);
    default: return true;
    }
}

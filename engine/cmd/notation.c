#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/cmd/commands.h"
#include "engine/cmd/fen_args.h"
#include "engine/core/arena.h"
#include "engine/core/file.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

typedef struct { int to; char suite[OPT_TEXT_SIZE]; } NotationArgs;

static const OptRow rows[] = {
    { .name = "to", .kind = OPT_CHOICE, .offset = offsetof(NotationArgs, to), .initial = "iccs",
      .choices = notation_names, .help = "notation to write" },
    { .name = "suite", .kind = OPT_TEXT, .offset = offsetof(NotationArgs, suite), .argument = "FILE.tsv",
      .help = "check that the notations of a file agree both ways" },
};
static const OptTable options = { "notation", rows, sizeof rows / sizeof rows[0] };

/* ---- Moves ---- */

static int convert_moves(const CmdArgs *args, Notation to, Err *err) {
    Pos pos;
    int next = 0;
    if (!fen_args(args, &next, &pos, err)) return EXIT_BAD_INPUT;
    if (next == args->count) return err_set(err, ERR_USAGE, "notation needs a move behind the position");
    Buf out = { 0 };
    bool ok = true;
    for (int i = next; ok && i < args->count; i++) {
        char text[MOVE_TEXT_SIZE];
        const Move mv = move_parse(&pos, args->positional[i], err);
        if (mv) {
            Undo undo;
            buf_addf(&out, "%s\n", move_text(&pos, mv, to, text));
            pos_make(&pos, mv, &undo);
        } else {
            ok = false;
            if (i > next) err_prefix(err, "ply %d: ", i - next + 1);
        }
    }
    if (ok) fputs(buf_text(&out), stdout);
    buf_free(&out);
    return ok ? EXIT_HELD : EXIT_BAD_INPUT;
}

/* ---- A suite ---- */

enum { COLUMNS_MAX = 4 }; /* FEN, coordinates, and one or two of WXF and Chinese */

typedef struct { const char *file; int line, count, wrong; } Suite;

/* Split a line at its tabs, in place. Returns how many columns there are; COLUMNS_MAX at most are taken apart. */
static int split_columns(char *line, char *column[COLUMNS_MAX]) {
    int count = 0;
    for (char *at = line; at && count < COLUMNS_MAX; count++) {
        column[count] = at;
        at = strchr(at, '\t');
        if (at) *at++ = 0;
    }
    return count;
}

/* Does the text name this move, and the move give this text? Prints what differs. */
static bool agrees(const Suite *suite, const Pos *pos, Move mv, const char *text) {
    Err err = { 0 };
    char iccs[MOVE_TEXT_SIZE], out[MOVE_TEXT_SIZE];
    const bool chinese = (unsigned char)text[0] >= 0x80;
    move_text(pos, mv, chinese ? NOTATION_CHINESE : NOTATION_WXF, out);
    move_coord(mv, false, iccs);
    const Move read = move_parse(pos, text, &err);
    if (strcmp(out, text) != 0) printf("%s:%d: %s is written %s, not %s\n", suite->file, suite->line, iccs, out, text);
    if (!read) printf("%s:%d: %s\n", suite->file, suite->line, err.text);
    else if (read != mv)
        printf("%s:%d: %s is read as %s, not %s\n", suite->file, suite->line, text, move_coord(read, false, out), iccs);
    return read == mv && !strcmp(out, text);
}

static bool check_row(Suite *suite, char *line, Err *err) {
    char *column[COLUMNS_MAX];
    Pos pos;
    const int count = split_columns(line, column);
    if (count < 3) return err_set(err, ERR_INPUT, "a row is FEN, ICCS and WXF or Chinese, between tabs");
    if (!fen_parse_diagram(column[0], &pos, err)) return false;
    const Move mv = move_parse(&pos, column[1], err);
    if (!mv) return false;
    bool right = true;
    for (int i = 2; i < count; i++) right = agrees(suite, &pos, mv, column[i]) && right;
    suite->count++;
    suite->wrong += !right;
    return true;
}

static bool check_rows(Suite *suite, const char *text, Err *err) {
    Arena arena = { 0 };
    const char *line;
    size_t len;
    bool ok = true;
    while (ok && text_next_line(&text, &line, &len)) {
        suite->line++;
        if (!len || *line == '#') continue;
        ok = check_row(suite, arena_strndup(&arena, line, len), err) ||
             err_prefix(err, "%s:%d: ", suite->file, suite->line);
    }
    arena_free(&arena);
    return ok;
}

static int check_suite(const char *path, Err *err) {
    Suite suite = { .file = path };
    Buf text = { 0 };
    bool ok = file_read_data(path, &text, err) && check_rows(&suite, buf_text(&text), err);
    buf_free(&text);
    if (ok && !suite.count) ok = err_set(err, ERR_INPUT, "%s: holds no rows", path);
    if (!ok) return EXIT_BAD_INPUT;
    printf("%d of %d rows agree both ways\n", suite.count - suite.wrong, suite.count);
    return suite.wrong ? EXIT_REGRESSED : EXIT_HELD;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const NotationArgs *arg = object;
    if (!*arg->suite) return convert_moves(args, (Notation)arg->to, err);
    if (args->count) return err_set(err, ERR_USAGE, "notation takes a position with moves or --suite, not both");
    return check_suite(arg->suite, err);
}

const Cmd cmd_notation = {
    .name = "notation",
    .synopsis = "FEN MOVE... [--to iccs|wxf|chinese] | --suite FILE.tsv",
    .summary = "convert moves between notations, or check a suite of them",
    .details =
        "The moves are one line of play: each is read in the position that the moves before it lead to, and written "
        "on a line of its own. Every notation and usual spelling is read, also mixed: h2e2, H2-E2, C2=5, +C=5, 炮二平五. "
        "Coordinates count ranks from 0 unless there is a rank 10. The FEN is one quoted word or up to six words, "
        "or startpos for the start of the game.\n\n"
        "  xqengine notation startpos h2e2 h9g7 --to chinese\n\n"
        "A suite has rows of FEN, ICCS and WXF or Chinese or both, separated by tabs. Rows whose text is not what the "
        "move is written as, or is not read as the move, are named, and the exit code is then 1.",
    .options = &options,
    .options_size = sizeof(NotationArgs),
    .run = run,
};

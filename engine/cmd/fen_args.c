#include "engine/cmd/fen_args.h"
#include <string.h>
#include "engine/xq/fen.h"

enum { FEN_FIELDS = 6 };

/* Can this word be a FEN's field behind the board? Side, dash or number: no move is written like that. */
static bool is_field(const char *word, int field) {
    if (field == 1) return strlen(word) == 1 && strchr("wWbBrR", *word);
    return !strcmp(word, "-") || word[strspn(word, "0123456789")] == 0;
}

bool fen_args(const CmdArgs *args, int *next, Pos *pos, Err *err) {
    if (*next >= args->count) return err_set(err, ERR_USAGE, "a position (FEN) is missing");
    Buf text = { 0 };
    const char *board = args->positional[(*next)++];
    if (!strcmp(board, "startpos")) board = POS_START_FEN;
    buf_add(&text, board);
    if (!strchr(board, ' '))
        for (int field = 1; field < FEN_FIELDS && *next < args->count; field++, ++*next) {
            if (!is_field(args->positional[*next], field)) break;
            buf_addf(&text, " %s", args->positional[*next]);
        }
    const bool good = fen_parse(buf_text(&text), pos, err);
    buf_free(&text);
    return good;
}

#include "engine/xq/notation.h"
#include <ctype.h>

/* Every move that is stored or told to an engine passes here, so no printf. */
static char *put_square(int sq, bool one_based, char *out) {
    const int rank = sq_rank(sq) + one_based;
    *out++ = (char)('a' + sq_file(sq));
    if (rank >= 10) *out++ = '1';
    *out++ = (char)('0' + rank % 10);
    return out;
}

char *move_coord(Move mv, bool one_based, char out[MOVE_TEXT_SIZE]) {
    *put_square(mv_to(mv), one_based, put_square(mv_from(mv), one_based, out)) = 0;
    return out;
}

void moves_coord(const Move *move, int count, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    for (int i = 0; i < count; i++) buf_addf(out, "%s%s", i ? " " : "", move_coord(move[i], false, text));
}

/* One square at *text, moved past it; SQ_NONE when there is none. */
static int parse_square(const char **text, bool one_based) {
    const char *at = *text;
    const int file = tolower((unsigned char)*at++) - 'a';
    if (file < 0 || file >= FILES || !isdigit((unsigned char)*at)) return SQ_NONE;
    int rank = *at++ - '0';
    if (one_based && rank == 1 && *at == '0') {
        rank = 10;
        at++;
    }
    rank -= one_based;
    if (rank < 0 || rank >= RANKS) return SQ_NONE;
    *text = at;
    return sq_of(file, rank);
}

Move move_parse_coord(const char *text, bool one_based) {
    const int from = parse_square(&text, one_based);
    if (from == SQ_NONE) return MOVE_NONE;
    if (*text == '-') text++;
    const int to = parse_square(&text, one_based);
    if (to == SQ_NONE || to == from || *text) return MOVE_NONE;
    return mv_make(from, to);
}

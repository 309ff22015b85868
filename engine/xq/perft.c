#include "engine/xq/perft.h"
#include <ctype.h>
#include <string.h>
#include "engine/xq/fen.h"

uint64_t perft(Pos *pos, int depth, MoveGen method, bool bulk) {
    if (depth == 0) return 1;
    if (bulk && depth == 1 && method == (MoveGen)MOVEGEN_DEFAULT) return (uint64_t)gen_count_legal(pos);
    MoveList list;
    gen_legal_by(method, pos, &list);
    if (bulk && depth == 1) return (uint64_t)list.count;
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        pos_make(pos, list.move[i], &undo);
        leaves += perft(pos, depth - 1, method, bulk);
        pos_undo(pos, list.move[i], &undo);
    }
    return leaves;
}

/* Digits at *text (within end) as a number, moved past; false when there are none or it is too large. */
static bool read_number(const char **text, const char *end, uint64_t *number) {
    const char *at = *text;
    uint64_t value = 0;
    for (; at < end && isdigit((unsigned char)*at); at++) {
        const unsigned digit = (unsigned)(*at - '0');
        if (value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (at == *text) return false;
    *text = at;
    *number = value;
    return true;
}

enum { FEN_TEXT_MAX = 256 };

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return at;
}

/* "D3 79666" between two semicolons. */
static bool parse_count(const char *at, const char *end, PerftCase *out, Err *err) {
    const char *field = at = skip_blanks(at, end);
    const int len = end - at < 30 ? (int)(end - at) : 30;
    uint64_t depth, leaves;
    if (at == end || toupper((unsigned char)*at) != 'D') goto bad;
    at++;
    if (!read_number(&at, end, &depth)) goto bad;
    at = skip_blanks(at, end);
    if (!read_number(&at, end, &leaves) || skip_blanks(at, end) != end) goto bad;
    if (depth < 1 || depth > PERFT_DEPTH_MAX)
        return err_set(err, ERR_INPUT, "depth %llu is out of range; 1 to %d", (unsigned long long)depth,
                       PERFT_DEPTH_MAX);
    if (out->known[depth]) return err_set(err, ERR_INPUT, "depth %d is given twice", (int)depth);
    out->leaves[depth] = leaves;
    out->known[depth] = true;
    return true;
bad:
    return err_set(err, ERR_INPUT, "'%.*s' is no count; \"D3 79666\" would be one", len, field);
}

bool perft_parse_case(const char *line, size_t len, PerftCase *out, Err *err) {
    const char *end = line + len, *at = memchr(line, ';', len);
    if (!at) return err_set(err, ERR_INPUT, "no count; a line is \"FEN ;D1 44 ;D2 1920\"");
    char fen[FEN_TEXT_MAX];
    if ((size_t)(at - line) >= sizeof fen)
        return err_set(err, ERR_INPUT, "the FEN is longer than %d characters", FEN_TEXT_MAX - 1);
    memcpy(fen, line, (size_t)(at - line));
    fen[at - line] = 0;
    PerftCase parsed = { .known = { false } };
    if (!fen_parse(fen, &parsed.pos, err)) return false;
    while (at < end) {
        const char *next = memchr(at + 1, ';', (size_t)(end - at - 1));
        if (!next) next = end;
        if (!parse_count(at + 1, next, &parsed, err)) return false;
        at = next;
    }
    *out = parsed;
    return true;
}

#include "engine/xq/fen.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char letters[] = "KABNRCP";

static int piece_of_letter(char letter) {
    const char upper = (char)toupper((unsigned char)letter);
    const char *at = strchr(letters, upper == 'H' ? 'N' : upper == 'E' ? 'B' : upper);
    if (!at || !*at) return PC_NONE;
    return pc_make(isupper((unsigned char)letter) ? RED : BLACK, (int)(at - letters));
}

static bool parse_board(const char **text, Pos *pos, Err *err) {
    const char *at = *text;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int file = 0;
        for (; *at && *at != '/' && *at != ' '; at++) {
            if (isdigit((unsigned char)*at)) {
                file += *at - '0';
                continue;
            }
            const int pc = piece_of_letter(*at);
            if (pc == PC_NONE) return err_set(err, ERR_INPUT, "FEN: '%c' is no piece (row %d)", *at, RANKS - rank);
            if (file >= FILES) return err_set(err, ERR_INPUT, "FEN: row %d has more than 9 points", RANKS - rank);
            if (!pos_put(pos, pc, sq_of(file++, rank)))
                return err_set(err, ERR_INPUT, "FEN: too many of '%c'", *at);
        }
        if (file != FILES) return err_set(err, ERR_INPUT, "FEN: row %d has %d points, not 9", RANKS - rank, file);
        if (rank && *at++ != '/') return err_set(err, ERR_INPUT, "FEN: fewer than 10 rows");
    }
    *text = at;
    return true;
}

bool fen_parse(const char *text, Pos *out, Err *err) {
    Pos pos;
    pos_clear(&pos);
    if (!parse_board(&text, &pos, err)) return false;
    char side = 'w';
    int halfmove = 0, fullmove = 1;
    sscanf(text, " %c %*s %*s %d %d", &side, &halfmove, &fullmove);
    pos.side = side == 'b' ? BLACK : RED;
    pos.halfmove = (uint16_t)halfmove;
    pos.fullmove = (uint16_t)fullmove;
    pos.key = pos_compute_key(&pos);
    if (!(pos.alive & 1) || !(pos.alive >> 16 & 1)) return err_set(err, ERR_INPUT, "FEN: a king is missing");
    if (pos_in_check(&pos, pos.side ^ 1)) return err_set(err, ERR_INPUT, "FEN: the side not to move is in check");
    *out = pos;
    return true;
}

char *fen_text(const Pos *pos, char text[FEN_SIZE]) {
    char *at = text;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < FILES; file++) {
            const int pc = pos->board[sq_of(file, rank)];
            if (pc == PC_NONE) {
                empty++;
                continue;
            }
            if (empty) *at++ = (char)('0' + empty);
            empty = 0;
            const char letter = letters[pc_kind(pc)];
            *at++ = pc_side(pc) == RED ? letter : (char)tolower((unsigned char)letter);
        }
        if (empty) *at++ = (char)('0' + empty);
        if (rank) *at++ = '/';
    }
    snprintf(at, (size_t)(text + FEN_SIZE - at), " %c - - %d %d", pos->side == RED ? 'w' : 'b', pos->halfmove, pos->fullmove);
    return text;
}

void fen_print(const Pos *pos, Buf *out) {
    char text[FEN_SIZE];
    buf_add(out, fen_text(pos, text));
}

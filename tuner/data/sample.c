#include "tuner/data/sample.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "engine/xq/fen.h"
#include "tuner/data/words.h"

#define HEADING "# xqlab samples 1\n"
const char sample_heading[] = HEADING "# fen\tresult\tscore\tdepth\tgame\tply\treason\tplayer\topening\tflags\n"
                                      "# result and score from Red's view; flags: 1 in check, 2 after a capture, 4 end of a line\n";

bool sample_is_heading(const char *text) { return strncmp(text, HEADING, strlen(HEADING)) == 0; }

void sample_print(const Sample *s, Buf *out) {
    static const char *const results[] = { "0", "0.5", "1" };
    char fen[FEN_SIZE];
    buf_addf(out, "%s\t%s\t", fen_text(&s->pos, fen), results[s->half_points]);
    if (s->score == SAMPLE_NO_SCORE) buf_add(out, "-");
    else buf_addf(out, "%d", s->score);
    buf_addf(out, "\t%d\t%016" PRIx64 "\t%d\t%s\t", s->depth, s->game, s->ply, reason_names[s->reason]);
    for (const char *p = s->player; *p; p++) buf_add_char(out, *p == '\t' || *p == '\n' ? ' ' : *p);
    buf_addf(out, "\t%016" PRIx64 "\t%u\n", s->opening, s->flags);
}

enum { FIELDS = 10 };

/* The line cut at its tabs, in place. */
static int split(char *line, char *field[FIELDS]) {
    int count = 0;
    for (char *at = line; count < FIELDS; count++) {
        field[count] = at;
        at += strcspn(at, "\t");
        if (!*at) return count + 1;
        *at++ = 0;
    }
    return FIELDS + 1;
}

static bool read_identity(const char *text, uint64_t *out) {
    char *end;
    *out = strtoull(text, &end, 16);
    return end != text && !*end;
}

static bool read_fields(char *field[FIELDS], Sample *s, Err *err) {
    long number[4] = { SAMPLE_NO_SCORE };
    if (!fen_parse(field[0], &s->pos, err)) return false;
    s->half_points = word_half_points(field[1]);
    if (s->half_points < 0) return err_set(err, ERR_INPUT, "'%s' is no result; from Red's view 1, 0.5 or 0", field[1]);
    static const struct { int field; const char *name; long max; } numbers[] = {
        { 2, "score", INT16_MAX }, { 3, "depth", 1000 }, { 5, "ply", 100000 }, { 9, "flags", 7 },
    };
    for (int i = 0; i < 4; i++) {
        if (i == 0 && strcmp(field[2], "-") == 0) continue;
        if (!word_int(field[numbers[i].field], &number[i]) || labs(number[i]) > numbers[i].max)
            return err_set(err, ERR_INPUT, "'%s' is no %s", field[numbers[i].field], numbers[i].name);
    }
    s->score = (int)number[0];
    s->depth = (int)number[1];
    s->ply = (int)number[2];
    s->flags = (unsigned)number[3];
    s->reason = reason_find(field[6]);
    if (s->reason == REASON_COUNT) return err_set(err, ERR_INPUT, "'%s' is no reason why games end", field[6]);
    if (!read_identity(field[4], &s->game) || !read_identity(field[8], &s->opening))
        return err_set(err, ERR_INPUT, "game and opening are hexadecimal numbers, not '%s' and '%s'", field[4], field[8]);
    strncpy(s->player, field[7], sizeof s->player - 1);
    return true;
}

bool sample_read(const char *line, size_t len, Sample *out, Err *err) {
    char copy[1024], *field[FIELDS];
    *out = (Sample){ 0 };
    if (len >= sizeof copy) return err_set(err, ERR_INPUT, "the line is too long for a sample");
    memcpy(copy, line, len);
    copy[len] = 0;
    const int count = split(copy, field);
    if (count != FIELDS) return err_set(err, ERR_INPUT, "a sample has %d fields between tabs, this line %s", FIELDS, count < FIELDS ? "fewer" : "more");
    return read_fields(field, out, err);
}

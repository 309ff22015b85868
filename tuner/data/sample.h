/* A sample: a position with everything that is known of how its game went. Its line of text is independent of the
 * evaluation's terms, so samples are kept and traces made from them. */
#ifndef TUNER_DATA_SAMPLE_H
#define TUNER_DATA_SAMPLE_H
#include "engine/core/buf.h"
#include "engine/xq/rules.h"

enum { SAMPLE_NO_SCORE = INT16_MIN, SAMPLE_PLAYER_SIZE = 64 };

typedef enum {
    SAMPLE_IN_CHECK = 1,      /* the side to move was in check where the sample was taken */
    SAMPLE_AFTER_CAPTURE = 2, /* the move before was a capture */
    SAMPLE_LEAF = 4,          /* the position is the end of the line that a search expects */
} SampleFlag;

typedef struct {
    Pos pos;
    int half_points;   /* Red's result, 0 to 2 */
    int score, depth;  /* Red's view, of the search that chose the move; SAMPLE_NO_SCORE */
    uint64_t game;     /* identity of the game */
    int ply;           /* of the game, opening included, where the sample was taken */
    Reason reason;     /* why the game ended */
    char player[SAMPLE_PLAYER_SIZE]; /* whose score it is; "-" when unknown */
    uint64_t opening;  /* identity of the opening; 0: unknown */
    unsigned flags;    /* SampleFlag */
} Sample;

/* The first lines of a file of samples, and whether a text begins so. */
extern const char sample_heading[];
bool sample_is_heading(const char *text);
/* The sample as a line: fen, result, score, depth, game, ply, reason, player, opening, flags, separated by tabs. */
void sample_print(const Sample *sample, Buf *out);
/* Read such a line of len bytes. */
bool sample_read(const char *line, size_t len, Sample *out, Err *err);
#endif

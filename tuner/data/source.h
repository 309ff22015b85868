/* Where samples come from: games of a store, PGN files, EPD lines with results. All of them arrive as games. */
#ifndef TUNER_DATA_SOURCE_H
#define TUNER_DATA_SOURCE_H
#include "engine/core/err.h"
#include "tuner/data/sample.h"

/* What the mover thought of a position. */
typedef struct { int score, depth; /* Red's view; SAMPLE_NO_SCORE */ } SourceScore;

typedef struct {
    uint64_t id;             /* of start, moves and result: the same game anywhere is the same game; of a line of EPD its name or place */
    Pos start;
    const Move *move;        /* legal from start on */
    int count;
    const SourceScore *score; /* before each move; NULL: unknown */
    int opening_count;       /* of the moves: the opening, which nobody chose */
    int half_points;         /* Red's, 0 to 2; -1: unknown, and only when that was asked for */
    Reason reason;           /* REASON_NONE: unknown */
    const char *player[2];
    uint64_t opening;
    SourceScore alone;       /* of the start position, when there are no moves */
} SourceGame;

typedef struct {
    int64_t run;             /* of a store; 0: all runs */
    bool lenient;            /* pass over broken lines and games, counting them */
    bool unfinished;         /* games without a result too */
} SourceOptions;

typedef struct {
    int64_t games;           /* of stores and PGN files, handed over */
    int64_t lines;           /* positions of EPD and of samples, handed over */
    int64_t unfinished;      /* games without a result, passed over */
    int64_t broken;          /* lines and games passed over */
    char first_broken[256];  /* what was wrong with the first of them */
} SourceCounts;

typedef struct {
    void *context;
    bool (*game)(void *context, const SourceGame *game, Err *err);     /* false ends the reading with *err */
    bool (*sample)(void *context, const Sample *sample, Err *err);     /* a line of a file of samples */
} SourceVisitor;

typedef enum { SOURCE_STORE, SOURCE_PGN, SOURCE_LINES } SourceKind;
/* What the file seems to be, by its first bytes and its name. */
SourceKind source_kind(const char *path);
/* ERR_INPUT for what extraction has written itself, which holds counts and no games. */
bool source_check(const char *path, Err *err);
/* Read a file of whatever kind: a store, *.pgn[.gz], samples, or else EPD: a FEN, then a result from Red's view in any
 * usual writing, and perhaps `ce SCORE` (of the side to move) and `game NAME`. Errors name file and line. */
bool source_read(const char *path, const SourceOptions *options, const SourceVisitor *visitor, SourceCounts *counts, Err *err);
#endif

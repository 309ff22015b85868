/* What is known of a played game: filled by the game loop, stored, counted, reported, exported. */
#ifndef BENCH_MATCH_RECORD_H
#define BENCH_MATCH_RECORD_H
#include "bench/client/player.h"
#include "engine/xq/rules.h"

typedef struct {
    Move move;
    int16_t score; /* mover's view; see Answer */
    uint8_t bound; /* ScoreBound */
    uint8_t depth;
    bool says_time;      /* latency_ns is known */
    uint64_t nodes;
    int64_t time_ns;     /* the player's */
    int32_t overhead_ns; /* the runner's own, this ply */
    int32_t latency_ns;  /* of time_ns: what the player does not know of, the way there and back */
    int16_t wdl[3];      /* see Answer */
} MoveRecord;

/* Sums over one side's moves of the game: reports read these and never scan moves. */
typedef struct {
    int player; /* index in the specification */
    int moves;
    uint64_t nodes;
    int64_t depth_sum, time_ns, overhead_ns, time_max_ns;
    uint64_t counter[PLAYER_COUNTERS_MAX];
    int fault; /* Fault */
    char note[PLAYER_NOTE_SIZE];
    char *talk; /* the last lines both ways before a fault; NULL where there are none; owned by the record */
} SideRecord;

typedef struct {
    int leg;            /* 0 or 1: which game of the pair */
    SideRecord side[2]; /* by colour */
    Outcome outcome;
    Reason reason;
    Verdict verdict;  /* of the rules, when they ended it; .reason NONE otherwise */
    MoveRecord *move; /* count plies after the opening, owned by the record */
    int count, cap;
    int64_t started_ns, ended_ns; /* wall clock, since the run began; never part of a digest */
} GameRecord;

/* The unit of work, commit and resume: one opening, twice, colours exchanged. */
typedef struct {
    int index;           /* in the schedule */
    int pairing, round;  /* natural keys: (run, pairing, round) names a pair for ever */
    int opening;         /* index in the opening list */
    char start_fen[128]; /* where the opening starts */
    Move *opening_move;  /* moves already played in the opening, owned */
    int opening_count;
    bool counted;       /* false: finished after an SPRT's decision */
    GameRecord game[2]; /* leg 0: the pairing's first player has Red */
} PairRecord;

/* Release what a game holds, moves and talk; accepts an empty one. */
void game_record_free(GameRecord *game);
void pair_record_free(PairRecord *pair);
/* Half points that the side of this colour has from an outcome, 0 to 2; -1 without a result. */
int outcome_half_points(Outcome outcome, int side);
/* Half points of the pairing's first player over the pair's two games, 0 to 4; -1 when a game has no result. */
int pair_record_half_points(const PairRecord *pair);
#endif

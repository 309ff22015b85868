/* The specification of a match: everything that decides its games, from YAML or the command line. */
#ifndef BENCH_MATCH_SPEC_H
#define BENCH_MATCH_SPEC_H
#include "bench/client/player.h"
#include "bench/stats/sprt.h"
#include "engine/core/opt.h"
#include "engine/xq/rules.h"

typedef enum { FORMAT_PAIRS, FORMAT_ROUND_ROBIN, FORMAT_GAUNTLET } Format;
typedef enum { ORDER_SEQUENTIAL, ORDER_RANDOM } OpeningOrder;

/* Adjudication: both players' scores agree for so many moves in a row. moves 0: off. */
typedef struct {
    int64_t win_moves, win_score;
    int64_t draw_moves, draw_score, draw_after; /* draw only after so many plies of the game */
    int64_t max_plies;                          /* longest game, then a draw; 0: none */
} Adjudication;

typedef struct {
    char name[64];
    int format;               /* Format */
    PlayerSpec *player;       /* player_count of them, owned */
    int player_count;
    Limit limit;              /* of players without their own */
    int64_t games;            /* per pairing, even */
    int64_t seed;
    char openings[OPT_TEXT_SIZE]; /* file; "" = the start position */
    int opening_order;        /* OpeningOrder */
    int64_t opening_plies;    /* of PGN openings; 0: all */
    int rule_set;             /* index in rule_set_names */
    RuleSet rules;            /* resolved */
    Adjudication adjudication;
    bool use_sprt;            /* FORMAT_PAIRS only */
    SprtSpec sprt;
    int record;               /* how much is stored of each move: moves | counters */
    int64_t max_faults;       /* faults of players in a row that stop the run */
} MatchSpec;

/* Read a match file ({name, players, format, limit, games, openings, ...}); assignments are --set texts ("games=200",
 * "players.NAME.search.hash=16"), NULL-terminated. Free with spec_free. */
bool spec_load(const char *path, const char *const *assignments, MatchSpec *out, Err *err);
void spec_free(MatchSpec *spec);
/* Checks that need the whole: at least two players, names distinct, games even, a limit for everyone, SPRT only with pairs. */
bool spec_check(const MatchSpec *spec, Err *err);
/* Canonical text of all that decides the games, but not their number, workers or the run's name: its hash is what resume
 * compares. */
void spec_print(const MatchSpec *spec, Buf *out);
/* Rows of the scalar keys (help and documentation pages). */
extern const OptTable spec_options, adjudication_options;
#endif

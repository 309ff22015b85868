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
    char name[OPT_TEXT_SIZE];
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
    int64_t max_faults;       /* games in a row lost by a player's fault that stop the run */
    char *source;             /* what it was read from, as YAML that gives the same match again; owned, may be NULL */
} MatchSpec;

/* Read a match file ({name, players, format, limit, games, openings, ...}); assignments are --set texts ("games=200",
 * "players.NAME.search.hash=16"), NULL-terminated, may be NULL. Free with spec_free. */
bool spec_load(const char *path, const char *const *assignments, MatchSpec *out, Err *err);
/* The same from a mapping already read. Missing keys get their defaults, a missing format that of the number of
 * players. The result is checked (spec_check). */
bool spec_from_conf(struct ConfNode *map, MatchSpec *out, Err *err);
/* Release; accepts an empty one. */
void spec_free(MatchSpec *spec);
/* Checks that need the whole: at least two players, names distinct, games even, a limit for everyone, SPRT only with pairs. */
bool spec_check(const MatchSpec *spec, Err *err);
/* Try every player before the run (player_spec_prepare_named). */
bool spec_prepare(MatchSpec *spec, Buf *warnings, Err *err);
/* Are there engines behind pipes, and none that spreads? Then a game runs best on one processor: who is asked is woken where
 * it is asked. Known after spec_prepare. */
bool spec_fits_one_processor(const MatchSpec *spec);
/* The limit that a player has: its own or the match's. */
const Limit *spec_limit(const MatchSpec *spec, int player);
/* Will the same opening always give the same pair again? */
bool spec_is_deterministic(const MatchSpec *spec);
/* Two players without chance that differ by their names alone, limits included, play both games of a pair alike. Are there
 * two that are to play each other? *a and *b become the first ones. */
bool spec_has_twins(const MatchSpec *spec, int *a, int *b);
/* Canonical text of all that decides the games, but not their number, workers, the run's name or where the openings
 * lie: its hash is what resume compares. */
void spec_print(const MatchSpec *spec, Buf *out);
/* Rows of the scalar keys (help and documentation pages). */
extern const OptTable spec_options, adjudication_options, sprt_options;
extern const char *const format_names[]; /* pairs round_robin gauntlet, NULL-terminated */
#endif

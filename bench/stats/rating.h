/* Rating list of many players from the game pairs they played.
 *
 * Ratings solve, for every player at once, sum(points - expected points) = 0, where the expected score of a
 * game is logistic in the rating difference and a draw counts half: with two players the Elo of
 * bench/stats/elo.h. Errors come from the sandwich estimate clustered by pair (P. Huber 1967; K.-Y. Liang and
 * S. Zeger 1986), so that they stay right when draws are frequent and when the two games of a pair hang
 * together. */
#ifndef BENCH_STATS_RATING_H
#define BENCH_STATS_RATING_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "engine/core/err.h"

/* Pairs between two players, by result: count[i][j] pairs in which `a` scored i half points with Red and j
 * half points with Black. Two players may appear in several of these, either way round. */
typedef struct {
    size_t a, b;
    int64_t count[3][3];
} RatingPairs;

/* What the figures are relative to. Zeroed: the players' mean is 0, no colour advantage is estimated. */
typedef struct {
    bool anchored; /* player `anchor` has the rating anchor_elo; otherwise the mean of a group is 0 */
    size_t anchor;
    double anchor_elo;
    bool colour; /* estimate Red's advantage; pairs balance it, so ratings hardly change */
} RatingSpec;

typedef struct {
    int64_t games;
    double score; /* points a game; NAN without games */
    int group;    /* players are comparable within a group; -1: played nobody, all figures NAN */
    bool prior;   /* the results alone leave this rating infinite (all won, or all lost): one draw against
                   * the group's mean was added to them */
    double elo;
    double low, high; /* 95 % interval; a bound is infinite when the results set none */
    double error;     /* half of it */
} RatingPlayer;

typedef struct {
    RatingPlayer *players; /* in the order of their numbers */
    size_t count;
    int groups;          /* sets of players connected by games; more than one: the list falls apart */
    double colour_elo;   /* Red's advantage, kept finite by one added draw; 0 when not estimated */
    double colour_error; /* its 95 % error */
    double *covariance;  /* count x count, of the ratings, Elo squared; 0 between groups */
} RatingList;

/* The difference of two players as their own match would show it. */
typedef struct {
    double elo, low, high, error; /* first minus second, 95 % */
    double los;                   /* probability that the first is stronger, 0 to 1 */
} RatingDifference;

/* Fill *list (release with rating_free). stats_init comes first. Errors: a player number out of range, a
 * player paired with himself, a negative count, an anchor that played nobody; *list is then empty. */
bool rating_fit(RatingList *list, const RatingSpec *spec, size_t players, const RatingPairs *pairs, size_t count,
                Err *err);
void rating_free(RatingList *list);
/* Compare two players; all NAN when they are the same or in different groups, los NAN when the error is 0. */
RatingDifference rating_difference(const RatingList *list, size_t first, size_t second);
/* order[0..count) becomes the players' numbers: group by group, in each the best rating first (equal ones in order of
 * number), those who played nobody last. */
void rating_order(const RatingList *list, size_t *order);
#endif

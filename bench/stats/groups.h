/* Who can be compared with whom: the graph of results behind a rating list. */
#ifndef BENCH_STATS_GROUPS_H
#define BENCH_STATS_GROUPS_H
#include <stdbool.h>
#include <stddef.h>

/* points[i * count + j] is what player i took from player j (1 a win, 1/2 a draw), all pairs of players.
 *
 * group[i] becomes the number, from 0, of the set of players connected with i by games, or -1 when i played
 * nobody; ratings of different groups have nothing to do with each other. Returns the number of groups.
 *
 * unbounded[i] becomes true when the results alone leave i's rating infinite. Ratings are finite where
 * everyone took something, along a chain of opponents, from everyone else (L. R. Ford, "Solution of a ranking
 * problem from binary comparisons", 1957). The largest such set of a group stands by itself; the others of
 * the group, in the simplest case a player who won or lost all games, are unbounded. When two such sets are
 * equally large nobody can say which is the bulk, and the whole group is unbounded. */
int groups_find(size_t count, const double *points, int *group, bool *unbounded);
#endif

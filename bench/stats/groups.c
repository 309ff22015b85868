#include "bench/stats/groups.h"
#include <stdlib.h>
#include "engine/core/arena.h"

/* Give `number` to everyone connected with player `first` by games. */
static void mark_group(size_t count, const double *points, size_t first, int number, int *group) {
    size_t *waiting = mem_alloc(count * sizeof *waiting), left = 0;
    group[first] = number;
    waiting[left++] = first;
    while (left) {
        const size_t i = waiting[--left];
        for (size_t j = 0; j < count; j++) {
            const bool met = points[i * count + j] > 0 || points[j * count + i] > 0;
            if (!met || group[j] >= 0) continue;
            group[j] = number;
            waiting[left++] = j;
        }
    }
    free(waiting);
}

static bool met_anyone(size_t count, const double *points, size_t i) {
    for (size_t j = 0; j < count; j++)
        if (points[i * count + j] > 0 || points[j * count + i] > 0) return true;
    return false;
}

/* took[i * count + j]: is there a chain from i to j in which everyone took something from the next
 * (Warshall)? */
static bool *chains(size_t count, const double *points) {
    bool *took = mem_zalloc(count * count, sizeof *took);
    for (size_t i = 0; i < count * count; i++) took[i] = points[i] > 0;
    for (size_t i = 0; i < count; i++) took[i * count + i] = true;
    for (size_t mid = 0; mid < count; mid++)
        for (size_t i = 0; i < count; i++) {
            if (!took[i * count + mid]) continue;
            for (size_t j = 0; j < count; j++) took[i * count + j] |= took[mid * count + j];
        }
    return took;
}

/* Everyone outside the one largest mutually chained set of the group is unbounded. */
static void mark_unbounded(size_t count, const bool *took, const int *group, int number, bool *unbounded) {
    size_t largest = 0, bulk = count;
    bool tied = false;
    for (size_t i = 0; i < count; i++) {
        if (group[i] != number) continue;
        size_t size = 0, first = count;
        for (size_t j = count; j-- > 0;)
            if (took[i * count + j] && took[j * count + i]) size++, first = j;
        if (first != i) continue; /* each set is weighed once, at its first player */
        tied = size == largest || (tied && size < largest);
        if (size > largest) largest = size, bulk = i;
    }
    for (size_t i = 0; i < count; i++)
        if (group[i] == number) unbounded[i] = tied || !(took[i * count + bulk] && took[bulk * count + i]);
}

int groups_find(size_t count, const double *points, int *group, bool *unbounded) {
    int groups = 0;
    for (size_t i = 0; i < count; i++) group[i] = -1, unbounded[i] = false;
    for (size_t i = 0; i < count; i++)
        if (group[i] < 0 && met_anyone(count, points, i)) mark_group(count, points, i, groups++, group);

    bool *took = chains(count, points);
    for (int number = 0; number < groups; number++) mark_unbounded(count, took, group, number, unbounded);
    free(took);
    return groups;
}

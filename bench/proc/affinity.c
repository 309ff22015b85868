#define _GNU_SOURCE
#include "bench/proc/affinity.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include "engine/core/buf.h"
#include "engine/core/file.h"

/* Does an earlier processor of the same core stand in the set, too? The kernel lists a core's as "0,4" or "0-1". */
static bool is_second(int cpu, const cpu_set_t *set) {
    char path[80];
    Buf list = { 0 };
    bool second = false;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
    if (file_read(path, &list, NULL)) {
        char *end;
        const long first = strtol(buf_text(&list), &end, 10);
        second =
            end != buf_text(&list) && first >= 0 && first < cpu && first < CPU_SETSIZE && CPU_ISSET((size_t)first, set);
    }
    buf_free(&list);
    return second;
}

bool affinity_pin(int number) {
    cpu_set_t allowed, one;
    int order[CPU_SETSIZE], count = 0;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return false;
    for (int second = 0; second < 2; second++)
        for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
            if (CPU_ISSET((size_t)cpu, &allowed) && is_second(cpu, &allowed) == second) order[count++] = cpu;
    if (!count) return false;
    CPU_ZERO(&one);
    CPU_SET((size_t)order[number % count], &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

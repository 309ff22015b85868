/* How the number of usable cores is read from Linux's texts; for engine/core and its tests. */
#ifndef ENGINE_CORE_POOL_INTERNAL_H
#define ENGINE_CORE_POOL_INTERNAL_H

/* CPUs in a list such as "0-3,8"; 0 when it is none. */
int pool_count_cpus(const char *list);
/* Whole CPUs in a control group's cpu.max, "200000 100000" or "max 100000"; at least 1, or 0 for no limit. Part
 * of a CPU is not counted: a worker that shares one would be stopped in the middle of a timed search. */
int pool_quota_cpus(const char *cpu_max);
#endif

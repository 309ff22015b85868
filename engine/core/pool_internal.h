/* How the number of usable cores is read from Linux's texts; for engine/core and its tests. */
#ifndef ENGINE_CORE_POOL_INTERNAL_H
#define ENGINE_CORE_POOL_INTERNAL_H

/* CPUs in a list such as "0-3,8"; 0 when it is none. */
int pool_count_cpus(const char *list);
#endif

/* What all of bench/stats needs once a process: GSL reports errors as values and doesn't end the program. */
#ifndef BENCH_STATS_STATS_H
#define BENCH_STATS_STATS_H

/* Turn GSL's error handler off, for the whole process; every GSL status is checked where it arises. Commands
 * call it once before their first rating list or bootstrap, before threads start; calling it again changes
 * nothing. */
void stats_init(void);
#endif

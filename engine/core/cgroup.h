/* What control groups leave a program of the machine's processors, by either version of them. */
#ifndef ENGINE_CORE_CGROUP_H
#define ENGINE_CORE_CGROUP_H

/* Whole processors that the quotas of our control group and of those above it allow, the least of them; 0: no limit. Part
 * of a processor is not counted: a worker that shares one would be stopped in the middle of a timed search. What is read
 * lies under `root`, "" for this machine: /proc/self/cgroup and /proc/self/mountinfo, and where they say that the groups are
 * mounted, cpu.max (version 2) or cpu.cfs_quota_us and cpu.cfs_period_us (version 1). */
int cgroup_cpus(const char *root);
#endif

/* Made-up files, as kernels with either version of control groups show them. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "engine/core/buf.h"
#include "engine/core/cgroup.h"
#include "engine/core/file.h"

#define V2_MOUNT "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
#define V1_MOUNT "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct\n"
#define V1_OTHER "33 31 0:30 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset\n"
#define HYBRID_MOUNT "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n"
#define DISK "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"

typedef struct {
    const char *name, *groups, *mounts;
    struct { const char *path, *text; } file[6];
    int cpus;
} Machine;

static const Machine machines[] = {
    { "no groups", NULL, NULL, { { 0 } }, 0 },
    { "no quota, version 2", "0::/\n", DISK V2_MOUNT, { { "/sys/fs/cgroup/cpu.max", "max 100000\n" } }, 0 },
    { "two processors, version 2", "0::/\n", DISK V2_MOUNT, { { "/sys/fs/cgroup/cpu.max", "200000 100000\n" } }, 2 },
    { "half a processor is one", "0::/\n", V2_MOUNT, { { "/sys/fs/cgroup/cpu.max", "50000 100000\n" } }, 1 },
    { "parts are not counted", "0::/\n", V2_MOUNT, { { "/sys/fs/cgroup/cpu.max", "399999 100000\n" } }, 3 },
    { "no period", "0::/\n", V2_MOUNT, { { "/sys/fs/cgroup/cpu.max", "200000 0\n" } }, 0 },
    { "the least of the groups above", "0::/a/b\n", V2_MOUNT,
      { { "/sys/fs/cgroup/a/b/cpu.max", "max 100000\n" }, { "/sys/fs/cgroup/a/cpu.max", "150000 50000\n" }, { "/sys/fs/cgroup/cpu.max", "800000 100000\n" } }, 3 },
    { "of a container that sees its own group alone", "0::/docker/1f\n",
      "30 24 0:26 /docker/1f /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n", { { "/sys/fs/cgroup/cpu.max", "400000 100000\n" } }, 4 },
    { "no quota, version 1", "4:cpu,cpuacct:/\n", DISK V1_OTHER V1_MOUNT,
      { { "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n" }, { "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n" } }, 0 },
    { "a quota, version 1", "5:cpuset:/x\n4:cpu,cpuacct:/a\n1:name=systemd:/\n", DISK V1_OTHER V1_MOUNT,
      { { "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "250000\n" }, { "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "50000\n" } }, 5 },
    { "above ours, version 1", "4:cpu,cpuacct:/a/b\n", V1_MOUNT,
      { { "/sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n" }, { "/sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n" },
        { "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "200000\n" }, { "/sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n" } }, 2 },
    { "a container, version 1", "4:cpu,cpuacct:/docker/1f\n",
      "32 31 0:29 /docker/1f /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n",
      { { "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "300000\n" }, { "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n" } }, 3 },
    { "both versions, mounted elsewhere", "1:cpu:/jobs\n0::/jobs\n",
      "32 31 0:29 / /mnt/cpu rw - cgroup cgroup rw,cpu\n" HYBRID_MOUNT,
      { { "/mnt/cpu/jobs/cpu.cfs_quota_us", "600000\n" }, { "/mnt/cpu/jobs/cpu.cfs_period_us", "100000\n" }, { "/sys/fs/cgroup/unified/jobs/cgroup.procs", "1\n" } }, 6 },
    { "cpuset and cpuacct are other controllers", "5:cpuset,cpuacct:/\n", V1_OTHER,
      { { "/sys/fs/cgroup/cpuset/cpu.cfs_quota_us", "100000\n" }, { "/sys/fs/cgroup/cpuset/cpu.cfs_period_us", "100000\n" } }, 0 },
};

static void put_file(const char *root, const char *path, const char *text) {
    Buf full = { 0 };
    Err err = { 0 };
    buf_addf(&full, "%s%s", root, path);
    for (char *slash = strchr(full.text + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(full.text, 0700);
        *slash = '/';
    }
    if (!file_write(full.text, text, strlen(text), &err)) fail_msg("%s", err.text);
    buf_free(&full);
}

static void quotas_of_both_versions_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(machines); i++) {
        const Machine *machine = &machines[i];
        char root[] = "/tmp/test_cgroup_XXXXXX", command[64];
        assert_non_null(mkdtemp(root));
        if (machine->groups) put_file(root, "/proc/self/cgroup", machine->groups);
        if (machine->mounts) put_file(root, "/proc/self/mountinfo", machine->mounts);
        for (size_t k = 0; k < COUNT_OF(machine->file) && machine->file[k].path; k++)
            put_file(root, machine->file[k].path, machine->file[k].text);
        const int cpus = cgroup_cpus(root);
        snprintf(command, sizeof command, "rm -rf '%s'", root);
        assert_int_equal(system(command), 0);
        if (cpus != machine->cpus) fail_msg("%s: %d processors, not %d", machine->name, cpus, machine->cpus);
    }
}

static void this_machine_can_be_asked(void **state) {
    (void)state;
    assert_in_range(cgroup_cpus(""), 0, 1 << 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotas_of_both_versions_are_found),
        cmocka_unit_test(this_machine_can_be_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

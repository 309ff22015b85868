#include "engine/core/cgroup.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "engine/core/file.h"

enum { PATH_SIZE = 1024 };

/* Where a hierarchy of groups is mounted, and which of its groups stands there. */
typedef struct {
    int version;
    char group[PATH_SIZE], folder[PATH_SIZE];
} Mount;

static bool has_word(const char *list, const char *word) {
    const size_t len = strlen(word);
    for (; *list; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == len && !memcmp(list, word, len)) return true;
    return false;
}

/* "36 35 0:28 GROUP FOLDER rw,relatime - cgroup2 cgroup2 rw": a hierarchy that may limit processors? */
static bool read_mount(const char *line, Mount *out) {
    char type[16], options[256];
    const char *rest = strstr(line, " - ");
    if (!rest || sscanf(rest, " - %15s %*s %255s", type, options) != 2) return false;
    out->version = !strcmp(type, "cgroup2") ? 2 : !strcmp(type, "cgroup") && has_word(options, "cpu") ? 1 : 0;
    return out->version && sscanf(line, "%*s %*s %*s %1023s %1023s", out->group, out->folder) == 2;
}

/* Our group, from "0::GROUP" (version 2) or "4:cpu,cpuacct:GROUP". */
static bool read_group(const char *line, int version, char out[PATH_SIZE]) {
    char controllers[256] = "";
    if (version == 2) return sscanf(line, "0::%1023s", out) == 1;
    return sscanf(line, "%*d:%255[^:]:%1023s", controllers, out) == 2 && has_word(controllers, "cpu");
}

static bool find_group(const char *groups, int version, char out[PATH_SIZE]) {
    const char *line;
    size_t len;
    bool found = false;
    Buf copy = { 0 };
    while (!found && text_next_line(&groups, &line, &len)) {
        buf_clear(&copy);
        buf_add_n(&copy, line, len);
        found = read_group(buf_text(&copy), version, out);
    }
    buf_free(&copy);
    return found;
}

static long long read_number(const char *folder, const char *file) {
    Buf path = { 0 }, text = { 0 };
    long long number = 0;
    buf_addf(&path, "%s/%s", folder, file);
    if (!file_read(path.text, &text, NULL) || sscanf(buf_text(&text), "%lld", &number) != 1) number = 0;
    buf_free(&path);
    buf_free(&text);
    return number;
}

/* In microseconds; "max 100000" and -1 say that there is no quota. */
static bool read_quota(const char *folder, int version, long long *quota, long long *period) {
    Buf path = { 0 }, text = { 0 };
    if (version == 1) {
        *quota = read_number(folder, "cpu.cfs_quota_us");
        *period = read_number(folder, "cpu.cfs_period_us");
    } else {
        buf_addf(&path, "%s/cpu.max", folder);
        if (!file_read(path.text, &text, NULL) || sscanf(buf_text(&text), "%lld %lld", quota, period) != 2) *quota = 0;
    }
    buf_free(&path);
    buf_free(&text);
    return *quota > 0 && *period > 0;
}

static void take_least(int *cpus, int other) {
    if (other && (!*cpus || other < *cpus)) *cpus = other;
}

/* Of the group in this folder, and of those above it up to where the hierarchy is mounted. */
static int least_quota(const char *mounted, const char *below, int version) {
    Buf folder = { 0 };
    int cpus = 0;
    buf_add(&folder, mounted);
    buf_add(&folder, below);
    const size_t top = strlen(mounted);
    for (;;) {
        long long quota = 0, period = 0;
        if (read_quota(folder.text, version, &quota, &period)) take_least(&cpus, quota < period ? 1 : (int)(quota / period));
        char *slash = strrchr(folder.text + top, '/');
        if (!slash) break;
        *slash = 0;
    }
    buf_free(&folder);
    return cpus;
}

/* A group's path below the one that is mounted. Of a group that isn't seen from here, what is mounted stands for it. */
static const char *below_mount(const char *group, const char *mounted) {
    const size_t len = strcmp(mounted, "/") ? strlen(mounted) : 0;
    const char *below = group + len;
    return !strncmp(group, mounted, len) && *below == '/' && below[1] ? below : "";
}

int cgroup_cpus(const char *root) {
    Buf path = { 0 }, groups = { 0 }, mounts = { 0 }, copy = { 0 };
    int cpus = 0;
    buf_addf(&path, "%s/proc/self/cgroup", root);
    bool good = file_read(path.text, &groups, NULL);
    buf_clear(&path);
    buf_addf(&path, "%s/proc/self/mountinfo", root);
    good = good && file_read(path.text, &mounts, NULL);
    const char *at = buf_text(&mounts), *line;
    size_t len;
    while (good && text_next_line(&at, &line, &len)) {
        Mount mount;
        char group[PATH_SIZE];
        buf_clear(&copy);
        buf_add_n(&copy, line, len);
        if (!read_mount(buf_text(&copy), &mount) || !find_group(buf_text(&groups), mount.version, group)) continue;
        buf_clear(&path);
        buf_addf(&path, "%s%s", root, mount.folder);
        take_least(&cpus, least_quota(path.text, below_mount(group, mount.group), mount.version));
    }
    buf_free(&path);
    buf_free(&groups);
    buf_free(&mounts);
    buf_free(&copy);
    return cpus;
}

#include "bench/cmd/run_select.h"
#include <stdlib.h>
#include <string.h>

enum { UID_DIGITS_MIN = 8, NUMBER_DIGITS_MAX = UID_DIGITS_MIN - 1 };

static bool is_number(const char *name) {
    return strlen(name) <= NUMBER_DIGITS_MAX && *name && !name[strspn(name, "0123456789")];
}

static bool is_uid(const char *name) {
    return strlen(name) >= UID_DIGITS_MIN && !name[strspn(name, "0123456789abcdef")];
}

bool run_select_init(RunSelect *select, const OptList *names, int files, Err *err) {
    *select = (RunSelect){ .names = names };
    for (int i = 0; i < names->count; i++) {
        const char *name = names->item[i];
        if (!is_number(name) && !is_uid(name))
            return err_set(err, ERR_USAGE, "--run: '%s' is neither a number nor the first %d or more digits of a uid",
                           name, UID_DIGITS_MIN);
        if (is_number(name) && files > 1)
            return err_set(err, ERR_USAGE,
                           "--run: %s may be a run of each of %d databases; give the first digits of the uid "
                           "(xqbench report lists them)",
                           name, files);
    }
    return true;
}

bool run_select_takes(RunSelect *select, const RunInfo *run) {
    bool taken = select->names->count == 0;
    for (int i = 0; i < select->names->count; i++) {
        const char *name = select->names->item[i];
        const bool meant =
            is_number(name) ? strtoll(name, NULL, 10) == run->id : strncmp(run->uid, name, strlen(name)) == 0;
        select->found[i] |= meant;
        taken |= meant;
    }
    return taken;
}

bool run_select_check(const RunSelect *select, Err *err) {
    for (int i = 0; i < select->names->count; i++)
        if (!select->found[i]) return err_set(err, ERR_INPUT, "--run: there is no run %s", select->names->item[i]);
    return true;
}

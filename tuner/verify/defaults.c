#include "tuner/verify/defaults.h"
#include <string.h>
#include "tuner/verify/default_source.h"

const char *const defaults_paths[DEFAULTS_FILES] = {
    [DEFAULTS_WEIGHTS_YAML] = "configs/weights/default.yaml",
    [DEFAULTS_WEIGHTS_C] = "engine/eval/weights_default.c",
    [DEFAULTS_OPTIONS_C] = "engine/search/options.inc",
    [DEFAULTS_FULL_YAML] = "configs/variants/full.yaml",
};

static bool same_value(const OptRow *row, const void *a, const void *b) {
    Buf one = { 0 }, other = { 0 };
    opt_get(row, a, &one);
    opt_get(row, b, &other);
    const bool same = !strcmp(buf_text(&one), buf_text(&other));
    buf_free(&one);
    buf_free(&other);
    return same;
}

/* Only whole numbers stand in options.inc in the form in which they are printed. */
static bool plan_option(const OptRow *row, const Variant *tuned, Defaults *out, Err *err) {
    Buf value = { 0 };
    if (row->kind != OPT_INT) return err_set(err, ERR_INPUT, "search.%s is no number; write the player with --to FILE and change the default by hand", row->name);
    if (out->options == (int)(sizeof out->option / sizeof *out->option)) return err_set(err, ERR_INPUT, "more search options change than one tuning can");
    opt_get(row, &tuned->search, &value);
    const bool good = opt_set_row(row, &out->after.search, buf_text(&value), err);
    buf_free(&value);
    out->option[out->options++] = row;
    return good;
}

bool defaults_plan(const Variant *start, const Variant *tuned, Defaults *out, Err *err) {
    *out = (Defaults){ .options = 0 };
    variant_default(&out->before);
    out->after = out->before;
    if (memcmp(&start->eval, &tuned->eval, sizeof start->eval)) return err_set(err, ERR_INPUT, "the tuning switched groups of terms, which have no default of their own");
    if (memcmp(&start->weights, &tuned->weights, sizeof start->weights)) out->after.weights = tuned->weights;
    out->weights = memcmp(&out->after.weights, &out->before.weights, sizeof out->after.weights) != 0;
    for (size_t i = 0; i < search_options.count; i++) {
        const OptRow *row = &search_options.rows[i];
        if (same_value(row, &start->search, &tuned->search) || same_value(row, &tuned->search, &out->before.search)) continue;
        if (!plan_option(row, tuned, out, err)) return false;
    }
    return true;
}

bool defaults_change(const Defaults *defaults, DefaultsFile file) {
    return file == DEFAULTS_WEIGHTS_YAML || file == DEFAULTS_WEIGHTS_C ? defaults->weights : defaults->options > 0;
}

/* The comment at the head stays, but for what says where the set comes from. */
static void write_weights_yaml(const Defaults *defaults, const char *text, Buf *out) {
    const char *body = strncmp(text, "weights:", strlen("weights:")) ? strstr(text, "\nweights:") : text;
    if (body) buf_add_n(out, text, (size_t)(body - text) + (body > text));
    weights_print(&defaults->after.weights, out);
}

/* Put a value at the end of `head` in place of the number that stands there. Not there: false. */
static bool replace_number(Buf *text, const char *head, const char *value) {
    const char *at = strstr(buf_text(text), head);
    if (!at) return false;
    const size_t before = (size_t)(at - buf_text(text)) + strlen(head), length = strspn(at + strlen(head), "+-0123456789");
    Buf changed = { 0 };
    buf_add_n(&changed, buf_text(text), before);
    buf_add(&changed, value);
    buf_add(&changed, buf_text(text) + before + length);
    buf_free(text);
    *text = changed;
    return true;
}

static bool write_option(const Defaults *defaults, const OptRow *row, DefaultsFile file, Buf *out, Err *err) {
    static const char *const macros[] = { "INT", "TUNABLE" };
    Buf value = { 0 }, head = { 0 };
    opt_get(row, &defaults->after.search, &value);
    bool found = file == DEFAULTS_FULL_YAML; /* a variant needn't name what has the default */
    if (file == DEFAULTS_FULL_YAML) {
        buf_addf(&head, "\n  %s: ", row->name);
        replace_number(out, buf_text(&head), buf_text(&value));
    }
    for (size_t i = 0; !found && i < sizeof macros / sizeof *macros; i++) {
        buf_clear(&head);
        buf_addf(&head, "\n%s(%s, ", macros[i], row->name);
        found = replace_number(out, buf_text(&head), buf_text(&value));
    }
    buf_free(&head);
    buf_free(&value);
    return found || err_set(err, ERR_INPUT, "%s: has no row for %s; is it the tree of this program?", defaults_paths[file], row->name);
}

bool defaults_write(const Defaults *defaults, DefaultsFile file, const char *text, const char *origin, Buf *out, Err *err) {
    if (file == DEFAULTS_WEIGHTS_YAML) write_weights_yaml(defaults, text, out);
    if (file == DEFAULTS_WEIGHTS_C) default_source(&defaults->after.weights, origin, out);
    if (file == DEFAULTS_WEIGHTS_YAML || file == DEFAULTS_WEIGHTS_C) return true;
    buf_add(out, text);
    for (int i = 0; i < defaults->options; i++)
        if (!write_option(defaults, defaults->option[i], file, out, err)) return false;
    return true;
}

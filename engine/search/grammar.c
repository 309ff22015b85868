/* Names of engines: a base and the letters of the enhancements switched on, PVSHNTIQ. A letter switches on itself
 * alone, so that ladders and factorial designs can be named. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "engine/search/variant.h"

typedef struct {
    const char *name, *set;
} Part;

/* A longer base stands before a shorter one that it begins with. */
static const Part bases[] = {
    { "PVS", "algorithm=pvs fail_soft=on" },
    { "MM", "algorithm=minimax" },
    { "AB", "algorithm=alphabeta" },
    { "FS", "algorithm=alphabeta fail_soft=on" },
    { "AS", "algorithm=alphabeta fail_soft=on aspiration=on aspiration_growth=0" },
};

/* In the order in which a name must give them. */
static const Part letters[] = {
    { "K", "killers=on" },
    { "C", "capture_order=mvv_lva" },
    { "H", "history=butterfly" },
    { "N", "null_move=2" },
    { "T", "tt=on tt_move=on tt_cutoff=on tt_cutoff_depth=at_least" },
    { "I", "iterative_deepening=on" },
    { "Q", "quiescence=on quiescence_order=mvv_lva quiescence_evasions=4" },
};

/* Apply "name=value name=value": our own constants, so a mistake is an assertion of the tests. */
static bool set_all(SearchOptions *options, const char *set) {
    char text[256];
    snprintf(text, sizeof text, "%s", set);
    char *save = NULL;
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');
        *value++ = 0;
        if (!opt_set(&search_options, options, word, value, NULL)) return false;
    }
    return true;
}

static bool begins(const char *text, const char *part) {
    for (; *part; text++, part++)
        if (toupper((unsigned char)*text) != *part) return false;
    return true;
}

bool variant_from_grammar(const char *name, Variant *out) {
    SearchOptions options;
    const char *at = name;
    search_options_plain(&options);
    size_t base = 0;
    while (base < sizeof bases / sizeof *bases && !begins(at, bases[base].name)) base++;
    if (base == sizeof bases / sizeof *bases || !set_all(&options, bases[base].set)) return false;
    at += strlen(bases[base].name);
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        if (!begins(at, letters[i].name)) continue;
        if (!set_all(&options, letters[i].set)) return false;
        at++;
    }
    if (*at || strlen(name) >= sizeof out->name) return false;
    *out = (Variant){ .search = options, .weights = weights_default };
    opt_defaults(&eval_options, &out->eval);
    snprintf(out->name, sizeof out->name, "%s", name);
    return true;
}

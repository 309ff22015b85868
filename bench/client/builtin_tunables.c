/* What can be tuned of a builtin player: rows of the search that have a step, and every weight. */
#include <math.h>
#include "bench/client/tunables.h"
#include "engine/search/variant.h"

static void add_options(const SearchOptions *options, Tunables *out) {
    Buf name = { 0 };
    for (size_t i = 0; i < search_options.count; i++) {
        const OptRow *row = &search_options.rows[i];
        if (row->kind != OPT_INT || !(row->step > 0)) continue;
        buf_clear(&name);
        buf_addf(&name, "search.%s", row->name);
        Tunable *item = tunables_add(out, buf_text(&name));
        item->value = (double)*(const int64_t *)((const char *)options + row->offset);
        item->min = row->min;
        item->max = row->max;
        item->step = row->step;
        item->help = row->help;
        item->idle = !search_option_takes_effect(row, options);
    }
    buf_free(&name);
}

/* A twentieth of the weight is a natural step; small weights need a whole number. */
static void add_weights(const Weights *weights, Tunables *out) {
    static const char *const phases[] = { "mg", "eg" };
    Buf name = { 0 };
    for (int place = 0; place < WEIGHT_COUNT; place++)
        for (int phase = 0; phase < 2; phase++) {
            buf_clear(&name);
            buf_add(&name, "weights.");
            weight_name(place, &name);
            buf_addf(&name, ".%s", phases[phase]);
            Tunable *item = tunables_add(out, buf_text(&name));
            item->value = phase ? weights->flat[place].eg : weights->flat[place].mg;
            item->min = INT16_MIN;
            item->max = INT16_MAX;
            item->step = fmax(1, round(fabs(item->value) / 20));
        }
    buf_free(&name);
}

bool builtin_tunables(const PlayerSpec *spec, Tunables *out, Err *err) {
    const Variant *variant = spec->source;
    (void)err;
    add_options(&variant->search, out);
    add_weights(&variant->weights, out);
    return true;
}

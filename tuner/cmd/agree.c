/* xqtune agree: what two tunings have in common, as a proposal of its own. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include "bench/cmd/run_args.h"
#include "bench/report/table.h"
#include "tuner/cmd/commands.h"
#include "tuner/verify/agree.h"

typedef struct { int64_t run, with; bool dry; } AgreeArgs;

#define FIELD(name_, kind_) .name = #name_, .kind = kind_, .offset = offsetof(AgreeArgs, name_)
static const OptRow rows[] = {
    { FIELD(run, OPT_INT), .max = 1e15, .argument = "N", .help = "number of the tuning whose values are taken (xqtune list DB)" },
    { FIELD(with, OPT_INT), .max = 1e15, .argument = "N", .help = "the one that must not contradict, such as one at a longer limit" },
    { FIELD(dry, OPT_BOOL), .help = "show it, keep nothing" },
};
#undef FIELD
static const OptTable options = { "agree", rows, sizeof rows / sizeof rows[0] };

static void add_value(Table *table, double value) {
    if (isfinite(value)) table_add(table, "%.6g", value);
    else table_add(table, "-");
}

static void print_numbers(const Agreed *agreed, TableForm form, Buf *out) {
    static const char *const heads[] = { "start", "new", "other start", "other new" };
    Table table;
    table_init(&table, NULL);
    table_add_column(&table, "number", true);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) table_add_column(&table, heads[i], false);
    table_add_column(&table, "", true);
    for (int i = 0; i < agreed->count; i++) {
        const AgreedNumber *n = &agreed->number[i];
        table_add(&table, "%s", n->name);
        add_value(&table, n->start);
        add_value(&table, n->end);
        add_value(&table, n->other_start);
        add_value(&table, n->other_end);
        table_add(&table, "%s", n->kept ? "kept" : "back at its start");
    }
    table_write(&table, form, out);
    table_free(&table);
    buf_addf(out, "\n%d of %d numbers are kept.\n", agreed->kept, agreed->count);
}

/* Keep the proposal: it is the first tuning's in all but its values. */
static bool keep(Store *store, const TuningRecord *first, const TuningRecord *second, const Agreed *agreed, const char *result, Arena *arena, int64_t *id, Err *err) {
    Buf report = { 0 };
    TuningRecord tuning = *first;
    buf_addf(&report, "# Tuning %" PRId64 " where tuning %" PRId64 " agrees\n\n", first->id, second->id);
    print_numbers(agreed, TABLE_MARKDOWN, &report);
    tuning.state = "proposed";
    tuning.data = arena_printf(arena, "tuning %" PRId64 " where %" PRId64 " agrees", first->id, second->id);
    tuning.result = result;
    tuning.report = buf_text(&report);
    tuning.params = agreed->kept;
    tuning.loss_start = tuning.loss_end = tuning.valid_start = tuning.valid_end = NAN;
    tuning.cpu_ns = 0;
    const bool good = store_tuning_add(store, &tuning, id, err);
    buf_free(&report);
    return good;
}

static bool agree(const AgreeArgs *arg, const char *db, Err *err) {
    Arena arena = { 0 };
    TuningRecord first, second;
    Agreed agreed;
    Buf result = { 0 }, out = { 0 };
    int64_t id = 0;
    Store *store = store_open(db, arg->dry ? STORE_READ : STORE_WRITE, err);
    bool good = store && store_tuning(store, &arena, arg->run, &first, err) && store_tuning(store, &arena, arg->with, &second, err) &&
                agree_find(&first, &second, &arena, &agreed, &result, err);
    if (good && !agreed.kept)
        good = err_set(err, ERR_INPUT, "tunings %" PRId64 " and %" PRId64 " moved nothing the same way: there is nothing to propose", first.id, second.id);
    good = good && (arg->dry || keep(store, &first, &second, &agreed, buf_text(&result), &arena, &id, err));
    store_close(store);
    if (good) {
        print_numbers(&agreed, TABLE_TEXT, &out);
        fputs(buf_text(&out), stdout);
        if (id) printf("Kept in %s as tuning %" PRId64 ", proposed.\n", db, id);
    }
    buf_free(&out);
    buf_free(&result);
    arena_free(&arena);
    return good;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const AgreeArgs *arg = object;
    if (args->count > 1) return err_set(err, ERR_USAGE, "agree: '%s': one database is enough", args->positional[1]);
    if (!arg->run || !arg->with || arg->run == arg->with) return err_set(err, ERR_USAGE, "agree: name two tunings: --run N --with M");
    return agree(arg, args->count ? args->positional[0] : DEFAULT_DATABASE, err) ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_agree = {
    .name = "agree", .synopsis = "[DB] --run N --with M", .summary = "propose what two tunings by SPSA moved the same way",
    .details = "The best values at one limit are often not the best at another, and what has no effect wanders either way. Of two tunings by SPSA "
               "of the same player that differ in the limit, or in the seed alone, what both moved up or both moved down is more than chance. The values "
               "are the first one's; numbers that the second moved the other way, or not at all, go back to their start. The result is a tuning "
               "like any other, to be proved by xqtune verify.\n"
               "\n"
               "  xqtune spsa lmr.yaml --db xqlab.db\n"
               "  xqtune spsa slow.yaml --db xqlab.db\n"
               "  xqtune agree xqlab.db --run 1 --with 2",
    .options = &options, .options_size = sizeof(AgreeArgs), .run = run,
};

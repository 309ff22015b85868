/* xqtune list: the tunings of a database. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
#include "bench/cmd/run_args.h"
#include "bench/report/table.h"
#include "bench/store/tunings.h"
#include "tuner/cmd/commands.h"

typedef struct { int64_t run; bool weights; } ListArgs;

static const OptRow rows[] = {
    { .name = "run", .kind = OPT_INT, .offset = offsetof(ListArgs, run), .max = 1e15, .argument = "N", .help = "the report of this tuning alone" },
    { .name = "weights", .kind = OPT_BOOL, .offset = offsetof(ListArgs, weights), .help = "with --run: what it proposes, instead of its report" },
};
static const OptTable options = { "list", rows, sizeof rows / sizeof rows[0] };

static void add_loss(Table *table, double start, double end) {
    if (isfinite(start) && isfinite(end)) table_add(table, "%.6f -> %.6f", start, end);
    else table_add(table, "-");
}

static void print_all(const TuningRecord *tuning, int count, Buf *out) {
    Table table;
    table_init(&table, NULL);
    static const TableColumn columns[] = { { "run", false }, { "kind", true }, { "state", true }, { "when (UTC)", true }, { "data", true },
                                           { "positions", false }, { "games", false }, { "weights", false }, { "loss", true }, { "validation", true } };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < count; i++) {
        const TuningRecord *t = &tuning[i];
        char when[32];
        struct tm utc;
        const time_t created = (time_t)t->created_unix;
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", gmtime_r(&created, &utc));
        table_add(&table, "%" PRId64, t->id);
        table_add(&table, "%s", t->kind);
        table_add(&table, "%s", t->state);
        table_add(&table, "%s", when);
        table_add(&table, "%s", t->data);
        table_add(&table, "%" PRId64, t->positions);
        table_add(&table, "%" PRId64, t->games);
        table_add(&table, "%" PRId64, t->params);
        add_loss(&table, t->loss_start, t->loss_end);
        add_loss(&table, t->valid_start, t->valid_end);
    }
    table_write(&table, TABLE_TEXT, out);
    table_free(&table);
}

static bool print(Store *store, const ListArgs *arg, Buf *out, Err *err) {
    Arena arena = { 0 };
    TuningRecord *all, one;
    int count;
    bool good;
    if (arg->run) {
        good = store_tuning(store, &arena, arg->run, &one, err);
        if (good) buf_add(out, arg->weights ? one.result : one.report);
    } else {
        good = store_tunings(store, &arena, &all, &count, err);
        if (good && count) print_all(all, count, out);
        else if (good) buf_add(out, "no tunings yet\n");
    }
    arena_free(&arena);
    return good;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const ListArgs *arg = object;
    if (arg->weights && !arg->run) return err_set(err, ERR_USAGE, "list: --weights goes with --run N");
    Store *store = open_database(args, err);
    if (!store) return EXIT_BAD_INPUT;
    Buf out = { 0 };
    const bool good = print(store, arg, &out, err);
    store_close(store);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_list = {
    .name = "list", .synopsis = "[DB] [--run N [--weights]]", .summary = "the tunings of a database, or one of them",
    .details = "  xqtune list xqlab.db\n  xqtune list xqlab.db --run 3 --weights > new.yaml",
    .options = &options, .options_size = sizeof(ListArgs), .run = run,
};

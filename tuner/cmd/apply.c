/* xqtune apply: a proven set becomes the default, or a file. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "bench/cmd/run_args.h"
#include "bench/cmd/stop.h"
#include "bench/report/table.h"
#include "bench/store/proofs.h"
#include "engine/core/draft.h"
#include "engine/core/file.h"
#include "tuner/cmd/commands.h"
#include "tuner/cmd/outputs.h"
#include "tuner/data/term_table.h"
#include "tuner/verify/defaults.h"
#include "tuner/verify/values.h"

typedef struct {
    int64_t run;
    char to[OPT_TEXT_SIZE], tree[OPT_TEXT_SIZE];
    bool force, dry_run;
} ApplyArgs;

#define FIELD(name_, kind_) .name = #name_, .kind = kind_, .offset = offsetof(ApplyArgs, name_)
static const OptRow rows[] = {
    { FIELD(run, OPT_INT), .max = 1e15, .argument = "N", .help = "number of the tuning (xqtune list DB); 0 is the newest" },
    { FIELD(to, OPT_TEXT), .argument = "FILE", .help = "write the set to this file instead: weights, or a player with its values" },
    { FIELD(tree, OPT_TEXT), .argument = "DIR", .help = "the source tree whose defaults change; without it the one we stand in, or that this program was built in" },
    { FIELD(force, OPT_BOOL), .help = "also a set that was not accepted" },
    { FIELD(dry_run, OPT_BOOL), .help = "say what would change, and write nothing" },
};
#undef FIELD
static const OptTable options = { "apply", rows, sizeof rows / sizeof rows[0] };

static bool check_state(const TuningRecord *tuning, bool force, Err *err) {
    if (!*tuning->result) return err_set(err, ERR_INPUT, "tuning %" PRId64 " proposes nothing yet", tuning->id);
    if (force || !strcmp(tuning->state, "accepted")) return true;
    return err_set(err, ERR_INPUT, "tuning %" PRId64 " is %s, not accepted; xqtune verify plays its proof, --force takes it all the same", tuning->id, tuning->state);
}

/* A sentence of where the set comes from. */
static void print_origin(const TuningRecord *tuning, const ProofRecord *proof, int proofs, Buf *out) {
    buf_addf(out, "By xqtune %s", tuning->kind);
    if (tuning->positions) buf_addf(out, " on %" PRId64 " positions of", tuning->positions);
    else buf_add(out, " in");
    buf_addf(out, " %" PRId64 " games", tuning->games);
    for (int i = proofs - 1; i >= 0; i--) {
        if (strcmp(proof[i].stage, "gain")) continue;
        buf_add(out, "; ");
        elo_text(proof[i].elo, proof[i].elo_error, 1, out);
        buf_addf(out, " Elo over its start in %" PRId64 " pairs at %s", proof[i].pairs, proof[i].limit);
        break;
    }
    buf_addf(out, "%s.", strcmp(tuning->state, "accepted") ? "; not proven" : "");
}

/* What changes. */

static void add_change(Table *table, const char *name, const char *before, const char *after) {
    table_add(table, "%s", name);
    table_add(table, "%s", before);
    table_add(table, "%s", after);
}

static void add_weights(const Defaults *defaults, Table *table) {
    Arena arena = { 0 };
    TermTable names;
    term_table_builtin(&names, &defaults->before.weights, &arena);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const Score before = defaults->before.weights.flat[i], after = defaults->after.weights.flat[i];
        if (before.mg == after.mg && before.eg == after.eg) continue;
        add_change(table, names.slot[i].name, arena_printf(&arena, "[%d, %d]", before.mg, before.eg), arena_printf(&arena, "[%d, %d]", after.mg, after.eg));
    }
    arena_free(&arena);
}

static void print_changes(const Defaults *defaults) {
    Table table;
    Buf out = { 0 };
    table_init(&table, NULL);
    table_add_column(&table, "default", true);
    table_add_column(&table, "was", false);
    table_add_column(&table, "is", false);
    add_weights(defaults, &table);
    for (int i = 0; i < defaults->options; i++) {
        Buf before = { 0 }, after = { 0 };
        opt_get(defaults->option[i], &defaults->before.search, &before);
        opt_get(defaults->option[i], &defaults->after.search, &after);
        add_change(&table, defaults->option[i]->name, buf_text(&before), buf_text(&after));
        buf_free(&before);
        buf_free(&after);
    }
    table_write(&table, TABLE_TEXT, &out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    table_free(&table);
}

/* The source tree. */

static bool find_tree(const ApplyArgs *arg, Buf *root, Err *err) {
    const char *mark = defaults_paths[DEFAULTS_WEIGHTS_C];
    Buf path = { 0 };
    bool found;
    if (*arg->tree) buf_addf(&path, "%s/%s", arg->tree, mark);
    if (*arg->tree) found = file_exists(buf_text(&path));
    else found = file_find_data(mark, &path);
    if (found) buf_add_n(root, buf_text(&path), path.len - strlen(mark));
    else err_set(err, ERR_INPUT, "%s: no source tree is %s; name one with --tree DIR, or write the set to a file with --to FILE", mark, *arg->tree ? arg->tree : "here");
    buf_free(&path);
    return found;
}

static bool write_tree(const Defaults *defaults, const char *root, const char *origin, Outputs *outputs, Err *err) {
    for (int file = 0; file < DEFAULTS_FILES; file++) {
        if (!defaults_change(defaults, (DefaultsFile)file)) continue;
        Buf text = { 0 };
        Buf *content = outputs_add(outputs, defaults_paths[file], root, defaults_paths[file]);
        const bool good = file_read(outputs->path[outputs->count - 1], &text, err) &&
                          defaults_write(defaults, (DefaultsFile)file, buf_text(&text), origin, content, err);
        buf_free(&text);
        if (!good) return false;
    }
    return true;
}

static bool apply_tree(const ApplyArgs *arg, const TuningRecord *tuning, const char *origin, Err *err) {
    Variant start, tuned;
    Defaults defaults;
    Buf root = { 0 };
    Outputs outputs = { .count = 0 };
    bool good = values_variant(tuning, VALUES_START, "full", &start, err) && values_variant(tuning, VALUES_TUNED, "full", &tuned, err) &&
                defaults_plan(&start, &tuned, &defaults, err) && find_tree(arg, &root, err) &&
                write_tree(&defaults, buf_text(&root), origin, &outputs, err);
    if (good && !outputs.count) puts("The default has these values already.");
    if (good) print_changes(&defaults);
    good = good && (arg->dry_run || outputs_write(&outputs, err));
    for (int i = 0; good && i < outputs.count; i++) printf("%s %s\n", arg->dry_run ? "would change" : "changed", outputs.path[i]);
    if (good && outputs.count && !arg->dry_run)
        puts("Next: build again. The search has another signature now: xqengine bench tells it, and xqbench regress --update accepts it.");
    outputs_free(&outputs);
    buf_free(&root);
    return good;
}

static bool apply_file(const ApplyArgs *arg, Store *store, Arena *arena, const TuningRecord *tuning, const char *origin, Err *err) {
    StoredSpsa tuned;
    Buf text = { 0 };
    if (!store_spsa_load(store, arena, tuning->id, &tuned, err) || !values_check(tuning, &tuned, err)) return false;
    buf_addf(&text, "# %s\n%s", origin, tuning->result);
    const bool good = arg->dry_run ? draft_try(arg->to, err) : file_write(arg->to, buf_text(&text), text.len, err);
    if (good) printf("%s %s: %s\n", arg->dry_run ? "would write" : "wrote", arg->to, origin);
    buf_free(&text);
    return good;
}

static bool apply(const ApplyArgs *arg, Store *store, Arena *arena, Err *err) {
    TuningRecord tuning;
    ProofRecord *proof;
    int proofs;
    if (!store_tuning(store, arena, arg->run, &tuning, err) || !check_state(&tuning, arg->force, err) ||
        !store_proofs(store, arena, tuning.id, &proof, &proofs, err))
        return false;
    Buf origin = { 0 };
    print_origin(&tuning, proof, proofs, &origin);
    const bool good = *arg->to ? apply_file(arg, store, arena, &tuning, buf_text(&origin), err) : apply_tree(arg, &tuning, buf_text(&origin), err);
    buf_free(&origin);
    return good;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    Arena arena = { 0 };
    stop_on_signals(); /* a control-C must not come between two files */
    Store *store = open_database(args, err);
    const bool good = store && apply(object, store, &arena, err);
    store_close(store);
    arena_free(&arena);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_apply = {
    .name = "apply", .synopsis = "[DB] [--run N] [--to FILE]", .summary = "make an accepted set the default, or a file",
    .details = "In a source tree the set becomes what the engine plays without being told otherwise: the default weights, as YAML and as the C "
               "source that is compiled in, and the defaults of search options. What changes is printed; all files change or none. With --to "
               "the set is written to a file that players name: weights=FILE, or a variant or engine.\n\n"
               "  xqtune apply xqlab.db --run 3\n"
               "  xqtune apply xqlab.db --run 3 --to better.yaml",
    .options = &options, .options_size = sizeof(ApplyArgs), .run = run,
};

/* xqtune list: the tunings of a database. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "bench/cmd/run_args.h"
#include "bench/report/table.h"
#include "bench/stats/elo.h"
#include "bench/store/proofs.h"
#include "bench/store/spsa.h"
#include "engine/conf/conf.h"
#include "tuner/cmd/commands.h"

typedef struct { int64_t run; bool weights, settings; } ListArgs;

static const OptRow rows[] = {
    { .name = "run", .kind = OPT_INT, .offset = offsetof(ListArgs, run), .max = 1e15, .argument = "N", .help = "number of a tuning: this one alone, from its data to its proof, and its report" },
    { .name = "weights", .kind = OPT_BOOL, .offset = offsetof(ListArgs, weights), .help = "with --run: what it proposes, instead of its report" },
    { .name = "settings", .kind = OPT_BOOL, .offset = offsetof(ListArgs, settings), .help = "with --run: the keys that it ran with" },
};
static const OptTable options = { "list", rows, sizeof rows / sizeof rows[0] };

static void add_loss(Table *table, double start, double end) {
    if (isfinite(start) && isfinite(end)) table_add(table, "%.6f -> %.6f", start, end);
    else table_add(table, "-");
}

static void print_time(int64_t unix_time, Buf *out) {
    char when[32];
    struct tm utc;
    const time_t seconds = (time_t)unix_time;
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", gmtime_r(&seconds, &utc));
    buf_add(out, when);
}

/* The matches of a store's tunings, and what is said of them. */
typedef struct { const ProofRecord *proof; int count; } Proofs;

static const char *verdict_text(const ProofRecord *proof) {
    if (!*proof->verdict) return proof->playing ? "being played" : "interrupted";
    return *proof->verdict == 'n' ? "open" : proof->verdict;
}

/* The verdicts of the last attempt, "H1, H0", how many there were, and the Elo of its first match. */
static void add_proofs(Table *table, const Proofs *proofs, int64_t tuning) {
    const ProofRecord *gain = NULL, *keep = NULL;
    for (int i = 0; i < proofs->count; i++) {
        if (proofs->proof[i].tuning != tuning) continue;
        if (strcmp(proofs->proof[i].stage, "gain")) keep = &proofs->proof[i];
        else gain = &proofs->proof[i], keep = NULL;
    }
    Buf elo = { 0 };
    if (gain && *gain->verdict) elo_text(gain->elo, gain->elo_error, 1, &elo);
    if (!gain) table_add(table, "-");
    else table_add(table, "%s%s%s", verdict_text(gain), keep ? ", " : "", keep ? verdict_text(keep) : "");
    if (!gain) table_add(table, "-");
    else table_add(table, "%d", gain->attempt);
    table_add(table, "%s", elo.len ? buf_text(&elo) : "-");
    buf_free(&elo);
}

/* Was the last attempt left before its end? Between its matches, too: a set that gains and need not keep that is accepted. */
static bool proof_is_left(const TuningRecord *tuning, const Proofs *proofs) {
    const ProofRecord *last = NULL;
    for (int i = 0; i < proofs->count; i++)
        if (proofs->proof[i].tuning == tuning->id) last = &proofs->proof[i];
    if (!last || last->playing || strcmp(tuning->state, "proposed")) return false;
    return !*last->verdict || (!strcmp(last->stage, "gain") && !strcmp(last->verdict, "H1"));
}

/* How what was interrupted goes on: of tunings the newest of its configuration is the one that --resume finds. */
static void print_way_on(const TuningRecord *tuning, int count, int which, const Proofs *proofs, const char *db, Buf *out) {
    const TuningRecord *t = &tuning[which];
    if (proof_is_left(t, proofs))
        buf_addf(out, "\nthe proof of tuning %" PRId64 " was stopped, or killed, before its end; to go on: xqtune verify %s --run %" PRId64 " --resume\n", t->id, db, t->id);
    if (strcmp(t->state, "interrupted")) return;
    for (int i = which + 1; i < count; i++)
        if (!strcmp(tuning[i].kind, t->kind) && !strcmp(tuning[i].data, t->data)) return;
    buf_addf(out, "\ntuning %" PRId64 " was stopped, or killed, before its end; to go on: xqtune spsa %s --db %s --resume\n", t->id, t->data, db);
}

/* What a fit made small: mse, xent or compare; losses of different kinds can't be compared. */
static void add_loss_kind(Table *table, const TuningRecord *tuning) {
    Arena arena = { 0 };
    ConfNode *settings = conf_parse(tuning->settings, strlen(tuning->settings), "settings", &arena, NULL);
    const ConfNode *loss = settings && !strcmp(tuning->kind, "fit") ? conf_get(settings, "loss") : NULL;
    table_add(table, "%s", loss && loss->kind == CONF_SCALAR ? loss->text : "-");
    arena_free(&arena);
}

static void print_all(const TuningRecord *tuning, int count, const Proofs *proofs, const char *db, Buf *out) {
    Table table;
    table_init(&table, NULL);
    static const TableColumn columns[] = { { "tuning", false }, { "kind", true }, { "state", true }, { "when (UTC)", true }, { "data", true },
                                           { "positions", false }, { "games", false }, { "values", false }, { "loss", true }, { "of training", true },
                                           { "of validation", true }, { "proof", true }, { "tries", false }, { "Elo", true } };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < count; i++) {
        const TuningRecord *t = &tuning[i];
        Buf when = { 0 };
        print_time(t->created_unix, &when);
        table_add(&table, "%" PRId64, t->id);
        table_add(&table, "%s", t->kind);
        table_add(&table, "%s", t->state);
        table_add(&table, "%s", buf_text(&when));
        table_add(&table, "%s", t->data);
        table_add(&table, "%" PRId64, t->positions);
        table_add(&table, "%" PRId64, t->games);
        table_add(&table, "%" PRId64, t->params);
        add_loss_kind(&table, t);
        add_loss(&table, t->loss_start, t->loss_end);
        add_loss(&table, t->valid_start, t->valid_end);
        add_proofs(&table, proofs, t->id);
        buf_free(&when);
    }
    table_write(&table, TABLE_TEXT, out);
    table_free(&table);
    for (int i = 0; i < count; i++) print_way_on(tuning, count, i, proofs, db, out);
}

/* One tuning: the chain from data to proof, then its report. */

static void print_proof(const ProofRecord *proof, Buf *out) {
    buf_addf(out, "  attempt %d, %s, %s: ", proof->attempt, strcmp(proof->stage, "gain") ? "does it keep that" : "does it gain", proof->limit);
    if (proof->run_id) buf_addf(out, "run %" PRId64, proof->run_id);
    else buf_add(out, "a run that isn't in this file");
    buf_addf(out, " (%.12s), ", proof->run);
    if (*proof->verdict) {
        elo_text(proof->elo, proof->elo_error, 1, out);
        buf_addf(out, " Elo in %" PRId64 " pairs, LLR %.2f, ", proof->pairs, proof->llr);
    }
    buf_addf(out, "%s\n", verdict_text(proof));
}

/* Runs that hold its own games. */
typedef struct { int64_t *run; int count; } OwnRuns;

static void print_chain(const TuningRecord *t, const Proofs *proofs, const OwnRuns *runs, Buf *out) {
    buf_addf(out, "Tuning %" PRId64 " (%.12s), %s, %s: kept ", t->id, t->uid, t->kind, t->state);
    print_time(t->created_unix, out);
    if (t->decided_unix) {
        buf_add(out, ", decided ");
        print_time(t->decided_unix, out);
    }
    buf_addf(out, " UTC\ndata: %s, ", t->data);
    if (t->positions) buf_addf(out, "%" PRId64 " positions of ", t->positions);
    buf_addf(out, "%" PRId64 " games", t->games);
    for (int i = 0; i < runs->count; i++) buf_addf(out, "%s%" PRId64, !i ? runs->count > 1 ? ", runs " : ", run " : " ", runs->run[i]);
    buf_addf(out, "\nvalues: %" PRId64 "; --weights prints what is proposed, --settings how it was found\nproof:%s\n", t->params,
             proofs->count ? "" : " none yet; xqtune verify plays it");
    for (int i = 0; i < proofs->count; i++) print_proof(&proofs->proof[i], out);
}

static bool print_one(Store *store, const ListArgs *arg, const char *db, Arena *arena, Buf *out, Err *err) {
    TuningRecord tuning, *all;
    ProofRecord *proof;
    Proofs proofs;
    OwnRuns runs;
    int count, which = 0;
    if (!store_tuning(store, arena, arg->run, &tuning, err) || !store_tunings(store, arena, &all, &count, err) ||
        !store_proofs(store, arena, tuning.id, &proof, &proofs.count, err) || !store_spsa_runs(store, arena, tuning.id, &runs.run, &runs.count, err))
        return false;
    proofs.proof = proof;
    while (all[which].id != tuning.id) which++;
    if (arg->weights) buf_add(out, tuning.result);
    else if (arg->settings) buf_add(out, tuning.settings);
    else {
        print_chain(&tuning, &proofs, &runs, out);
        print_way_on(all, count, which, &proofs, db, out);
        buf_addf(out, "\n%s", tuning.report);
    }
    return true;
}

static bool print(Store *store, const ListArgs *arg, const char *db, Buf *out, Err *err) {
    Arena arena = { 0 };
    TuningRecord *all;
    ProofRecord *proof = NULL;
    Proofs proofs;
    int count;
    bool good;
    if (arg->run) {
        good = print_one(store, arg, db, &arena, out, err);
    } else {
        good = store_tunings(store, &arena, &all, &count, err) && store_proofs(store, &arena, 0, &proof, &proofs.count, err);
        proofs.proof = proof;
        if (good && count) print_all(all, count, &proofs, db, out);
        else if (good) buf_add(out, "no tunings yet\n");
    }
    arena_free(&arena);
    return good;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const ListArgs *arg = object;
    if ((arg->weights || arg->settings) && !arg->run) return err_set(err, ERR_USAGE, "list: --%s goes with --run N", arg->weights ? "weights" : "settings");
    Store *store = open_database(args, err);
    if (!store) return EXIT_BAD_INPUT;
    Buf out = { 0 };
    const bool good = print(store, arg, args->count ? args->positional[0] : DEFAULT_DATABASE, &out, err);
    store_close(store);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_list = {
    .name = "list", .synopsis = "[DB] [--run N [--weights|--settings]]", .summary = "the tunings of a database, or one of them",
    .details = "  xqtune list xqlab.db\n  xqtune list xqlab.db --run 3 --weights > new.yaml",
    .options = &options, .options_size = sizeof(ListArgs), .run = run,
};

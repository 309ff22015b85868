#include "bench/cmd/sprt_simulate.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bench/stats/sprt_sim.h"
#include "engine/core/arena.h"
#include "engine/core/json.h"
#include "engine/core/pool.h"

/* What is true while tests run: one of the hypotheses, or the middle between them, where tests are longest. */
typedef enum { TRUTH_H0, TRUTH_MIDDLE, TRUTH_H1, TRUTHS } Truth;
static const char *const truth_names[] = { [TRUTH_H0] = "h0", [TRUTH_MIDDLE] = "middle", [TRUTH_H1] = "h1" };
static const char *const counting_names[] = { [SIM_PAIRS] = "pairs", [SIM_GAMES] = "games" };

enum { TESTS_A_JOB = 20 };

/* Many tests, shared out among workers. */
typedef struct {
    const SimSpec *spec;
    int64_t tests;
    SimResult *part; /* by worker */
} Series;

static void run_job(void *context, int worker, int job) {
    const Series *series = context;
    const int64_t first = (int64_t)job * TESTS_A_JOB, end = first + TESTS_A_JOB;
    for (int64_t test = first; test < end && test < series->tests; test++)
        sim_add_test(series->spec, (uint64_t)test, &series->part[worker]);
}

static bool run_series(const SimSpec *spec, int64_t tests, int workers, SimResult *out, Err *err) {
    Series series = { .spec = spec, .tests = tests, .part = mem_zalloc((size_t)workers, sizeof *series.part) };
    const int jobs = (int)((tests + TESTS_A_JOB - 1) / TESTS_A_JOB);
    const bool good = pool_run(workers, jobs, run_job, &series, NULL, err);
    *out = (SimResult){ 0 };
    for (int i = 0; i < workers; i++) sim_add(&series.part[i], out);
    free(series.part);
    return good;
}

/* One scenario, counted one way. */
typedef struct {
    const SimScenario *scenario;
    SimCounting counting;
    SimResult result[TRUTHS];
    double plan[TRUTHS]; /* expected pairs; NAN for games, which plans are not made for */
} Row;

static double strength_of(const SprtSpec *sprt, Truth truth) {
    if (truth == TRUTH_MIDDLE) return (sprt->elo0 + sprt->elo1) / 2;
    return truth == TRUTH_H0 ? sprt->elo0 : sprt->elo1;
}

static bool run_row(const SimulateArgs *args, Row *row, Err *err) {
    enum { PATIENCE = 20 }; /* times the expected length: hardly one test in a million takes that long */
    const int workers = args->jobs ? (int)args->jobs : pool_cores();
    for (Truth truth = TRUTH_H0; truth < TRUTHS; truth++) {
        SimSpec spec = {
            .sprt = args->sprt, .counting = row->counting, .batch = (int)args->batch, .seed = (uint64_t)args->seed
        };
        if (!sim_set_strength(&spec, row->scenario, strength_of(&args->sprt, truth), err)) return false;
        double chances[ELO_PAIRS];
        sim_plan_chances((const double(*)[3])spec.chances, chances);
        const double plan = sprt_plan(&args->sprt, chances).pairs;
        row->plan[truth] = row->counting == SIM_PAIRS ? plan : NAN;
        spec.pairs_max = PATIENCE * ((int64_t)plan + args->batch);
        if (!run_series(&spec, args->tests, workers, &row->result[truth], err)) return false;
    }
    return true;
}

/* Results. */

/* Share of the tests that accepted the wrong hypothesis. */
static double error_rate(const Row *row, Truth truth) {
    const SimResult *result = &row->result[truth];
    return (double)(truth == TRUTH_H0 ? result->accepted_h1 : result->accepted_h0) / (double)result->tests;
}

static double promise(const SprtSpec *sprt, Truth truth) {
    return truth == TRUTH_H0 ? sprt->alpha : sprt->beta;
}

/* What the promise becomes when chance has its say: 3 standard errors more. */
static double tolerance(const SimulateArgs *args, Truth truth) {
    const double rate = promise(&args->sprt, truth);
    return rate + 3 * sqrt(rate * (1 - rate) / (double)args->tests);
}

static bool holds(const SimulateArgs *args, const Row *row) {
    return error_rate(row, TRUTH_H0) <= tolerance(args, TRUTH_H0) &&
           error_rate(row, TRUTH_H1) <= tolerance(args, TRUTH_H1);
}

static double mean_pairs(const SimResult *result) {
    return (double)result->pairs / (double)result->tests;
}

static double mean_error(const SimResult *result) {
    const double tests = (double)result->tests, mean = mean_pairs(result);
    return sqrt(((double)result->pairs_squared / tests - mean * mean) / tests);
}

static void add_head(const SimulateArgs *args, Buf *out) {
    const SprtSpec *sprt = &args->sprt;
    buf_addf(out, "%" PRId64 " tests of each kind: SPRT %s [%g, %g], alpha %g, beta %g, a look after every ",
             args->tests, sprt->model == SPRT_LOGISTIC ? "logistic" : "normalized", sprt->elo0, sprt->elo1, sprt->alpha,
             sprt->beta);
    if (args->batch == 1) buf_add(out, "pair");
    else buf_addf(out, "%" PRId64 " pairs", args->batch);
    buf_addf(out, "; held: at most %.2f %% and %.2f %% wrong\n", 100 * tolerance(args, TRUTH_H0),
             100 * tolerance(args, TRUTH_H1));
}

static void add_table_row(const SimulateArgs *args, const Row *row, Table *table) {
    table_add(table, "%s", row->scenario->name);
    table_add(table, "%s", counting_names[row->counting]);
    for (Truth truth = TRUTH_H0; truth < TRUTHS; truth += TRUTH_H1 - TRUTH_H0) {
        const double rate = error_rate(row, truth);
        table_add(table, "%.2f", 100 * rate);
        table_add(table, "%.0f", 100 * rate / promise(&args->sprt, truth));
    }
    for (Truth truth = TRUTH_H0; truth < TRUTHS; truth++) {
        table_add(table, "%.0f", mean_pairs(&row->result[truth]));
        if (isnan(row->plan[truth])) table_add(table, "-");
        else table_add(table, "%.0f", row->plan[truth]);
    }
    table_add(table, "%s", holds(args, row) ? "held" : "exceeded");
}

static void write_table(const SimulateArgs *args, const Row *rows, int count, Buf *out) {
    static const TableColumn columns[] = {
        { "scenario", true },
        { "counted", true },
        { "H0 true: H1 taken %", false },
        { "of alpha %", false },
        { "H1 true: H0 taken %", false },
        { "of beta %", false },
        { "pairs, H0 true", false },
        { "planned", false },
        { "between", false },
        { "planned", false },
        { "H1 true", false },
        { "planned", false },
        { "", true },
    };
    Table table;
    table_init(&table, NULL);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < count; i++) add_table_row(args, &rows[i], &table);
    add_head(args, out);
    table_write(&table, args->form, out);
    table_free(&table);
}

static void add_truth(const Row *row, Truth truth, Json *json) {
    const SimResult *result = &row->result[truth];
    json_object(json, truth_names[truth]);
    json_int(json, "tests", result->tests);
    json_int(json, "accepted_h0", result->accepted_h0);
    json_int(json, "accepted_h1", result->accepted_h1);
    json_real(json, "pairs", mean_pairs(result));
    json_real(json, "pairs_error", mean_error(result));
    json_real(json, "expected_pairs", row->plan[truth]);
    json_end_object(json);
}

static void write_json(const SimulateArgs *args, const Row *rows, int count, Buf *out) {
    Json json = json_to(out);
    json_object(&json, NULL);
    json_real(&json, "most_h1", tolerance(args, TRUTH_H0));
    json_real(&json, "most_h0", tolerance(args, TRUTH_H1));
    json_list(&json, "scenarios");
    for (int i = 0; i < count; i++) {
        json_object(&json, NULL);
        json_text(&json, "scenario", rows[i].scenario->name);
        json_text(&json, "counted", counting_names[rows[i].counting]);
        json_text(&json, "verdict", holds(args, &rows[i]) ? "held" : "exceeded");
        for (Truth truth = TRUTH_H0; truth < TRUTHS; truth++) add_truth(&rows[i], truth, &json);
        json_end_object(&json);
    }
    json_end_list(&json);
    json_end_object(&json);
    buf_add(out, "\n");
}

static bool unknown_scenario(const char *name, Err *err) {
    Buf names = { 0 };
    for (int i = 0; i < sim_scenario_count; i++) buf_addf(&names, "%s, ", sim_scenarios[i].name);
    err_set(err, ERR_USAGE, "--scenario: there is no '%s'; there are %sand all", name, buf_text(&names));
    buf_free(&names);
    return false;
}

int simulate_sprt(const SimulateArgs *args, Buf *out, Err *err) {
    Row *rows = mem_zalloc(2 * (size_t)sim_scenario_count, sizeof *rows);
    const bool all = strcmp(args->scenario, "all") == 0;
    int count = 0;
    bool good = true, held = true;
    for (int i = 0; i < sim_scenario_count; i++) {
        if (!all && strcmp(args->scenario, sim_scenarios[i].name) != 0) continue;
        for (SimCounting counting = SIM_PAIRS; good && counting <= SIM_GAMES; counting++) {
            Row *row = &rows[count++];
            *row = (Row){ .scenario = &sim_scenarios[i], .counting = counting };
            good = run_row(args, row, err);
            held = held && good && holds(args, row);
        }
    }
    if (count == 0) good = unknown_scenario(args->scenario, err);
    if (good && args->json) write_json(args, rows, count, out);
    else if (good) write_table(args, rows, count, out);
    free(rows);
    return held ? EXIT_HELD : EXIT_REGRESSED;
}

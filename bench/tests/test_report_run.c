#include "engine/tests/test.h"
#include <string.h>
#include "bench/report/run_report.h"
#include "bench/stats/stats.h"
#include "bench/store/sql.h"
#include "bench/tests/recorded.h"

enum { PLAYERS = 3, GAMES = 60, PAIRS = PLAYERS * (PLAYERS - 1) / 2 * GAMES / 2 };

/* A stored round robin of random results, its report, and the same counted by hand. */
typedef struct {
    Store *store;
    MatchSpec spec;
    Arena arena;
    RunReport report;
    int64_t penta[ELO_PAIRS], red_wins, draws, black_wins;
} Fixture;

static bool play(Fixture *fixture, Err *err) {
    StoreWriter *writer = store_writer_new(fixture->store, 1, err);
    for (int i = 0; i < PAIRS; i++) {
        PairRecord pair = recorded_pair(&fixture->spec, i, 8);
        fixture->penta[pair_record_half_points(&pair)]++;
        for (int leg = 0; leg < 2; leg++) {
            fixture->red_wins += pair.game[leg].outcome == OUTCOME_RED;
            fixture->black_wins += pair.game[leg].outcome == OUTCOME_BLACK;
            fixture->draws += pair.game[leg].outcome == OUTCOME_DRAW;
        }
        if (!store_writer_add(writer, &pair, err)) return false;
        pair_record_free(&pair);
    }
    return store_writer_finish(writer, err) && store_run_end(fixture->store, 1, "finished", err);
}

static int setup(void **state) {
    static Fixture fixture;
    fixture = (Fixture){ .spec = recorded_spec(FORMAT_ROUND_ROBIN, PLAYERS, GAMES) };
    strcpy(fixture.spec.player[1].name, "a|\"b\"");
    strcpy(fixture.spec.name, "tab\tand \\");
    Err err = { 0 };
    int64_t run;
    *state = &fixture;
    const bool good = (fixture.store = store_open(NULL, STORE_CREATE, &err)) != NULL &&
                      store_run_add(fixture.store, &fixture.spec, 1, &run, &err) && play(&fixture, &err) &&
                      store_run_add(fixture.store, &fixture.spec, 1, &run, &err) &&
                      report_load(fixture.store, 1, &fixture.arena, &fixture.report, &err);
    if (!good) print_error("%s\n", err.text);
    return good ? 0 : -1;
}

static int teardown(void **state) {
    Fixture *fixture = *state;
    report_free(&fixture->report);
    arena_free(&fixture->arena);
    store_close(fixture->store);
    spec_free(&fixture->spec);
    return 0;
}

static void sums_are_those_of_the_games(void **state) {
    const Fixture *fixture = *state;
    const RunReport *report = &fixture->report;
    int64_t penta[ELO_PAIRS];
    report_penta(report, penta);
    assert_memory_equal(penta, fixture->penta, sizeof penta);
    assert_int_equal(report->games, 2 * PAIRS);
    assert_int_equal(report->red_wins, fixture->red_wins);
    assert_int_equal(report->black_wins, fixture->black_wins);
    assert_int_equal(report->draws, fixture->draws);
    assert_int_equal(report->distinct_games, 2 * PAIRS);
    assert_int_equal(report->pairings, PLAYERS);
    int64_t reasons = 0;
    for (int i = 0; i < report->reasons; i++) reasons += report->reason[i].games;
    assert_int_equal(reasons, 2 * PAIRS);
    for (int i = 0; i < report->pairings; i++) {
        const PairingReport *pairing = &report->pairing[i];
        assert_int_equal(pairing->wins + pairing->draws + pairing->losses, GAMES);
        assert_near(pairing->elo.score * GAMES, (double)pairing->wins + (double)pairing->draws / 2, 1e-9);
    }
    for (int i = 1; i < report->seats; i++)
        assert_true(report->ratings.players[report->order[i - 1]].elo >= report->ratings.players[report->order[i]].elo);
}

/* One value of the JSON, as SQLite reads it. */
static double json_value(const Fixture *fixture, const char *json, const char *path) {
    sqlite3_stmt *stmt = sql_prepare(fixture->store->db, "SELECT json_extract(?, ?)", NULL);
    assert_non_null(stmt);
    SqlCells to = sql_cells(stmt), from = sql_cells(stmt);
    sql_put_text(&to, json);
    sql_put_text(&to, path);
    bool row;
    Err err;
    if (!sql_next(stmt, &row, &err)) fail_msg("%s: %s in %s", path, err.text, json);
    if (sql_is_null(&from)) fail_msg("%s: is missing in %s", path, json);
    const double value = sql_get_real(&from);
    sqlite3_finalize(stmt);
    return value;
}

static void json_says_what_the_report_says(void **state) {
    const Fixture *fixture = *state;
    const RunReport *report = &fixture->report;
    Buf out = { 0 };
    Json json = json_to(&out);
    report_write_json(report, &json);
    const char *text = buf_text(&out);
    const EloStats elo = elo_pairs(fixture->penta);
    assert_true(json_value(fixture, text, "$.games") == 2 * PAIRS);
    assert_true(json_value(fixture, text, "$.pairs") == PAIRS);
    assert_true(json_value(fixture, text, "$.penta[2]") == (double)fixture->penta[2]);
    assert_near(json_value(fixture, text, "$.elo"), elo.elo, 1e-6);
    assert_near(json_value(fixture, text, "$.elo_error"), elo.elo_error, 1e-6);
    assert_near(json_value(fixture, text, "$.players[2].elo"), report->ratings.players[2].elo, 1e-6);
    assert_true(json_value(fixture, text, "$.players[1].counters.qnodes") > 0);
    assert_true(json_value(fixture, text, "$.pairings[1].penta[0]") == (double)report->pairing[1].penta[0]);
    assert_non_null(strstr(text, "\"name\": \"tab\\u0009and \\\\\""));
    assert_non_null(strstr(text, "\"name\": \"a|\\\"b\\\"\""));
    buf_free(&out);
}

static int count_lines(const char *text, const char *first) {
    int count = 0;
    for (; text; text = strchr(text, '\n'), text = text ? text + 1 : NULL) count += strncmp(text, first, strlen(first)) == 0;
    return count;
}

static void text_holds_every_table(void **state) {
    const Fixture *fixture = *state;
    Buf out = { 0 };
    report_write(&fixture->report, TABLE_TEXT, &out);
    static const char *const heads[] = { "Run 1: tab", "finished, 90 of 90 pairs, rules ", "Ratings (", "Cross table (", "Pairings (", "Counters, a move",
                                         "Why games ended" };
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        if (count_lines(buf_text(&out), heads[i]) != 1) fail_msg("'%s' is not once in:\n%s", heads[i], buf_text(&out));
    assert_null(strstr(buf_text(&out), "\n\n\n"));
    assert_null(strstr(buf_text(&out), "nan"));
    assert_int_equal(count_lines(buf_text(&out), "qnodes "), 1);
    assert_int_equal(count_lines(buf_text(&out), "checkmate "), 1);
    buf_free(&out);
}

static void markdown_and_csv_quote_what_they_must(void **state) {
    const Fixture *fixture = *state;
    Buf out = { 0 };
    report_write(&fixture->report, TABLE_MARKDOWN, &out);
    assert_non_null(strstr(buf_text(&out), "| a\\|\"b\" |"));
    buf_clear(&out);
    report_write(&fixture->report, TABLE_CSV, &out);
    assert_non_null(strstr(buf_text(&out), ",\"a|\"\"b\"\"\","));
    assert_int_equal(count_lines(buf_text(&out), "#,player,Elo,"), 1);
    int lines = 0;
    for (const char *at = buf_text(&out); *at; at++) lines += *at == '\n';
    assert_int_equal(lines, 1 + PLAYERS);
    buf_free(&out);
}

static void a_run_without_a_game_has_a_report(void **state) {
    Fixture *fixture = *state;
    RunReport report;
    Err err;
    if (!report_load(fixture->store, 2, &fixture->arena, &report, &err)) fail_msg("%s", err.text);
    assert_int_equal(report.games, 0);
    assert_int_equal(report.seats, PLAYERS);
    Buf out = { 0 };
    report_write(&report, TABLE_TEXT, &out);
    assert_int_equal(count_lines(buf_text(&out), "interrupted, 0 of 90 pairs"), 1);
    assert_null(strstr(buf_text(&out), "nan"));
    buf_clear(&out);
    Json json = json_to(&out);
    report_write_json(&report, &json);
    assert_true(json_value(fixture, buf_text(&out), "$.games") == 0);
    buf_free(&out);
    report_free(&report);
}

static void the_list_of_runs_names_each(void **state) {
    Fixture *fixture = *state;
    RunInfo *run;
    int count;
    Buf out = { 0 };
    assert_true(store_runs(fixture->store, &fixture->arena, &run, &count, NULL));
    assert_int_equal(count, 2);
    report_write_runs(run, count, TABLE_TEXT, &out);
    assert_int_equal(count_lines(buf_text(&out), "  1  tab"), 1);
    assert_int_equal(count_lines(buf_text(&out), "  2  tab"), 1);
    buf_free(&out);
}

int main(void) {
#define stored_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        stored_test(sums_are_those_of_the_games),
        stored_test(json_says_what_the_report_says),
        stored_test(text_holds_every_table),
        stored_test(markdown_and_csv_quote_what_they_must),
        stored_test(a_run_without_a_game_has_a_report),
        stored_test(the_list_of_runs_names_each),
    };
    xq_init();
    stats_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

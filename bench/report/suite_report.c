#include "bench/report/suite_report.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/xq/notation.h"

static const SuiteResult *result_of(const SuiteReport *report, int item, int player) {
    return &report->result[item * report->players + player];
}

int suite_report_solved(const SuiteReport *report, int player) {
    int solved = 0;
    for (int i = 0; i < report->suite->count; i++) solved += result_of(report, i, player)->solved;
    return solved;
}

/* Sums over a player's answers; `at` are the costs of the solved ones. */
typedef struct { int total, solved, faults; uint64_t nodes; int64_t time_ns; double median_nodes, median_ms, median_depth; } PlayerSum;

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count) {
    if (!count) return NAN;
    qsort(values, (size_t)count, sizeof *values, by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static PlayerSum sum_player(const SuiteReport *report, int player) {
    PlayerSum sum = { 0 };
    const size_t items = (size_t)report->suite->count;
    double *nodes = mem_zalloc(items, sizeof *nodes), *ms = mem_zalloc(items, sizeof *ms), *depth = mem_zalloc(items, sizeof *depth);
    for (int i = 0; i < report->suite->count; i++) {
        const SuiteResult *result = result_of(report, i, player);
        sum.total += result->done;
        sum.faults += result->answer.fault != FAULT_NONE;
        sum.nodes += result->answer.nodes;
        sum.time_ns += result->answer.time_ns;
        if (!result->solved) continue;
        nodes[sum.solved] = (double)result->solved_nodes;
        ms[sum.solved] = (double)result->solved_ns / 1e6;
        depth[sum.solved++] = result->solved_depth;
    }
    sum.median_nodes = median(nodes, sum.solved);
    sum.median_ms = median(ms, sum.solved);
    sum.median_depth = median(depth, sum.solved);
    free(nodes);
    free(ms);
    free(depth);
    return sum;
}

static void add_figure(Table *table, double value, int decimals) {
    if (isnan(value)) table_add(table, "-");
    else table_add(table, "%.*f", decimals, value);
}

void suite_report_players(const SuiteReport *report, TableForm form, Buf *out) {
    static const TableColumn columns[] = { { "player", true }, { "solved", false }, { "of", false }, { "%", false }, { "faults", false },
                                           { "depth", false }, { "nodes", false }, { "ms", false }, { "all nodes", false }, { "all s", false } };
    Table table;
    table_init(&table, form == TABLE_CSV ? NULL : "Solved (depth, nodes and ms: medians up to where a solved item stayed solved; a node is one move made)");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < report->players; i++) {
        const PlayerSum sum = sum_player(report, i);
        table_add(&table, "%s", report->player[i].name);
        table_add(&table, "%d", sum.solved);
        table_add(&table, "%d", sum.total);
        add_figure(&table, sum.total ? 100.0 * sum.solved / sum.total : NAN, 1);
        table_add(&table, "%d", sum.faults);
        add_figure(&table, sum.median_depth, 1);
        add_figure(&table, sum.median_nodes, 0);
        add_figure(&table, sum.median_ms, 1);
        table_add(&table, "%" PRIu64, sum.nodes);
        add_figure(&table, (double)sum.time_ns / 1e9, 2);
    }
    table_write(&table, form, out);
    table_free(&table);
}

static void add_score(const Answer *answer, Buf *out) {
    static const char *const bounds[] = { [SCORE_NONE] = "", [SCORE_UPPER] = "<=", [SCORE_LOWER] = ">=", [SCORE_EXACT] = "" };
    const int plies = ANSWER_MATE - abs(answer->score);
    if (answer->bound == SCORE_NONE) buf_add(out, "-");
    else if (abs(answer->score) >= ANSWER_MATE_MIN) buf_addf(out, "%s%smate %d", bounds[answer->bound], answer->score < 0 ? "-" : "", (plies + 1) / 2);
    else buf_addf(out, "%s%+d", bounds[answer->bound], answer->score);
}

/* "solved d7 12345 nodes 4.1 ms", or what went wrong. */
static void add_outcome(const SuiteResult *result, Buf *out) {
    char move[MOVE_TEXT_SIZE];
    if (!result->done) {
        buf_add(out, "not asked");
    } else if (result->answer.fault != FAULT_NONE) {
        buf_addf(out, "fault: %s", result->answer.note);
    } else if (result->answer.move == MOVE_NONE) {
        buf_add(out, "no move");
    } else if (result->solved) {
        buf_addf(out, "solved d%d %" PRIu64 " nodes %.1f ms", result->solved_depth, result->solved_nodes, (double)result->solved_ns / 1e6);
    } else {
        buf_addf(out, "%s ", move_coord(result->answer.move, false, move));
        add_score(&result->answer, out);
        buf_addf(out, " d%d", result->answer.depth);
    }
}

void suite_report_items(const SuiteReport *report, bool all, TableForm form, Buf *out) {
    Table table;
    Buf cell = { 0 };
    table_init(&table, form == TABLE_CSV ? NULL : all ? "Items" : "Not solved by everyone");
    table_add_column(&table, "item", true);
    table_add_column(&table, "wanted", true);
    for (int i = 0; i < report->players && i < TABLE_COLUMNS_MAX - 4; i++) table_add_column(&table, report->player[i].name, true);
    table_add_column(&table, "comment", true);
    if (form == TABLE_CSV) table_add_column(&table, "fen", true);
    for (int i = 0; i < report->suite->count; i++) {
        const SuiteItem *item = &report->suite->item[i];
        int solved = 0;
        for (int k = 0; k < report->players; k++) solved += result_of(report, i, k)->solved;
        if (!all && solved == report->players) continue;
        table_add(&table, "%s", item->name);
        table_add(&table, "%s", item->wanted);
        for (int k = 0; k < report->players && k < TABLE_COLUMNS_MAX - 4; k++) {
            buf_clear(&cell);
            add_outcome(result_of(report, i, k), &cell);
            table_add(&table, "%s", buf_text(&cell));
        }
        table_add(&table, "%s", item->comment);
        if (form == TABLE_CSV) table_add(&table, "%s", item->fen);
    }
    table_write(&table, form, out);
    table_free(&table);
    buf_free(&cell);
}

static void json_result(const SuiteReport *report, int item, int player, Json *json) {
    static const char *const bounds[] = { [SCORE_NONE] = "none", [SCORE_UPPER] = "upper", [SCORE_LOWER] = "lower", [SCORE_EXACT] = "exact" };
    const SuiteResult *result = result_of(report, item, player);
    const Answer *answer = &result->answer;
    char move[MOVE_TEXT_SIZE] = "";
    if (answer->move != MOVE_NONE) move_coord(answer->move, false, move);
    json_object(json, NULL);
    json_text(json, "player", report->player[player].name);
    json_bool(json, "solved", result->solved);
    json_text(json, "move", move);
    json_int(json, "score", answer->score);
    json_text(json, "bound", bounds[answer->bound]);
    json_int(json, "depth", answer->depth);
    json_int(json, "nodes", (int64_t)answer->nodes);
    json_real(json, "ms", (double)answer->time_ns / 1e6);
    json_int(json, "solved_depth", result->solved_depth);
    json_int(json, "solved_nodes", (int64_t)result->solved_nodes);
    json_real(json, "solved_ms", (double)result->solved_ns / 1e6);
    json_text(json, "fault", answer->note);
    json_end_object(json);
}

static void json_item(const SuiteReport *report, int number, Json *json) {
    const SuiteItem *item = &report->suite->item[number];
    char move[MOVE_TEXT_SIZE];
    json_object(json, NULL);
    json_text(json, "id", item->name);
    json_text(json, "fen", item->fen);
    json_list(json, "moves");
    for (int i = 0; i < item->moves; i++) json_text(json, NULL, move_coord(item->move[i], false, move));
    json_end_list(json);
    json_text(json, "wanted", item->wanted);
    json_text(json, "comment", item->comment);
    json_bool(json, "solved", result_of(report, number, 0)->solved);
    json_list(json, "results");
    for (int i = 0; i < report->players; i++) json_result(report, number, i, json);
    json_end_list(json);
    json_end_object(json);
}

static void json_player(const SuiteReport *report, int player, Json *json) {
    const PlayerSum sum = sum_player(report, player);
    json_object(json, NULL);
    json_text(json, "name", report->player[player].name);
    json_int(json, "total", sum.total);
    json_int(json, "solved", sum.solved);
    json_int(json, "faults", sum.faults);
    json_int(json, "nodes", (int64_t)sum.nodes);
    json_real(json, "ms", (double)sum.time_ns / 1e6);
    json_real(json, "median_solved_depth", sum.median_depth);
    json_real(json, "median_solved_nodes", sum.median_nodes);
    json_real(json, "median_solved_ms", sum.median_ms);
    json_end_object(json);
}

void suite_report_json(const SuiteReport *report, Buf *out) {
    Json json = json_to(out);
    json_object(&json, NULL);
    json_text(&json, "suite", report->file);
    json_int(&json, "total", report->suite->count);
    json_int(&json, "solved", suite_report_solved(report, 0));
    json_list(&json, "players");
    for (int i = 0; i < report->players; i++) json_player(report, i, &json);
    json_end_list(&json);
    json_list(&json, "items");
    for (int i = 0; i < report->suite->count; i++) json_item(report, i, &json);
    json_end_list(&json);
    json_end_object(&json);
    buf_add(out, "\n");
}

static void add_line(const char *name, const Explanation *line, Buf *out) {
    char move[MOVE_TEXT_SIZE];
    const Answer answer = { .score = line->score, .bound = SCORE_EXACT };
    buf_addf(out, "%s", name);
    for (int i = 0; i < line->count; i++) buf_addf(out, " %s", move_coord(line->move[i], false, move));
    buf_add(out, " (");
    add_score(&answer, out);
    buf_addf(out, ", depth %d)\n", line->depth);
}

static void add_row(Table *table, const char *name, double right, double wrong) {
    table_add(table, "%s", name);
    table_add(table, "%+.1f", right);
    table_add(table, "%+.1f", wrong);
    table_add(table, "%+.1f", right - wrong);
}

void suite_report_explanation(const SuiteItem *item, const char *player, const Explanation *right, const Explanation *wrong,
                              TableForm form, Buf *out) {
    static const TableColumn columns[] = { { "term", true }, { "right", false }, { "played", false }, { "right - played", false } };
    const char *break_text = form == TABLE_MARKDOWN ? "\n" : "";
    Table table;
    double right_sum = 0, wrong_sum = 0;
    buf_addf(out, "%s by %s: wanted %s\n%s", item->name, player, item->wanted, break_text);
    add_line("right line: ", right, out);
    buf_add(out, break_text);
    add_line("played line:", wrong, out);
    buf_add(out, break_text);
    table_init(&table, "Evaluation at the ends of both lines, from the mover's view");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < right->terms && i < wrong->terms; i++) {
        right_sum += right->term[i].value;
        wrong_sum += wrong->term[i].value;
        if (right->term[i].value == 0 && wrong->term[i].value == 0) continue;
        add_row(&table, right->term[i].name, right->term[i].value, wrong->term[i].value);
    }
    add_row(&table, "total", right_sum, wrong_sum);
    table_write(&table, form, out);
    table_free(&table);
}

/* The earlier run's player that this one is compared with: of the same name, else the only one on both sides. NULL: none. */
static const char *counterpart(const SuiteReport *report, int player, const SuiteEarlier *earlier, int count) {
    bool alone = count > 0;
    for (int i = 0; i < count; i++) {
        if (!strcmp(earlier[i].player, report->player[player].name)) return earlier[i].player;
        alone &= !strcmp(earlier[i].player, earlier[0].player);
    }
    return alone && report->players == 1 ? earlier[0].player : NULL;
}

static const SuiteEarlier *find_earlier(const SuiteEarlier *earlier, int count, const char *player, const SuiteItem *item, const char *moves) {
    for (int i = 0; i < count; i++)
        if (!strcmp(earlier[i].player, player) && !strcmp(earlier[i].fen, item->fen) && !strcmp(earlier[i].wanted, item->wanted) &&
            !strcmp(earlier[i].moves, moves))
            return &earlier[i];
    return NULL;
}

typedef struct { Table sums, changes; } Comparison;

static void compare_player(const SuiteReport *report, int player, const SuiteEarlier *earlier, int count, Comparison *out) {
    const char *name = counterpart(report, player, earlier, count);
    int both = 0, solved = 0, was = 0, gained = 0, lost = 0;
    double log_ratio = 0;
    Buf moves = { 0 }, now = { 0 };
    for (int i = 0; name && i < report->suite->count; i++) {
        const SuiteItem *item = &report->suite->item[i];
        const SuiteResult *result = result_of(report, i, player);
        buf_clear(&moves);
        moves_coord(item->move, item->moves, &moves);
        const SuiteEarlier *before = find_earlier(earlier, count, name, item, buf_text(&moves));
        if (!before || !result->done) continue;
        both++;
        solved += result->solved;
        was += before->solved;
        gained += result->solved && !before->solved;
        lost += before->solved && !result->solved;
        log_ratio += log((double)(result->answer.nodes + 1) / (double)(before->nodes + 1));
        if (result->solved == before->solved) continue;
        buf_clear(&now);
        add_outcome(result, &now);
        table_add(&out->changes, "%s", report->player[player].name);
        table_add(&out->changes, "%s", item->name);
        table_add(&out->changes, "%s", item->wanted);
        table_add(&out->changes, "%s%s", before->solved ? "solved " : "", before->answer);
        table_add(&out->changes, "%s", buf_text(&now));
    }
    buf_free(&moves);
    buf_free(&now);
    table_add(&out->sums, "%s", report->player[player].name);
    table_add(&out->sums, "%s", name ? name : "-");
    const int figures[] = { both, was, solved, gained, lost };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) table_add(&out->sums, "%d", figures[i]);
    add_figure(&out->sums, both ? exp(log_ratio / both) : NAN, 3);
}

void suite_report_compare(const SuiteReport *report, int64_t run, const SuiteEarlier *earlier, int count, TableForm form, Buf *out) {
    static const TableColumn sums[] = { { "player", true }, { "then", true }, { "items", false }, { "solved then", false }, { "now", false },
                                        { "gained", false }, { "lost", false }, { "nodes ratio", false } };
    static const TableColumn changes[] = { { "player", true }, { "item", true }, { "wanted", true }, { "then", true }, { "now", true } };
    Comparison comparison;
    Buf title = { 0 };
    buf_addf(&title, "Compared with run %" PRId64 " (items that both were asked; nodes: geometric mean of ratios)", run);
    table_init(&comparison.sums, buf_text(&title));
    table_init(&comparison.changes, "Changed since then");
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) table_add_column(&comparison.sums, sums[i].head, sums[i].left);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) table_add_column(&comparison.changes, changes[i].head, changes[i].left);
    for (int i = 0; i < report->players; i++) compare_player(report, i, earlier, count, &comparison);
    table_write(&comparison.sums, form, out);
    table_write(&comparison.changes, form, out);
    table_free(&comparison.sums);
    table_free(&comparison.changes);
    buf_free(&title);
}

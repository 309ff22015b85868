#include "bench/report/check_report.h"
#include "engine/core/json.h"

void check_report_line(const CheckResult *result, Buf *out) {
    buf_addf(out, "%-8s  %-16s", check_verdict_names[result->verdict], result->name);
    if (*result->found) buf_addf(out, "  %s", result->found);
    buf_add_char(out, '\n');
}

static void print_summary(const CheckRun *run, TableForm form, Buf *out) {
    const bool markdown = form == TABLE_MARKDOWN;
    buf_addf(out, markdown ? "## %s\n\n" : "%s", run->name);
    if (*run->protocol) buf_addf(out, markdown ? "%s over %s" : " (%s over %s)", *run->id ? run->id : run->name, run->protocol);
    buf_add(out, markdown && !*run->protocol ? "" : ": ");
    for (int verdict = 0; verdict < CHECK_VERDICTS; verdict++)
        buf_addf(out, "%s%d %s", verdict ? ", " : "", run->verdicts[verdict], check_verdict_names[verdict]);
    buf_add(out, markdown ? "\n\n" : "\n");
}

static void print_checks(const CheckRun *run, Buf *out) {
    Table table;
    table_init(&table, "Checks");
    table_add_column(&table, "check", true);
    table_add_column(&table, "verdict", true);
    table_add_column(&table, "asked", true);
    table_add_column(&table, "found", true);
    for (int i = 0; i < run->count; i++) {
        const CheckResult *result = &run->result[i];
        table_add(&table, "%s", result->name);
        table_add(&table, "%s", check_verdict_names[result->verdict]);
        table_add(&table, "%s", result->asks);
        table_add(&table, "%s", result->found);
    }
    table_write(&table, TABLE_MARKDOWN, out);
    table_free(&table);
}

/* Lines of the talk, each behind four blanks: a code block in Markdown, too. */
static void print_talk(const char *talk, Buf *out) {
    for (bool begins = true; *talk; talk++) {
        if (begins) buf_add(out, "    ");
        buf_add_char(out, *talk);
        begins = *talk == '\n';
    }
}

static void print_violation(const CheckResult *result, TableForm form, Buf *out) {
    if (form == TABLE_MARKDOWN) {
        buf_addf(out, "\n### %s\n\n- asked: %s\n- found: %s\n- right: %s\n", result->name, result->asks, result->found, result->right);
    } else {
        buf_addf(out, "\n%s: %s\n  found  %s\n  right  %s\n", result->name, result->asks, result->found, result->right);
    }
    if (!*result->talk) return;
    buf_addf(out, "%sThe last lines to it (>) and from it (<):\n%s", form == TABLE_MARKDOWN ? "\n" : "  ", form == TABLE_MARKDOWN ? "\n" : "");
    print_talk(result->talk, out);
}

void check_report_print(const CheckRun *run, TableForm form, Buf *out) {
    print_summary(run, form, out);
    if (form == TABLE_MARKDOWN) print_checks(run, out);
    for (int i = 0; i < run->count; i++)
        if (run->result[i].verdict == CHECK_VIOLATES) print_violation(&run->result[i], form, out);
}

static void json_check(Json *json, const CheckResult *result) {
    json_object(json, NULL);
    json_text(json, "name", result->name);
    json_text(json, "asks", result->asks);
    json_text(json, "verdict", check_verdict_names[result->verdict]);
    json_text(json, "found", result->found);
    json_text(json, "right", result->right);
    json_text(json, "talk", result->talk);
    json_end_object(json);
}

static void json_engine(Json *json, const CheckRun *run) {
    json_object(json, NULL);
    json_text(json, "name", run->name);
    json_text(json, "id", run->id);
    json_text(json, "protocol", run->protocol);
    for (int verdict = 0; verdict < CHECK_VERDICTS; verdict++) json_int(json, check_verdict_names[verdict], run->verdicts[verdict]);
    json_list(json, "checks");
    for (int i = 0; i < run->count; i++) json_check(json, &run->result[i]);
    json_end_list(json);
    json_end_object(json);
}

void check_report_json(const CheckRun *run, int runs, Buf *out) {
    Json json = json_to(out);
    int violations = 0;
    for (int i = 0; i < runs; i++) violations += run[i].verdicts[CHECK_VIOLATES];
    json_object(&json, NULL);
    json_int(&json, "violations", violations);
    json_list(&json, "engines");
    for (int i = 0; i < runs; i++) json_engine(&json, &run[i]);
    json_end_list(&json);
    json_end_object(&json);
    buf_add_char(out, '\n');
}

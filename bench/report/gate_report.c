#include "bench/report/gate_report.h"
#include "engine/core/file.h"
#include "engine/core/json.h"

const char *gate_report_verdict(const GateReport *report) { return finding_state_names[findings_state(report->findings)]; }

static void write_details(const Finding *finding, TableForm form, Buf *out) {
    const char *text = finding->details, *line;
    size_t len;
    buf_addf(out, form == TABLE_MARKDOWN ? "\n<details><summary>%s: details</summary>\n\n```\n" : "\n%s:\n", finding->check);
    while (text_next_line(&text, &line, &len)) {
        buf_add(out, form == TABLE_MARKDOWN ? "" : "  ");
        buf_add_n(out, line, len);
        buf_add_char(out, '\n');
    }
    if (form == TABLE_MARKDOWN) buf_add(out, "```\n\n</details>\n");
}

void gate_report_write(const GateReport *report, bool all, TableForm form, Buf *out) {
    Buf title = { 0 };
    Table table;
    buf_addf(&title, "Gate of %s", report->player);
    if (*report->baseline) buf_addf(&title, " by %s", report->baseline);
    table_init(&table, buf_text(&title));
    table_add_column(&table, "check", true);
    table_add_column(&table, "verdict", true);
    table_add_column(&table, "seconds", false);
    table_add_column(&table, "figures", true);
    for (int i = 0; i < report->findings->count; i++) {
        const Finding *finding = &report->findings->item[i];
        table_add(&table, "%s", finding->check);
        table_add(&table, "%s", finding_state_names[finding->state]);
        table_add(&table, "%.1f", finding->seconds);
        table_add(&table, "%s", finding->text);
    }
    table_write(&table, form, out);
    for (int i = 0; i < report->findings->count; i++) {
        const Finding *finding = &report->findings->item[i];
        if (*finding->details && (all || finding->state != FINDING_HELD)) write_details(finding, form, out);
    }
    buf_addf(out, form == TABLE_MARKDOWN ? "\n**Verdict: %s** (code %d)" : "\nVerdict: %s (code %d)", gate_report_verdict(report), report->exit_code);
    buf_addf(out, "%s%s\n", *report->advice ? ". " : "", report->advice);
    table_free(&table);
    buf_free(&title);
}

/* A command of the runner ends at a line end, and '%' begins an escape. */
static void add_escaped(const char *text, Buf *out) {
    for (; *text; text++) {
        if (*text == '%') buf_add(out, "%25");
        else if (*text == '\n') buf_add(out, "%0A");
        else if (*text == '\r') buf_add(out, "%0D");
        else buf_add_char(out, *text);
    }
}

void gate_report_annotations(const GateReport *report, Buf *out) {
    static const char *const levels[FINDING_STATES] = {
        [FINDING_CHANGED] = "notice", [FINDING_INCONCLUSIVE] = "warning", [FINDING_REGRESSED] = "error", [FINDING_FAULTY] = "error",
    };
    for (int i = 0; i < report->findings->count; i++) {
        const Finding *finding = &report->findings->item[i];
        if (finding->state == FINDING_HELD) continue;
        Buf title = { 0 };
        for (const char *c = finding->check; *c; c++) buf_add_char(&title, *c == ':' || *c == ',' ? ' ' : *c); /* they end a property */
        buf_addf(out, "::%s title=xqbench ", levels[finding->state]);
        add_escaped(buf_text(&title), out);
        buf_addf(out, " %s::", finding_state_names[finding->state]);
        add_escaped(finding->text, out);
        buf_add_char(out, '\n');
        buf_free(&title);
    }
}

void gate_report_json(const GateReport *report, int64_t time, Buf *out) {
    Json json = json_to(out);
    json_object(&json, NULL);
    json_int(&json, "time", time);
    json_text(&json, "version", XQLAB_VERSION);
    json_text(&json, "player", report->player);
    json_text(&json, "baseline", report->baseline);
    json_text(&json, "verdict", gate_report_verdict(report));
    json_int(&json, "code", report->exit_code);
    json_list(&json, "checks");
    for (int i = 0; i < report->findings->count; i++) {
        const Finding *finding = &report->findings->item[i];
        json_object(&json, NULL);
        json_text(&json, "check", finding->check);
        json_text(&json, "state", finding_state_names[finding->state]);
        json_text(&json, "text", finding->text);
        json_real(&json, "seconds", finding->seconds);
        if (finding->measured) {
            json_text(&json, "unit", finding->unit);
            json_real(&json, "value", finding->value);
            json_real(&json, "before", finding->before);
        }
        json_end_object(&json);
    }
    json_end_list(&json);
    json_end_object(&json);
    buf_add_char(out, '\n');
}

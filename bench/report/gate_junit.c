/* The gate's findings as the XML that test reports of CI systems read. */
#include <string.h>
#include "bench/report/gate_report.h"
#include "engine/core/err.h"

/* Text within XML, also in an attribute. Control characters are not allowed there, not even escaped. */
static void add_xml(const char *text, Buf *out) {
    static const struct { char c; const char *entity; } entities[] = {
        { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" }, { '\n', "&#10;" },
    };
    for (; *text; text++) {
        const char *entity = NULL;
        for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
            if (*text == entities[i].c) entity = entities[i].entity;
        if (entity) buf_add(out, entity);
        else buf_add_char(out, (unsigned char)*text < ' ' && *text != '\t' ? ' ' : *text);
    }
}

/* The element that tells how a case went; NULL for one that passed. */
static const char *element_of(const GateReport *report, const Finding *finding) {
    if (finding->state == FINDING_FAULTY) return "error";
    if (finding->state == FINDING_REGRESSED) return "failure";
    if (finding->state != FINDING_INCONCLUSIVE) return NULL;
    return report->exit_code == EXIT_HELD ? "skipped" : "failure";
}

static int count_of(const GateReport *report, const char *element) {
    int count = 0;
    for (int i = 0; i < report->findings->count; i++) {
        const char *of = element_of(report, &report->findings->item[i]);
        count += of && !strcmp(of, element);
    }
    return count;
}

static void add_case(const GateReport *report, const Finding *finding, Buf *out) {
    const char *element = element_of(report, finding);
    buf_add(out, "    <testcase classname=\"xqbench.regress\" name=\"");
    add_xml(finding->check, out);
    buf_addf(out, "\" time=\"%.3f\">\n", finding->seconds);
    if (element) {
        buf_addf(out, "      <%s message=\"%s: ", element, finding_state_names[finding->state]);
        add_xml(finding->text, out);
        buf_add(out, "\"/>\n");
    }
    buf_add(out, "      <system-out>");
    add_xml(finding->text, out);
    if (*finding->details) buf_add(out, "&#10;");
    add_xml(finding->details, out);
    buf_add(out, "</system-out>\n    </testcase>\n");
}

void gate_report_junit(const GateReport *report, Buf *out) {
    double seconds = 0;
    for (int i = 0; i < report->findings->count; i++) seconds += report->findings->item[i].seconds;
    buf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"xqbench regress ");
    add_xml(report->player, out);
    buf_addf(out, "\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"%.3f\">\n", report->findings->count,
             count_of(report, "failure"), count_of(report, "error"), count_of(report, "skipped"), seconds);
    for (int i = 0; i < report->findings->count; i++) add_case(report, &report->findings->item[i], out);
    buf_add(out, "  </testsuite>\n</testsuites>\n");
}

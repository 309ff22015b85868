#include "bench/regress/finding.h"
#include <assert.h>
#include <math.h>
#include "engine/core/err.h"

const char *const finding_state_names[FINDING_STATES] = {
    [FINDING_HELD] = "held",           [FINDING_CHANGED] = "changed", [FINDING_INCONCLUSIVE] = "inconclusive",
    [FINDING_REGRESSED] = "regressed", [FINDING_FAULTY] = "faulty",
};

Finding *findings_add(Findings *findings, const char *check, FindingState state, const Buf *text, const Buf *details) {
    assert(findings->count < FINDINGS_MAX);
    Finding *finding = &findings->item[findings->count++];
    *finding = (Finding){
        .check = arena_strdup(&findings->arena, check), .state = state, .text = arena_strdup(&findings->arena, buf_text(text)),
        .details = details ? arena_strdup(&findings->arena, buf_text(details)) : "", .unit = "", .before = NAN,
    };
    return finding;
}

FindingState findings_state(const Findings *findings) {
    FindingState state = FINDING_HELD;
    for (int i = 0; i < findings->count; i++)
        if (findings->item[i].state > state) state = findings->item[i].state;
    return state;
}

int findings_exit_code(const Findings *findings, bool inconclusive_passes) {
    static const int codes[FINDING_STATES] = {
        [FINDING_HELD] = EXIT_HELD,           [FINDING_CHANGED] = EXIT_HELD, [FINDING_INCONCLUSIVE] = EXIT_INCONCLUSIVE,
        [FINDING_REGRESSED] = EXIT_REGRESSED, [FINDING_FAULTY] = EXIT_FAULTS,
    };
    const FindingState state = findings_state(findings);
    return state == FINDING_INCONCLUSIVE && inconclusive_passes ? EXIT_HELD : codes[state];
}

void findings_free(Findings *findings) {
    arena_free(&findings->arena);
    *findings = (Findings){ .count = 0 };
}

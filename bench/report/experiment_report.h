/* An experiment as tables: cells against the base, effects of factors, values that should have agreed. */
#ifndef BENCH_REPORT_EXPERIMENT_REPORT_H
#define BENCH_REPORT_EXPERIMENT_REPORT_H
#include "bench/lab/analyse.h"
#include "bench/report/table.h"

/* The experiment analysed; lives in the arena. */
typedef struct { Effect *effect; int count; } EffectList;
typedef struct {
    const Experiment *experiment;
    const Measure *all;
    CellSummary *cell;         /* [budget * cells + cell] */
    EffectList *effects;       /* by budget */
    Disagreement *disagreement;
    int disagreements, checked;
} ExperimentReport;

bool experiment_report_make(const Experiment *experiment, const Measure *all, Arena *arena, ExperimentReport *out, Err *err);
/* Everything: what was expected, a table a budget, effects, disagreements, and what the words mean. CSV: the cells of all
 * budgets in one table. */
void experiment_report_write(const ExperimentReport *report, TableForm form, Buf *out);
/* The parts of it: the cells of one budget, its effects (nothing where the design has none), values that should agree and
 * don't (nothing when all do); what an effect is called; what a node, a leaf, a ratio are. */
void experiment_report_cells(const ExperimentReport *report, int budget, TableForm form, Buf *out);
void experiment_report_effects(const ExperimentReport *report, int budget, TableForm form, Buf *out);
void experiment_report_disagreements(const ExperimentReport *report, TableForm form, Buf *out);
void experiment_effect_name(const Experiment *experiment, const Effect *effect, Buf *out);
void experiment_report_definition(const ExperimentReport *report, Buf *out);
/* How many searches of which cells ended in a fault of the player, as a sentence; nothing when none did. How many: */
void experiment_report_faults(const ExperimentReport *report, Buf *out);
int experiment_faults(const ExperimentReport *report);
/* {name, expected, definition, budgets: [{..., cells: [...], effects: [...]}], disagreements: [...]} */
void experiment_report_json(const ExperimentReport *report, Buf *out);
#endif

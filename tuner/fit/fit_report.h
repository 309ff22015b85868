/* What a fit found, as text, Markdown and weights. */
#ifndef TUNER_FIT_FIT_REPORT_H
#define TUNER_FIT_FIT_REPORT_H
#include "bench/report/table.h"
#include "tuner/fit/fit.h"

/* The whole report: data, losses, the weights that changed. */
void fit_report(const FitResult *result, const FitSettings *settings, TableForm form, Buf *out);
/* The rounded weights: YAML that weights_load reads for our own evaluation, lines `term NAME MG EG` for others. */
void fit_weights(const FitResult *result, Buf *out);
#endif

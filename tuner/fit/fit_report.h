/* What a fit found, as text, Markdown and weights. */
#ifndef TUNER_FIT_FIT_REPORT_H
#define TUNER_FIT_FIT_REPORT_H
#include "bench/report/table.h"
#include "tuner/fit/fit.h"

/* The whole report: data, losses, every weight with its error (of many weights as text: those that changed most), what the data leave
 * open, what each term is worth, calibration. */
void fit_report(const FitResult *result, TableForm form, Buf *out);
/* Pictures: the loss by iteration, and how well predicted scores come true. */
void fit_plot_loss(const FitResult *result, Buf *out);
void fit_plot_calibration(const FitResult *result, Buf *out);
/* The rounded weights: YAML that weights_load reads for our own evaluation, lines `term NAME MG EG` for others. */
void fit_weights(const FitResult *result, Buf *out);
/* The same as a table in C (c_table.h). */
void fit_weights_c(const FitResult *result, Buf *out);
/* The weights of traces of another engine as YAML: "name": [middle game, endgame], by name. */
void fit_weights_yaml(const FitResult *result, Buf *out);
/* A variant file, to stand at path, of Monte-Carlo search whose priors are these weights, which stand at weights_path. Its temperature is
 * that of the best prior. */
void fit_variant(const FitResult *result, const char *weights_path, const char *path, Buf *out);
/* The same for the weights that the fit started from. */
void fit_start_weights(const FitResult *result, Buf *out);
#endif

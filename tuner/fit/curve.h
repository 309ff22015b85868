/* A fit repeated with one thing changed: how much the games that judge like it. */
#ifndef TUNER_FIT_CURVE_H
#define TUNER_FIT_CURVE_H
#include "tuner/fit/fit.h"

/* One fit of a curve, judged by the results of games alone, whatever it was fitted to. */
typedef struct {
    double share;                 /* what was changed: result_share, or the share of the games that taught */
    double games;                 /* that taught */
    double valid_start, valid;    /* mean loss of the games that judge: of the start, of the fit */
} CurvePoint;

enum { SHARE_CURVE_POINTS = 5, LEARNING_CURVE_POINTS = 4 };

/* Fits with result_share 0, 0.25, 0.5, 0.75 and 1. ERR_INPUT without games that judge. */
bool fit_share_curve(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint out[SHARE_CURVE_POINTS], Err *err);
/* Fits with an eighth, a quarter, half and all of the games that teach. The same. */
bool fit_learning_curve(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint out[LEARNING_CURVE_POINTS], Err *err);
/* What twice the games would still gain, if the loss falls with one over their number as the last two points say; NAN: it doesn't. */
double curve_next_gain(const CurvePoint *before, const CurvePoint *last);
#endif

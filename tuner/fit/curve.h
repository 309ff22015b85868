/* A fit repeated with one thing changed: how much the games that judge like it. */
#ifndef TUNER_FIT_CURVE_H
#define TUNER_FIT_CURVE_H
#include "tuner/fit/fit.h"

/* One fit of a curve, judged by the results of games alone, whatever it was fitted to. Errors are standard errors that take games as wholes;
 * NAN when one game alone judges. */
typedef struct {
    double share;                 /* what was changed: result_share, or the share of the games that taught */
    double games;                 /* that taught */
    double judges;                /* games that judge */
    double valid_start, valid;    /* mean loss of the games that judge: of the start, of the fit */
    double error;                 /* of their difference */
    double above, above_error;    /* valid less that of the fit it is compared with; NAN: it is compared with none */
} CurvePoint;

enum { SHARE_CURVE_POINTS = 5, LEARNING_CURVE_POINTS = 4 };

/* Fits with result_share 0, 0.25, 0.5, 0.75 and 1, compared with the best of them, *best. ERR_INPUT without games that judge. */
bool fit_share_curve(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint out[SHARE_CURVE_POINTS],
                     int *best, Err *err);
/* Fits with an eighth, a quarter, half and all of the games that teach, each compared with the one before. K is that of all of them, so that
 * nothing but the weights differs. The same. */
bool fit_learning_curve(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint out[LEARNING_CURVE_POINTS], Err *err);
/* Is it above (1) or below (-1) the fit it is compared with by more than 1.96 errors? */
int curve_differs(const CurvePoint *point);
/* What twice the games would still gain, if the loss falls with one over their number as the last two points say; NAN: it doesn't. */
double curve_next_gain(const CurvePoint *before, const CurvePoint *last);
#endif

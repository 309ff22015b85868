/* The optimisers: each moves theta from where it is towards the least objective (mean training loss and prior). */
#ifndef TUNER_FIT_OPTIMISE_H
#define TUNER_FIT_OPTIMISE_H
#include "tuner/fit/params.h"

typedef enum { OPTIMISER_AUTO, OPTIMISER_LM, OPTIMISER_NEWTON, OPTIMISER_LBFGS, OPTIMISER_ADAM, OPTIMISER_BFGS2 } Optimiser;
extern const char *const optimiser_names[]; /* auto lm newton lbfgs adam bfgs2, NULL-terminated */

typedef struct {
    int iteration;      /* from 0, the start */
    double objective;   /* training loss and prior */
    double valid_loss;  /* NAN without validation games */
    double expected;    /* what Newton's step would still gain; NAN when the method doesn't know */
    double floor;       /* the run ends when expected falls below this */
    int passes;         /* over the data, so far */
    int64_t time_ns;
    double prior_games; /* what held the weights meanwhile; optimisers leave it to the caller */
} FitStep;

typedef struct {
    int iterations_max; /* epochs for Adam */
    double tolerance;   /* stop when the expected gain is below this share of what noise makes unknowable, p sigma^2 / N */
    double learning_rate;
    int64_t batch;      /* positions of a mini-batch; 0: all */
    /* Told after every iteration; false stops. */
    bool (*step)(void *context, const FitStep *step);
    void *context;
} OptimiseOptions;

typedef enum { STOP_NOISE, STOP_FLAT, STOP_VALIDATION, STOP_ITERATIONS, STOP_ASKED } StopReason;
extern const char *const stop_reasons[]; /* as words */

typedef struct { StopReason stop; FitStep last; } OptimiseResult;

/* Run one of the methods (not OPTIMISER_AUTO). theta is start and result: with validation games the best point by them, when
 * validation rose twice in a row. Errors: a method that can't do the loss (LM and xent), numbers that break down. */
bool optimise(Optimiser method, const Params *params, const Problem *problem, const OptimiseOptions *options, double *theta,
              OptimiseResult *result, Err *err);
/* The method for this many parameters and this loss: LM to 2500, Newton for cross-entropy, L-BFGS above. */
Optimiser optimiser_for(int params, LossKind loss);
/* Half of g H^-1 g: what Newton's step would gain. Solves in place; NAN when H isn't positive definite. */
double newton_gain(const double *matrix, const double *gradient, int n, double *step);
/* A tenth or what `tolerance` says of the loss that noise hides. */
double noise_floor(const Params *params, const Problem *problem, double loss, double tolerance);
#endif

#include "tuner/fit/fit.h"

static const char *const gauge_names[] = { [GAUGE_TABLES] = "tables", [GAUGE_START] = "start", NULL };

#define FIELD(name_, kind_) .name = #name_, .kind = kind_, .offset = offsetof(FitSettings, name_)
static const OptRow rows[] = {
    { FIELD(data, OPT_TEXT), .argument = "FILE", .help = "traces: a file of xqtune extract, or a text trace", .group = "Data" },
    { FIELD(validation, OPT_REAL), .initial = "0.1", .max = 0.9, .help = "share of the games that judge and don't teach, chosen by their identity" },
    { FIELD(games_min, OPT_INT), .initial = "100", .min = 1, .max = 1e9, .help = "refuse to fit fewer training games" },
    { FIELD(start, OPT_TEXT), .argument = "FILE", .help = "weights to start from; without it those that the traces were made with", .group = "What moves" },
    { FIELD(only, OPT_LIST), .argument = "TERM", .help = "tune these terms alone; * stands for anything, psqt[4] for all of its slots" },
    { FIELD(freeze, OPT_LIST), .argument = "TERM", .help = "leave these terms as they are" },
    { FIELD(prior_games, OPT_REAL), .initial = "100", .max = 1e9,
      .help = "hold weights to the start: a term seen in so many games goes half the way, rarer ones less; 0: don't" },
    { FIELD(prior_search, OPT_BOOL), .initial = "true",
      .help = "try prior_games times 1, 4, 16, 64 and 256 and keep what the validation games like best; lm and newton only" },
    { FIELD(ridge, OPT_REAL), .max = 1e6, .help = "hold every weight to the start by this much times the square of its change" },
    { FIELD(loss, OPT_CHOICE), .choices = loss_names, .initial = "mse", .help = "squared error of the predicted score, or cross-entropy", .group = "Loss" },
    { FIELD(result_share, OPT_REAL), .initial = "1", .max = 1,
      .help = "share of the game's result in the target; the rest is the score that the search recorded" },
    { FIELD(k, OPT_REAL), .max = 100, .help = "scale K of the sigmoid, natural base, over 400; 0: the one that fits the start weights best" },
    { FIELD(optimiser, OPT_CHOICE), .choices = optimiser_names, .initial = "auto",
      .help = "auto: lm to 2500 weights for mse, newton for xent, lbfgs beyond; bfgs2 is GSL's, to check the others by", .group = "Search for the minimum" },
    { FIELD(iterations, OPT_INT), .initial = "200", .min = 1, .max = 1e6, .help = "at most so many iterations; epochs of adam" },
    { FIELD(tolerance, OPT_REAL), .initial = "0.1", .max = 1e3,
      .help = "stop when a further step would gain less than this share of the loss that noise hides" },
    { FIELD(learning_rate, OPT_REAL), .initial = "1", .min = 1e-9, .max = 1e6, .help = "of adam at first; it falls to a hundredth" },
    { FIELD(batch, OPT_INT), .initial = "16384", .max = 1e9, .help = "positions of a step of adam; 0: all" },
    { FIELD(jobs, OPT_INT), .max = 1024, .help = "threads; 0: as many as there are cores. Results don't depend on it" },
    { FIELD(gauge, OPT_CHOICE), .choices = gauge_names, .initial = "tables",
      .help = "where the data leave a choice: tables with mean zero, or as near to the start as can be", .group = "Result" },
    { FIELD(anchor, OPT_TEXT), .initial = "material[4]", .argument = "TERM",
      .help = "rescale so that this term keeps its value, when every term is tuned; empty or unknown: don't" },
    { FIELD(round, OPT_BOOL), .initial = "true", .help = "whole numbers, chosen together" },
    { FIELD(out, OPT_TEXT), .argument = "FILE", .help = "the weights as YAML; for traces of other engines as the lines of their table", .group = "Output" },
    { FIELD(c_out, OPT_TEXT), .argument = "FILE", .help = "the weights as a table in C with a name for every term" },
    { FIELD(report, OPT_TEXT), .argument = "FILE", .help = "the report as Markdown" },
    { FIELD(plots, OPT_TEXT), .argument = "PREFIX", .help = "loss curve and calibration, PREFIX-loss.svg and PREFIX-calibration.svg" },
};
#undef FIELD
const OptTable fit_options = { "fit", rows, sizeof rows / sizeof rows[0] };

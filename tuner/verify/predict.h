/* What a smaller loss may be worth in Elo, by the tunings of a database that were proved: a proportion, learned anew with each. */
#ifndef TUNER_VERIFY_PREDICT_H
#define TUNER_VERIFY_PREDICT_H
#include "bench/store/proofs.h"
#include "bench/store/tunings.h"

typedef struct {
    int proofs;        /* first matches that were decided, one a tuning, of fits like the one asked about */
    double rate;       /* Elo for a loss of the validation games smaller by one thousandth; NAN without proofs */
    double rate_error; /* half of its 95 % interval: from the matches' errors, or from how far they scatter, if that is more */
    double elo, error; /* for the gain asked about; NAN */
} EloPrediction;

/* Of the tunings (proofs of all of them) those like the one asked about teach: fits of the same evaluation by the same loss; of each the last
 * attempt that was decided. What is asked about has settings and a start; its loss of the validation games fell by gain. Least squares through
 * the origin, weights 1 / error^2. */
EloPrediction predict_elo(const TuningRecord *tuning, int tunings, const ProofRecord *proof, int proofs, const TuningRecord *asked, double gain);
/* The same in a sentence; a rate that its own error swamps is not translated. */
void predict_text(const EloPrediction *prediction, double gain, Buf *out);
/* Read the database and say it. */
bool predict_from_store(Store *store, const TuningRecord *asked, double gain, Buf *out, Err *err);
#endif

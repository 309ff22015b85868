#include "tuner/verify/predict.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Is this a line of the settings? */
static bool has_line(const char *settings, const char *line) {
    const size_t len = strlen(line);
    for (const char *at = settings; *at;) {
        const size_t here = strcspn(at, "\n");
        if (here == len && !memcmp(at, line, len)) return true;
        at += here + (at[here] == '\n');
    }
    return false;
}

/* The thousandths that the proof's tuning gained on validation; NAN when it can't teach. */
static double gain_of(const ProofRecord *proof, const TuningRecord *tuning, int tunings, const char *loss) {
    if (strcmp(proof->stage, "gain") || !isfinite(proof->elo) || !isfinite(proof->elo_error) || !(proof->elo_error > 0)) return NAN;
    for (int i = 0; i < tunings; i++) {
        const TuningRecord *t = &tuning[i];
        if (t->id != proof->tuning || strcmp(t->kind, "fit") || !has_line(t->settings, loss)) continue;
        return 1000 * (t->valid_start - t->valid_end);
    }
    return NAN;
}

EloPrediction predict_elo(const TuningRecord *tuning, int tunings, const ProofRecord *proof, int proofs, const char *loss, double gain) {
    EloPrediction out = { .rate = NAN, .rate_error = NAN, .elo = NAN, .error = NAN };
    double sxx = 0, sxy = 0, syy = 0;
    for (int i = 0; i < proofs; i++) {
        const double x = gain_of(&proof[i], tuning, tunings, loss), weight = ELO_Z95 * ELO_Z95 / (proof[i].elo_error * proof[i].elo_error);
        if (!isfinite(x) || x == 0) continue;
        out.proofs++;
        sxx += weight * x * x;
        sxy += weight * x * proof[i].elo;
        syy += weight * proof[i].elo * proof[i].elo;
    }
    if (!out.proofs) return out;
    out.rate = sxy / sxx;
    const double scatter = out.proofs > 1 ? (syy - out.rate * sxy) / (out.proofs - 1) : 1;
    out.rate_error = ELO_Z95 * sqrt(fmax(1, scatter) / sxx);
    out.elo = 1000 * gain * out.rate;
    out.error = fabs(1000 * gain) * out.rate_error;
    return out;
}

void predict_text(const EloPrediction *p, double gain, Buf *out) {
    if (!isfinite(gain)) {
        buf_add(out, "Without games that judge nothing can be said of what this is worth in Elo.\n");
        return;
    }
    buf_addf(out, "The validation loss %s by %.2e. ", gain < 0 ? "rose" : "fell", fabs(gain));
    if (!p->proofs)
        buf_add(out, "What that is worth in Elo this database can't say yet: no fit with this loss was proved.\n");
    else
        buf_addf(out, "By %d proof%s of this database a thousandth is worth %.1f +/- %.1f Elo, so expect %+.1f +/- %.1f.\n", p->proofs,
                 p->proofs == 1 ? "" : "s", p->rate, p->rate_error, p->elo, p->error);
}

bool predict_from_store(Store *store, const char *loss, double gain, Buf *out, Err *err) {
    Arena arena = { 0 };
    TuningRecord *tuning;
    ProofRecord *proof;
    int tunings, proofs;
    const bool good = store_tunings(store, &arena, &tuning, &tunings, err) && store_proofs(store, &arena, 0, &proof, &proofs, err);
    if (good) {
        const EloPrediction prediction = predict_elo(tuning, tunings, proof, proofs, loss, gain);
        predict_text(&prediction, gain, out);
    }
    arena_free(&arena);
    return good;
}

#include "tuner/verify/predict.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The rest of the line of the settings that begins with the key; "" without one. */
static const char *value_of(const char *settings, const char *key, size_t *len) {
    const size_t head = strlen(key);
    for (const char *at = settings; *at;) {
        const size_t here = strcspn(at, "\n");
        if (here >= head && !memcmp(at, key, head)) {
            *len = here - head;
            return at + head;
        }
        at += here + (at[here] == '\n');
    }
    *len = 0;
    return "";
}

/* What makes the losses of two fits the same thing. */
static bool same_loss(const char *a, const char *b) {
    static const char *const keys[] = { "loss: ", "result_share: ", "compare_loss: ", "compare_mean: ", "compare_share: " };
    size_t x, y;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *one = value_of(a, keys[i], &x), *other = value_of(b, keys[i], &y);
        if (x != y || memcmp(one, other, x) != 0) return false;
    }
    value_of(a, "compare: ", &x);
    value_of(b, "compare: ", &y);
    return (x > 0) == (y > 0); /* names of files tell nothing */
}

/* Weights of other engines are kept as the lines of their table, "term NAME MG EG": those of one evaluation have the same names. Of our
 * own there is one. */
static bool same_evaluation(const char *a, const char *b) {
    static const char term[] = "term ";
    const size_t head = sizeof term - 1;
    for (;; a++, b++) {
        const bool one = !strncmp(a, term, head), other = !strncmp(b, term, head);
        if (!one || !other) return one == other;
        const size_t name = strcspn(a + head, " \n");
        if (name != strcspn(b + head, " \n") || memcmp(a + head, b + head, name) != 0) return false;
        a += strcspn(a, "\n");
        b += strcspn(b, "\n");
        if (!*a || !*b) return *a == *b;
    }
}

static bool is_decided(const ProofRecord *proof) {
    return !strcmp(proof->stage, "gain") && (!strcmp(proof->verdict, "H0") || !strcmp(proof->verdict, "H1"));
}

/* Later attempts of the same tuning stand after it. */
static bool is_last(const ProofRecord *proof, int proofs, int at) {
    for (int i = at + 1; i < proofs; i++)
        if (proof[i].tuning == proof[at].tuning && is_decided(&proof[i])) return false;
    return true;
}

/* The thousandths that the proof's tuning gained on validation; NAN when it can't teach. */
static double gain_of(const ProofRecord *proof, const TuningRecord *tuning, int tunings, const TuningRecord *asked) {
    if (!isfinite(proof->elo) || !isfinite(proof->elo_error) || !(proof->elo_error > 0)) return NAN;
    for (int i = 0; i < tunings; i++) {
        const TuningRecord *t = &tuning[i];
        if (t->id != proof->tuning || strcmp(t->kind, "fit") || !same_loss(t->settings, asked->settings) || !same_evaluation(t->start, asked->start)) continue;
        return 1000 * (t->valid_start - t->valid_end);
    }
    return NAN;
}

EloPrediction predict_elo(const TuningRecord *tuning, int tunings, const ProofRecord *proof, int proofs, const TuningRecord *asked, double gain) {
    EloPrediction out = { .rate = NAN, .rate_error = NAN, .elo = NAN, .error = NAN };
    double sxx = 0, sxy = 0, syy = 0;
    for (int i = 0; i < proofs; i++) {
        if (!is_decided(&proof[i]) || !is_last(proof, proofs, i)) continue;
        const double x = gain_of(&proof[i], tuning, tunings, asked), weight = ELO_Z95 * ELO_Z95 / (proof[i].elo_error * proof[i].elo_error);
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
        buf_add(out, "What that is worth in Elo this database can't say yet: no fit like it, with this loss, has a proof that was decided.\n");
    else if (!(fabs(p->rate) > p->rate_error))
        buf_addf(out, "What that is worth in Elo the decided proofs of this database, %d of fits like it, can't say yet: what they gained is within its error.\n",
                 p->proofs);
    else
        buf_addf(out, "By %d decided proof%s of this database a thousandth is worth %.1f +/- %.1f Elo, so expect %+.1f +/- %.1f.\n", p->proofs,
                 p->proofs == 1 ? "" : "s", p->rate, p->rate_error, p->elo, p->error);
}

bool predict_from_store(Store *store, const TuningRecord *asked, double gain, Buf *out, Err *err) {
    Arena arena = { 0 };
    TuningRecord *tuning;
    ProofRecord *proof;
    int tunings, proofs;
    const bool good = store_tunings(store, &arena, &tuning, &tunings, err) && store_proofs(store, &arena, 0, &proof, &proofs, err);
    if (good) {
        const EloPrediction prediction = predict_elo(tuning, tunings, proof, proofs, asked, gain);
        predict_text(&prediction, gain, out);
    }
    arena_free(&arena);
    return good;
}

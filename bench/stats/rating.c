#include "bench/stats/rating.h"
#include <math.h>
#include <stdlib.h>
#include "bench/stats/groups.h"
#include "bench/stats/rating_internal.h"
#include "engine/core/arena.h"

static bool check_pairs(size_t players, const RatingPairs *pairs, size_t number, Err *err) {
    if (pairs->a >= players || pairs->b >= players)
        return err_set(err, ERR_INPUT, "rating list: pairs %zu are between players %zu and %zu, there are only %zu",
                       number, pairs->a, pairs->b, players);
    if (pairs->a == pairs->b)
        return err_set(err, ERR_INPUT, "rating list: pairs %zu are of player %zu against himself", number, pairs->a);
    for (int i = 0; i < 9; i++)
        if (pairs->count[i / 3][i % 3] < 0)
            return err_set(err, ERR_INPUT, "rating list: pairs %zu have the count %lld, it must not be negative",
                           number, (long long)pairs->count[i / 3][i % 3]);
    return true;
}

static RatingTally tally_of(const RatingPairs *pairs) {
    RatingTally tally = { 0 };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double count = (double)pairs->count[i][j];
            tally.pairs += count;
            tally.red += count * i / 2;
            tally.black += count * j / 2;
        }
    return tally;
}

/* Games, scores, groups and priors of the players, from the results alone. */
static void add_results(RatingList *list, const RatingPairs *pairs, const RatingTally *tallies, size_t pair_count) {
    const size_t count = list->count;
    double *points = mem_zalloc(count * count, sizeof *points);
    for (size_t p = 0; p < pair_count; p++) {
        const size_t a = pairs[p].a, b = pairs[p].b;
        const double won = tallies[p].red + tallies[p].black;
        points[a * count + b] += won;
        points[b * count + a] += 2 * tallies[p].pairs - won;
    }
    int *group = mem_alloc(count * sizeof *group);
    bool *unbounded = mem_alloc(count * sizeof *unbounded);
    list->groups = groups_find(count, points, group, unbounded);
    for (size_t i = 0; i < count; i++) {
        double won = 0, lost = 0;
        for (size_t j = 0; j < count; j++) won += points[i * count + j], lost += points[j * count + i];
        list->players[i] = (RatingPlayer){
            .games = (int64_t)(won + lost), .score = won / (won + lost), .group = group[i], .prior = unbounded[i]
        };
    }
    free(points);
    free(group);
    free(unbounded);
}

/* An empty fit of the list's players. */
static RatingFit fit_new(const RatingList *list, const RatingSpec *spec, const RatingPairs *pairs, RatingTally *tallies,
                         size_t pair_count) {
    const size_t count = list->count;
    RatingFit fit = { .players = count,
                      .unknowns = count + spec->colour,
                      .colour = spec->colour,
                      .pairs = pairs,
                      .tallies = tallies,
                      .pair_count = pair_count };
    fit.group = mem_alloc(count * sizeof *fit.group);
    fit.prior = mem_alloc(count * sizeof *fit.prior);
    int constraints = list->groups;
    for (size_t i = 0; i < count; i++) {
        fit.group[i] = list->players[i].group >= 0 ? list->players[i].group : constraints++;
        fit.prior[i] = list->players[i].prior;
    }
    fit.size = fit.unknowns + (size_t)constraints;
    fit.theta = mem_zalloc(fit.unknowns, sizeof *fit.theta);
    fit.inverse = mem_zalloc(fit.size * fit.size, sizeof *fit.inverse);
    fit.covariance = mem_zalloc(fit.size * fit.size, sizeof *fit.covariance);
    return fit;
}

static void fit_free(RatingFit *fit) {
    free(fit->group);
    free(fit->prior);
    free(fit->theta);
    free(fit->inverse);
    free(fit->covariance);
}

/* Rewrite a matrix of mean-zero ratings for ratings that count from the anchor of their group: subtract the
 * anchor's row from the rows of the group, then his column from their columns. */
static void anchor_matrix(const RatingFit *fit, size_t anchor, double *matrix) {
    const size_t n = fit->size;
    for (int pass = 0; pass < 2; pass++) {
        const size_t row = pass ? 1 : n, column = pass ? n : 1;
        for (size_t j = 0; j < n; j++) {
            const double shift = matrix[anchor * row + j * column];
            for (size_t i = 0; i < fit->players; i++)
                if (fit->group[i] == fit->group[anchor]) matrix[i * row + j * column] -= shift;
        }
    }
}

/* A way along which one player's rating moves by 1 and the others follow. */
typedef struct {
    const RatingFit *fit;
    size_t player;
    double *direction; /* of all unknowns */
    double *moved;     /* room for the moved ratings */
} Way;

static double points_at(const Way *way, double distance) {
    for (size_t i = 0; i < way->fit->unknowns; i++) way->moved[i] = way->fit->theta[i] + distance * way->direction[i];
    return rating_fit_points(way->fit, way->moved, way->player);
}

/* How far (sign 1 up, -1 down) the expected points reach the target; infinite when they never do. */
static double distance_to(const Way *way, int sign, double target) {
    const double farthest = 64; /* logits: expected scores there are 0 or 1 to a double */
    double near = 0, far = 1;
    while (sign * (points_at(way, sign * far) - target) < 0) {
        near = far;
        far *= 2;
        if (far > farthest) return sign * INFINITY;
    }
    for (int i = 0; i < 50; i++) {
        const double middle = (near + far) / 2;
        if (sign * (points_at(way, sign * middle) - target) < 0) near = middle;
        else far = middle;
    }
    return sign * (near + far) / 2;
}

/* 95 % interval of one rating, taken on the scale of points as for two players: the rating moves, the others
 * following as the fit ties them to it (a column of the inverse), until the expected points are 1.96 of their
 * standard errors away. With two players that is the interval of elo_pairs. */
static void add_interval(const RatingFit *fit, const RatingList *list, size_t player, RatingPlayer *out) {
    const double own = fit->inverse[player * fit->size + player];
    const double variance = list->covariance[player * list->count + player];
    out->low = out->high = out->elo;
    out->error = 0;
    if (!(variance > 0 && own > 0)) return; /* the anchor, or results without any spread */

    double *memory = mem_alloc(2 * fit->unknowns * sizeof *memory);
    const Way way = { .fit = fit, .player = player, .direction = memory, .moved = memory + fit->unknowns };
    for (size_t i = 0; i < fit->unknowns; i++) way.direction[i] = fit->inverse[i * fit->size + player] / own;
    const double tiny = 1e-4, slope = (points_at(&way, tiny) - points_at(&way, -tiny)) / (2 * tiny);
    const double points = points_at(&way, 0), reach = ELO_Z95 * slope * sqrt(variance) / ELO_PER_LOGIT;
    out->low += ELO_PER_LOGIT * distance_to(&way, -1, points - reach);
    out->high += ELO_PER_LOGIT * distance_to(&way, 1, points + reach);
    out->error = (out->high - out->low) / 2;
    free(memory);
}

/* Variances this small (Elo squared) are rounding: the results had no spread. */
static double clean_variance(double variance) {
    return variance > 1e-12 ? variance : 0;
}

static void add_covariance(const RatingFit *fit, RatingList *list) {
    const size_t count = list->count;
    list->covariance = mem_zalloc(count * count, sizeof *list->covariance);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            if (fit->group[i] != fit->group[j]) continue;
            const double value = ELO_PER_LOGIT * ELO_PER_LOGIT * fit->covariance[i * fit->size + j];
            list->covariance[i * count + j] = i == j ? clean_variance(value) : value;
        }
}

/* Put the solution into the list. */
static void add_ratings(RatingFit *fit, const RatingSpec *spec, RatingList *list) {
    const int anchored = spec->anchored ? fit->group[spec->anchor] : -1;
    const double shift = spec->anchored ? spec->anchor_elo - ELO_PER_LOGIT * fit->theta[spec->anchor] : 0;
    if (spec->anchored) {
        anchor_matrix(fit, spec->anchor, fit->inverse);
        anchor_matrix(fit, spec->anchor, fit->covariance);
    }
    add_covariance(fit, list);
    for (size_t i = 0; i < list->count; i++) {
        RatingPlayer *player = &list->players[i];
        if (player->group < 0) {
            player->elo = player->low = player->high = player->error = NAN;
            continue;
        }
        player->elo = ELO_PER_LOGIT * fit->theta[i] + (player->group == anchored ? shift : 0);
        add_interval(fit, list, i, player);
    }
    if (!spec->colour) return;
    const size_t red = fit->players;
    list->colour_elo = ELO_PER_LOGIT * fit->theta[red];
    list->colour_error = ELO_Z95 * ELO_PER_LOGIT * sqrt(fmax(fit->covariance[red * fit->size + red], 0));
}

bool rating_fit(RatingList *list, const RatingSpec *spec, size_t players, const RatingPairs *pairs, size_t count,
                Err *err) {
    *list = (RatingList){ 0 };
    for (size_t p = 0; p < count; p++)
        if (!check_pairs(players, &pairs[p], p, err)) return false;
    if (spec->anchored && spec->anchor >= players)
        return err_set(err, ERR_INPUT, "rating list: the anchor is player %zu, there are only %zu", spec->anchor,
                       players);

    if (players == 0) return true;
    RatingTally *tallies = mem_alloc((count + 1) * sizeof *tallies);
    for (size_t p = 0; p < count; p++) tallies[p] = tally_of(&pairs[p]);
    list->count = players;
    list->players = mem_zalloc(players, sizeof *list->players);
    add_results(list, pairs, tallies, count);

    bool done = false;
    RatingFit fit = fit_new(list, spec, pairs, tallies, count);
    if (spec->anchored && list->players[spec->anchor].group < 0)
        err_set(err, ERR_INPUT, "rating list: the anchor, player %zu, played nobody", spec->anchor);
    else if (rating_fit_solve(&fit, err)) {
        add_ratings(&fit, spec, list);
        done = true;
    }
    fit_free(&fit);
    free(tallies);
    if (!done) rating_free(list);
    return done;
}

void rating_free(RatingList *list) {
    free(list->players);
    free(list->covariance);
    *list = (RatingList){ 0 };
}

RatingDifference rating_difference(const RatingList *list, size_t first, size_t second) {
    const RatingPlayer *a = &list->players[first], *b = &list->players[second];
    if (first == second || a->group < 0 || a->group != b->group) return (RatingDifference){ NAN, NAN, NAN, NAN, NAN };
    const double *covariance = list->covariance;
    const size_t n = list->count;
    const double variance = clean_variance(covariance[first * n + first] + covariance[second * n + second] -
                                           2 * covariance[first * n + second]);

    /* On the scale of the score, as elo_pairs does it. */
    RatingDifference d = { .elo = a->elo - b->elo };
    const double score = elo_to_score(d.elo), deviation = score * (1 - score) * sqrt(variance) / ELO_PER_LOGIT;
    d.low = elo_from_score(score - ELO_Z95 * deviation);
    d.high = elo_from_score(score + ELO_Z95 * deviation);
    d.error = (d.high - d.low) / 2;
    d.los = variance > 0 ? 0.5 * erfc((0.5 - score) / deviation * sqrt(0.5)) : NAN;
    return d;
}

static bool stands_before(const RatingPlayer *a, const RatingPlayer *b) {
    if (isnan(a->elo) || isnan(b->elo)) return !isnan(a->elo) && isnan(b->elo);
    return a->group != b->group ? a->group < b->group : a->elo > b->elo;
}

void rating_order(const RatingList *list, size_t *order) {
    for (size_t i = 0; i < list->count; i++) {
        size_t place = i;
        for (; place > 0 && stands_before(&list->players[i], &list->players[order[place - 1]]); place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

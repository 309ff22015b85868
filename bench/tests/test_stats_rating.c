#include "engine/tests/test.h"
#include <string.h>
#include "bench/stats/elo.h"
#include "bench/stats/rating.h"
#include "bench/stats/stats.h"
#include "engine/core/rng.h"

static int start(void **state) {
    (void)state;
    stats_init();
    return 0;
}

/* Pairs between a and b with these five counts (a's half points), spread over the results that give them. */
static RatingPairs pairs_of(size_t a, size_t b, int64_t ll, int64_t ld, int64_t level, int64_t wd,
                            int64_t ww) {
    RatingPairs pairs = { .a = a, .b = b };
    pairs.count[0][0] = ll;
    pairs.count[0][1] = ld / 2;
    pairs.count[1][0] = ld - ld / 2;
    pairs.count[2][0] = level / 3;
    pairs.count[0][2] = level / 3;
    pairs.count[1][1] = level - 2 * (level / 3);
    pairs.count[2][1] = wd - wd / 2;
    pairs.count[1][2] = wd / 2;
    pairs.count[2][2] = ww;
    return pairs;
}

static RatingList fit(const RatingSpec *spec, size_t players, const RatingPairs *pairs, size_t count) {
    RatingList list;
    Err err = { 0 };
    if (!rating_fit(&list, spec, players, pairs, count, &err)) fail_msg("%s", err.text);
    return list;
}

static const RatingSpec plain = { 0 };

/* Equal, infinite bounds too. */
static void check_same(double actual, double expected, double tolerance) {
    if (actual == expected) return;
    assert_near(actual, expected, tolerance);
}

static void two_players_get_the_figures_of_their_match(void **state) {
    (void)state;
    static const int64_t matches[][5] = {
        { 34, 54, 63, 64, 75 },
        { 332, 433, 498, 333, 334 },
        { 7895, 8757, 5685, 568, 9999 },
        { 10, 100, 300, 120, 15 },
        { 0, 3, 20, 9, 1 },
        { 39, 8843, 26675, 9240, 44 },
        { 0, 0, 50, 0, 0 }, /* every pair level: no error at all */
        { 0, 0, 1, 1, 9 },  /* an upper bound that isn't there */
    };
    const RatingSpec anchored = { .anchored = true, .anchor = 1, .anchor_elo = 1500 };
    for (size_t i = 0; i < COUNT_OF(matches); i++) {
        const int64_t *m = matches[i];
        const EloStats match = elo_pairs(m);
        const RatingPairs pairs = pairs_of(0, 1, m[0], m[1], m[2], m[3], m[4]);

        RatingList list = fit(&plain, 2, &pairs, 1);
        const RatingDifference d = rating_difference(&list, 0, 1);
        assert_near(d.elo, match.elo, 1e-7);
        check_same(d.low, match.elo_low, 1e-6);
        check_same(d.high, match.elo_high, 1e-6);
        const double error = match.variance > 0 ? match.elo_error : 0;
        check_same(d.error, error, 1e-6);
        if (match.variance > 0)
            assert_near(d.los, match.los, 1e-9);
        else
            assert_true(isnan(d.los));
        assert_near(list.players[0].elo, match.elo / 2, 1e-7);
        assert_near(list.players[1].elo, -match.elo / 2, 1e-7);
        check_same(list.players[0].error, error / 2, 1e-6);
        check_same(list.players[1].error, error / 2, 1e-6);
        assert_int_equal(list.players[0].games, match.games);
        assert_near(list.players[0].score, match.score, 1e-15);
        rating_free(&list);

        list = fit(&anchored, 2, &pairs, 1);
        assert_near(list.players[0].elo, 1500 + match.elo, 1e-7);
        check_same(list.players[0].low, 1500 + match.elo_low, 1e-6);
        check_same(list.players[0].high, 1500 + match.elo_high, 1e-6);
        assert_true(list.players[1].elo == 1500 && list.players[1].error == 0);
        rating_free(&list);
    }
}

/* A cross table of five players that all differ, no two pairings alike. */
static size_t cross_table(RatingPairs *pairs) {
    size_t count = 0;
    for (size_t a = 0; a < 5; a++)
        for (size_t b = a + 1; b < 5; b++) {
            const int64_t gap = (int64_t)(b - a);
            pairs[count++] = pairs_of(a, b, 3, 9 + (int64_t)a, 30, 11 + 3 * gap, 2 + 2 * gap);
        }
    return count;
}

static void every_player_scores_what_the_ratings_expect(void **state) {
    (void)state;
    RatingPairs pairs[10];
    const size_t count = cross_table(pairs);
    RatingList list = fit(&plain, 5, pairs, count);
    double sum = 0;
    for (size_t i = 0; i < 5; i++) {
        double expected = 0;
        for (size_t p = 0; p < count; p++) {
            double games = 0;
            for (int k = 0; k < 9; k++) games += 2. * (double)pairs[p].count[k / 3][k % 3];
            const size_t other = pairs[p].a == i ? pairs[p].b : pairs[p].a;
            if (pairs[p].a == i || pairs[p].b == i)
                expected += games * elo_to_score(list.players[i].elo - list.players[other].elo);
        }
        assert_near(list.players[i].score * (double)list.players[i].games, expected, 1e-8);
        assert_true(!list.players[i].prior && list.players[i].group == 0);
        sum += list.players[i].elo;
    }
    assert_near(sum, 0, 1e-9);
    assert_int_equal(list.groups, 1);
    rating_free(&list);
}

static void ratings_do_not_depend_on_the_order_of_players_and_pairs(void **state) {
    (void)state;
    static const size_t renamed[5] = { 3, 0, 4, 1, 2 };
    RatingPairs pairs[10], other[10];
    const size_t count = cross_table(pairs);
    for (size_t p = 0; p < count; p++) {
        RatingPairs *to = &other[count - 1 - p];
        *to = (RatingPairs){ .a = renamed[pairs[p].b], .b = renamed[pairs[p].a] };
        /* b's points with Red are what a left with Black, and the other way round. */
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) to->count[2 - j][2 - i] = pairs[p].count[i][j];
    }
    const RatingSpec spec = { .colour = true };
    RatingList one = fit(&spec, 5, pairs, count), two = fit(&spec, 5, other, count);
    assert_near(one.colour_elo, two.colour_elo, 1e-8);
    assert_near(one.colour_error, two.colour_error, 1e-8);
    for (size_t i = 0; i < 5; i++) {
        assert_near(one.players[i].elo, two.players[renamed[i]].elo, 1e-8);
        assert_near(one.players[i].low, two.players[renamed[i]].low, 1e-7);
        assert_near(one.players[i].high, two.players[renamed[i]].high, 1e-7);
        for (size_t j = 0; j < 5; j++) {
            const RatingDifference a = rating_difference(&one, i, j);
            const RatingDifference b = rating_difference(&two, renamed[i], renamed[j]);
            if (i == j)
                assert_true(isnan(a.los) && isnan(b.los));
            else
                assert_near(a.los, b.los, 1e-9);
        }
    }
    rating_free(&one);
    rating_free(&two);
}

static void a_match_counted_in_parts_is_the_same_match(void **state) {
    (void)state;
    const RatingPairs whole = pairs_of(0, 1, 4, 20, 60, 32, 8);
    const RatingPairs parts[2] = { pairs_of(0, 1, 4, 20, 60, 0, 0), pairs_of(1, 0, 8, 32, 0, 0, 0) };
    RatingList one = fit(&plain, 2, &whole, 1), two = fit(&plain, 2, parts, 2);
    assert_near(one.players[0].elo, two.players[0].elo, 1e-8);
    assert_near(one.players[0].error, two.players[0].error, 1e-7);
    rating_free(&one);
    rating_free(&two);
}

static void a_player_that_played_nobody_changes_nothing_and_is_marked(void **state) {
    (void)state;
    RatingPairs pairs[10];
    const size_t count = cross_table(pairs);
    RatingList five = fit(&plain, 5, pairs, count), six = fit(&plain, 6, pairs, count);
    for (size_t i = 0; i < 5; i++) {
        assert_near(five.players[i].elo, six.players[i].elo, 1e-9);
        assert_near(five.players[i].error, six.players[i].error, 1e-8);
    }
    assert_int_equal(six.groups, 1);
    assert_int_equal(six.players[5].group, -1);
    assert_true(isnan(six.players[5].elo) && isnan(six.players[5].error) && isnan(six.players[5].score));
    assert_true(isnan(rating_difference(&six, 0, 5).elo));
    rating_free(&five);
    rating_free(&six);
}

static void groups_that_never_met_have_ratings_of_their_own(void **state) {
    (void)state;
    const RatingPairs pairs[] = { pairs_of(0, 3, 5, 20, 50, 30, 9), pairs_of(1, 2, 9, 30, 50, 20, 9),
                                  pairs_of(2, 4, 1, 20, 30, 21, 3) };
    const RatingSpec spec = { .anchored = true, .anchor = 3, .anchor_elo = 100 };
    RatingList list = fit(&spec, 5, pairs, 3);
    RatingList alone = fit(&plain, 2, &(RatingPairs){ 0, 1, { { 0 } } }, 1);
    assert_int_equal(alone.groups, 0); /* a pairing without pairs connects nobody */
    rating_free(&alone);

    assert_int_equal(list.groups, 2);
    assert_int_equal(list.players[0].group, list.players[3].group);
    assert_int_equal(list.players[1].group, list.players[4].group);
    assert_true(list.players[0].group != list.players[1].group);
    size_t order[5];
    rating_order(&list, order);
    assert_memory_equal(order, ((size_t[5]){ 0, 3, 2, 4, 1 }), sizeof order); /* one group after the other */
    assert_true(list.players[3].elo == 100);
    assert_near(list.players[1].elo + list.players[2].elo + list.players[4].elo, 0, 1e-9);
    const EloStats match = elo_pairs((const int64_t[5]){ 5, 20, 50, 30, 9 });
    assert_near(list.players[0].elo, 100 + match.elo, 1e-8);
    assert_near(list.players[0].error, match.elo_error, 1e-6);
    assert_true(isnan(rating_difference(&list, 0, 1).los));
    rating_free(&list);
}

static void who_won_or_lost_everything_gets_a_prior_and_is_marked(void **state) {
    (void)state;
    const RatingPairs pairs[] = {
        pairs_of(0, 1, 0, 0, 0, 0, 10), pairs_of(0, 2, 0, 0, 0, 0, 10), pairs_of(1, 2, 2, 3, 5, 4, 2),
        pairs_of(1, 3, 0, 0, 0, 0, 6),  pairs_of(2, 3, 0, 0, 0, 0, 6),
    };
    RatingList list = fit(&plain, 4, pairs, COUNT_OF(pairs));
    assert_true(list.players[0].prior && list.players[3].prior);
    assert_false(list.players[1].prior || list.players[2].prior);
    size_t order[4];
    rating_order(&list, order);
    assert_memory_equal(order, ((size_t[4]){ 0, 1, 2, 3 }), sizeof order);
    const RatingPlayer *top = &list.players[0], *last = &list.players[3];
    assert_true(isfinite(top->elo) && isfinite(last->elo));
    assert_true(top->elo - list.players[1].elo > 300 && list.players[2].elo - last->elo > 300);
    assert_true(top->high == INFINITY && isfinite(top->low));
    assert_true(last->low == -INFINITY && isfinite(last->high));

    /* 40 wins and a draw against the mean. */
    const double expected = 20 * elo_to_score(top->elo - list.players[1].elo) +
                            20 * elo_to_score(top->elo - list.players[2].elo) + elo_to_score(top->elo);
    double unmarked = 0; /* the mean that the draw leans on takes its share of the force */
    for (size_t i = 1; i < 3; i++) {
        double points = 20 * elo_to_score(list.players[i].elo - top->elo) +
                        12 * elo_to_score(list.players[i].elo - last->elo);
        points += 32 * elo_to_score(list.players[i].elo - list.players[3 - i].elo);
        unmarked = list.players[i].score * (double)list.players[i].games - points;
    }
    assert_near(expected, 40.5 - unmarked, 1e-7);
    assert_true(fabs(unmarked) < 0.25);
    rating_free(&list);
}

static void sets_that_beat_all_others_are_bounded_by_priors_too(void **state) {
    (void)state;
    /* 0 and 1 drew with each other and beat everyone; 2, 3 and 4 took points in a circle. */
    const RatingPairs pairs[] = {
        pairs_of(0, 1, 1, 2, 3, 2, 1), pairs_of(0, 2, 0, 0, 0, 0, 5), pairs_of(1, 3, 0, 0, 0, 0, 5),
        pairs_of(2, 3, 0, 0, 0, 0, 5), pairs_of(3, 4, 0, 0, 0, 0, 5), pairs_of(4, 2, 0, 0, 0, 0, 5),
    };
    RatingList list = fit(&plain, 5, pairs, COUNT_OF(pairs));
    for (size_t i = 0; i < 5; i++) {
        assert_true(list.players[i].prior == (i < 2));
        assert_true(isfinite(list.players[i].elo));
    }
    rating_free(&list);

    /* A match won by all games: neither player is the bulk. */
    const RatingPairs swept = pairs_of(0, 1, 0, 0, 0, 0, 10);
    list = fit(&plain, 2, &swept, 1);
    assert_true(list.players[0].prior && list.players[1].prior);
    assert_near(list.players[0].elo, -list.players[1].elo, 1e-9);
    assert_true(list.players[0].elo > 200 && list.players[0].high == INFINITY);
    rating_free(&list);
}

static void the_advantage_of_red_is_found(void **state) {
    (void)state;
    /* With Red a scores .75, with Black .5: by symmetry half the logit is strength, half is colour. */
    const RatingPairs pairs = {
        0, 1, {{ 250, 0, 250 }, { 0, 0, 0 }, { 750, 0, 750 }}
    };
    const RatingSpec spec = { .colour = true };
    RatingList list = fit(&spec, 2, &pairs, 1);
    const double half = elo_from_score(.75) / 2;
    assert_near(list.colour_elo, half, .2); /* the draw of prior in 4,000 games */
    assert_near(rating_difference(&list, 0, 1).elo, half, .2);
    assert_true(list.colour_error > 5 && list.colour_error < 15);
    rating_free(&list);

    const RatingPairs all_red = {
        0, 1, {{ 0, 0, 0 }, { 0, 0, 0 }, { 20, 0, 0 }}
    };
    list = fit(&spec, 2, &all_red, 1);
    assert_true(isfinite(list.colour_elo) && list.colour_elo > 200);
    assert_near(list.players[0].elo, 0, 1e-6);
    rating_free(&list);
}

static void wrong_tables_are_refused_with_the_reason(void **state) {
    (void)state;
    const RatingPairs good = pairs_of(0, 1, 1, 2, 3, 2, 1), outside = pairs_of(0, 3, 1, 0, 0, 0, 1),
                      self = pairs_of(1, 1, 1, 0, 0, 0, 1), negative = pairs_of(0, 1, 0, 0, 0, 0, -4);
    const RatingSpec nobody = { .anchored = true, .anchor = 2 }, missing = { .anchored = true, .anchor = 9 };
    const struct {
        const RatingPairs *pairs;
        const RatingSpec *spec;
        const char *text;
    } rows[] = {
        { &outside, &plain, "rating list: pairs 0 are between players 0 and 3, there are only 3" },
        { &self, &plain, "rating list: pairs 0 are of player 1 against himself" },
        { &negative, &plain, "rating list: pairs 0 have the count -4, it must not be negative" },
        { &good, &nobody, "rating list: the anchor, player 2, played nobody" },
        { &good, &missing, "rating list: the anchor is player 9, there are only 3" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        RatingList list;
        Err err = { 0 };
        assert_false(rating_fit(&list, rows[i].spec, 3, rows[i].pairs, 1, &err));
        assert_string_equal(err.text, rows[i].text);
        assert_null(list.players);
    }
}

/* Half points of a game at this expected score: draws twice p(1 - p), by one uniform number. */
static int result_of(double score, double uniform) {
    const double lost = (1 - score) * (1 - score), drawn = 2 * score * (1 - score);
    return uniform < lost ? 0 : uniform < lost + drawn ? 1 : 2;
}

enum { PLAYERS = 6, PAIRINGS = PLAYERS * (PLAYERS - 1) / 2, PAIRS_EACH = 20 };
static const double true_elo[PLAYERS] = { 180, 70, 20, -30, -80, -160 };
static const double true_colour = 25;

/* One round robin. In half of the pairs the opening decides much: what one player gets from it the other gets
 * too, which ties the two games together without changing what either expects. */
static void play(uint64_t tournament, RatingPairs pairs[PAIRINGS]) {
    size_t pairing = 0;
    for (size_t a = 0; a < PLAYERS; a++)
        for (size_t b = a + 1; b < PLAYERS; b++, pairing++) {
            pairs[pairing] = (RatingPairs){ .a = a, .b = b };
            for (uint64_t k = 0; k < PAIRS_EACH; k++) {
                const uint64_t stream = tournament * PAIRINGS + pairing;
                const double first = rng_real(2024, stream, 3 * k), other = rng_real(2024, stream, 3 * k + 1);
                const double second = rng_real(2024, stream, 3 * k + 2) < .5 ? 1 - first : other;
                const double difference = true_elo[a] - true_elo[b];
                const int red = result_of(elo_to_score(difference + true_colour), first);
                const int black = result_of(elo_to_score(difference - true_colour), second);
                pairs[pairing].count[red][black]++;
            }
        }
}

static void intervals_cover_the_truth_as_often_as_they_say(void **state) {
    (void)state;
    enum { TOURNAMENTS = 3000 };
    const RatingSpec spec = { .colour = true };
    int covered = 0, differences = 0, colours = 0;
    for (uint64_t t = 0; t < TOURNAMENTS; t++) {
        RatingPairs pairs[PAIRINGS];
        play(t, pairs);
        RatingList list = fit(&spec, PLAYERS, pairs, PAIRINGS);
        for (size_t i = 0; i < PLAYERS; i++)
            covered += list.players[i].low <= true_elo[i] && true_elo[i] <= list.players[i].high;
        for (size_t i = 1; i < PLAYERS; i++) {
            const RatingDifference d = rating_difference(&list, i - 1, i);
            differences += d.low <= true_elo[i - 1] - true_elo[i] && true_elo[i - 1] - true_elo[i] <= d.high;
        }
        colours += fabs(list.colour_elo - true_colour) <= list.colour_error;
        rating_free(&list);
    }
    const double players = covered / (double)(TOURNAMENTS * PLAYERS),
                 pairwise = differences / (double)(TOURNAMENTS * (PLAYERS - 1)),
                 colour = colours / (double)TOURNAMENTS;
    print_message("coverage: ratings %.3f, differences %.3f, Red's advantage %.3f\n", players, pairwise,
                  colour);
    assert_true(players > .93 && players < .97);
    assert_true(pairwise > .93 && pairwise < .97);
    assert_true(colour > .93 && colour < .97);
}

static void errors_follow_the_pairs_and_not_the_games(void **state) {
    (void)state;
    /* The same games: once every pair is split 1-1, once the wins of one side stand together. */
    const RatingPairs tied = {
        0, 1, {{ 0, 0, 50 }, { 0, 0, 0 }, { 50, 0, 0 }}
    };
    const RatingPairs loose = {
        0, 1, {{ 25, 0, 25 }, { 0, 0, 0 }, { 25, 0, 25 }}
    };
    RatingList a = fit(&plain, 2, &tied, 1), b = fit(&plain, 2, &loose, 1);
    assert_near(a.players[0].elo, b.players[0].elo, 1e-9);
    assert_true(a.players[0].error == 0 && b.players[0].error > 10);
    rating_free(&a);
    rating_free(&b);
}

/* Few games between few pairs of players, now and then very many: all kinds of holes, sweeps and loose ends. */
static size_t sparse_table(uint64_t draw, size_t players, RatingPairs *pairs) {
    size_t count = 0;
    uint64_t index = 0;
    const uint64_t share = 1 + rng_below(77, draw, index++, 5);
    for (size_t a = 0; a < players; a++)
        for (size_t b = a + 1; b < players; b++) {
            if (rng_below(77, draw, index++, 5) >= share) continue;
            const uint64_t most = rng_below(77, draw, index++, 10) ? 20 : 100000;
            pairs[count] = (RatingPairs){ .a = a, .b = b };
            for (uint64_t kinds = 1 + rng_below(77, draw, index++, 3); kinds > 0; kinds--) {
                const uint64_t result = rng_below(77, draw, index++, 9);
                pairs[count].count[result / 3][result % 3] += (int64_t)rng_below(77, draw, index++, most);
            }
            count++;
        }
    return count;
}

static void any_table_settles_with_ratings_inside_their_intervals(void **state) {
    (void)state;
    for (uint64_t draw = 0; draw < 4000; draw++) {
        RatingPairs pairs[36];
        const size_t players = 2 + rng_below(78, draw, 0, 8), count = sparse_table(draw, players, pairs);
        const RatingSpec spec = { .colour = draw % 2 };
        RatingList list = fit(&spec, players, pairs, count);
        for (size_t i = 0; i < players; i++) {
            const RatingPlayer *player = &list.players[i];
            if (player->group < 0) continue;
            if (!(isfinite(player->elo) && player->low <= player->elo + 1e-6 && player->high >= player->elo - 1e-6))
                fail_msg("table %d, player %zu: %g in [%g, %g]", (int)draw, i, player->elo, player->low, player->high);
        }
        rating_free(&list);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_get_the_figures_of_their_match),
        cmocka_unit_test(every_player_scores_what_the_ratings_expect),
        cmocka_unit_test(ratings_do_not_depend_on_the_order_of_players_and_pairs),
        cmocka_unit_test(a_match_counted_in_parts_is_the_same_match),
        cmocka_unit_test(a_player_that_played_nobody_changes_nothing_and_is_marked),
        cmocka_unit_test(groups_that_never_met_have_ratings_of_their_own),
        cmocka_unit_test(who_won_or_lost_everything_gets_a_prior_and_is_marked),
        cmocka_unit_test(sets_that_beat_all_others_are_bounded_by_priors_too),
        cmocka_unit_test(the_advantage_of_red_is_found),
        cmocka_unit_test(wrong_tables_are_refused_with_the_reason),
        cmocka_unit_test(intervals_cover_the_truth_as_often_as_they_say),
        cmocka_unit_test(errors_follow_the_pairs_and_not_the_games),
        cmocka_unit_test(any_table_settles_with_ratings_inside_their_intervals),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}

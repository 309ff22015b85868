#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/match/schedule.h"
#include "engine/core/rng.h"

/* A specification of this shape; the schedule looks at nothing else. */
static MatchSpec shape(Format format, int players, int64_t games) {
    return (MatchSpec){
        .format = (int)format, .player_count = players, .games = games, .opening_order = ORDER_RANDOM, .seed = 7
    };
}

static void formats_pair_the_players_they_should(void **state) {
    (void)state;
    static const struct { Format format; int players; const char *pairings; } rows[] = {
        { FORMAT_PAIRS, 2, "01" },
        { FORMAT_ROUND_ROBIN, 2, "01" },
        { FORMAT_ROUND_ROBIN, 4, "01 02 03 12 13 23" },
        { FORMAT_GAUNTLET, 4, "01 02 03" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const MatchSpec spec = shape(rows[i].format, rows[i].players, 10);
        char text[64] = "";
        for (int p = 0; p < schedule_pairings(&spec); p++) {
            const Pairing pairing = schedule_pairing(&spec, p);
            char word[8];
            snprintf(word, sizeof word, "%s%d%d", p ? " " : "", pairing.first, pairing.second);
            strcat(text, word);
        }
        assert_string_equal(text, rows[i].pairings);
        assert_int_equal(schedule_pairs(&spec), schedule_pairings(&spec) * 5);
    }
}

static void rounds_are_outermost_and_share_their_opening(void **state) {
    (void)state;
    const MatchSpec spec = shape(FORMAT_ROUND_ROBIN, 5, 60);
    const int pairings = schedule_pairings(&spec);
    uint32_t opening = 0;
    for (int index = 0; index < schedule_pairs(&spec); index++) {
        const PairTask task = schedule_pair(&spec, 12, index);
        assert_int_equal(task.index, index);
        assert_int_equal(task.round, index / pairings);
        assert_int_equal(task.pairing, index % pairings);
        if (task.pairing == 0) opening = task.opening;
        assert_int_equal(task.opening, opening);
    }
}

/* Rounds [0, count) of a one-pairing match as openings. */
static void list_openings(const MatchSpec *spec, uint32_t openings, int rounds, uint32_t *out) {
    for (int round = 0; round < rounds; round++) out[round] = schedule_pair(spec, openings, round).opening;
}

static void every_opening_comes_once_before_any_comes_again(void **state) {
    (void)state;
    static const uint32_t counts[] = { 1, 2, 3, 4, 5, 16, 17, 63, 100, 257, 1000, 4097 };
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint32_t count = counts[i];
        bool *seen = calloc(count, sizeof *seen);
        for (uint64_t seed = 0; seed < 3; seed++) {
            MatchSpec spec = shape(FORMAT_PAIRS, 2, 2);
            spec.seed = (int64_t)seed;
            for (uint32_t cycle = 0; cycle < 3; cycle++) {
                memset(seen, 0, count * sizeof *seen);
                for (uint32_t k = 0; k < count; k++) {
                    const uint32_t opening = schedule_pair(&spec, count, (int)(cycle * count + k)).opening;
                    assert_true(opening < count);
                    if (seen[opening])
                        fail_msg("seed %d: opening %u of %u came twice in cycle %u", (int)seed, opening, count, cycle);
                    seen[opening] = true;
                }
            }
        }
        free(seen);
    }
}

static void the_order_is_the_seeds_and_changes_from_cycle_to_cycle(void **state) {
    (void)state;
    enum { COUNT = 200 };
    uint32_t first[2 * COUNT], again[2 * COUNT], other[2 * COUNT];
    MatchSpec spec = shape(FORMAT_PAIRS, 2, 2);
    list_openings(&spec, COUNT, 2 * COUNT, first);
    spec.games = 100000; /* a longer match begins with the same games */
    list_openings(&spec, COUNT, 2 * COUNT, again);
    assert_memory_equal(first, again, sizeof first);
    spec.seed = 8;
    list_openings(&spec, COUNT, 2 * COUNT, other);
    int same_seed = 0, same_cycle = 0, in_order = 0;
    for (int k = 0; k < COUNT; k++) {
        same_seed += first[k] == other[k];
        same_cycle += first[k] == first[COUNT + k];
        in_order += first[k] == (uint32_t)k;
    }
    /* Of a random permutation one place is kept on average; ten would be one in a million. */
    assert_true(same_seed < 10 && same_cycle < 10 && in_order < 10);
}

static void the_shuffle_is_not_biased(void **state) {
    (void)state;
    enum { COUNT = 10, SEEDS = 20000 };
    int where[COUNT][COUNT] = { 0 };
    MatchSpec spec = shape(FORMAT_PAIRS, 2, 2);
    for (spec.seed = 0; spec.seed < SEEDS; spec.seed++)
        for (int k = 0; k < COUNT; k++) where[k][schedule_pair(&spec, COUNT, k).opening]++;
    double chi2 = 0;
    for (int k = 0; k < COUNT; k++)
        for (int o = 0; o < COUNT; o++) {
            const double expected = SEEDS / (double)COUNT, off = where[k][o] - expected;
            chi2 += off * off / expected;
        }
    /* 81 degrees of freedom: mean 81, deviation 12.7; seven deviations. */
    if (chi2 > 170) fail_msg("chi square %.1f", chi2);
}

static void sequential_order_is_that_of_the_file(void **state) {
    (void)state;
    MatchSpec spec = shape(FORMAT_PAIRS, 2, 2);
    spec.opening_order = ORDER_SEQUENTIAL;
    for (int round = 0; round < 30; round++) assert_int_equal(schedule_pair(&spec, 7, round).opening, round % 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_pair_the_players_they_should),
        cmocka_unit_test(rounds_are_outermost_and_share_their_opening),
        cmocka_unit_test(every_opening_comes_once_before_any_comes_again),
        cmocka_unit_test(the_order_is_the_seeds_and_changes_from_cycle_to_cycle),
        cmocka_unit_test(the_shuffle_is_not_biased),
        cmocka_unit_test(sequential_order_is_that_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Random numbers and the clock. */
#include "engine/tests/test.h"
#include <stdbool.h>
#include "engine/core/mono.h"
#include "engine/core/rng.h"

/* Stored runs are repeated from their seeds: these values are frozen. */
static void a_seed_means_the_same_numbers_for_ever(void **state) {
    (void)state;
    static const struct { uint64_t seed, stream, index, bits; } rows[] = {
        { 0, 0, 0, 0x1cd364143cce4aae },
        { 1, 0, 0, 0x5c5b2489b31beb7b },
        { 1, 2, 3, 0xeef6e0a7c20a45ee },
        { UINT64_MAX, UINT64_MAX, UINT64_MAX, 0x179f01f0d2fba97a },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const uint64_t bits = rng_bits(rows[i].seed, rows[i].stream, rows[i].index);
        if (bits != rows[i].bits) fail_msg("row %zu gives %#llx", i, (unsigned long long)bits);
    }
}

/* Chi square over 64 cells, for each of the three counters running alone: mean 63, standard deviation 11. */
static void each_counter_alone_gives_even_numbers(void **state) {
    (void)state;
    enum { CELLS = 64, DRAWS = 64000 };
    for (int counter = 0; counter < 3; counter++) {
        int cells[CELLS] = { 0 };
        for (uint64_t i = 0; i < DRAWS; i++)
            cells[rng_below(counter == 0 ? i : 5, counter == 1 ? i : 6, counter == 2 ? i : 7, CELLS)]++;
        double chi_square = 0;
        for (int cell = 0; cell < CELLS; cell++)
            chi_square += pow(cells[cell] - DRAWS / CELLS, 2) / (DRAWS / CELLS);
        assert_near(chi_square, 63, 45);
    }
}

static void numbers_stay_below_their_bound(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        assert_int_equal(rng_below(1, 1, i, 1), 0);
        assert_true(rng_below(1, 1, i, 3) < 3);
        assert_true(rng_below(1, 1, i, UINT64_MAX) < UINT64_MAX);
        const double real = rng_real(1, 1, i);
        assert_true(real >= 0 && real < 1);
    }
}

/* The high half of a product against long division by hand: bound 2^63 must halve. */
static void a_bound_of_a_power_of_two_takes_the_high_bits(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 1000; i++)
        for (int shift = 1; shift < 64; shift++)
            assert_true(rng_below(9, 8, i, (uint64_t)1 << shift) == rng_bits(9, 8, i) >> (64 - shift));
}

static void a_shuffle_is_a_permutation_and_every_order_comes_up(void **state) {
    (void)state;
    int seen[6] = { 0 };
    for (uint64_t stream = 0; stream < 6000; stream++) {
        uint32_t order[3];
        rng_shuffle(4, stream, order, 3);
        assert_int_equal(1u << order[0] | 1u << order[1] | 1u << order[2], 7);
        seen[order[0] * 2 + (order[1] > order[2])]++;
    }
    for (int i = 0; i < 6; i++) assert_near(seen[i], 1000, 150); /* 5 standard deviations */
    uint32_t order[1000], again[1000];
    bool has[1000] = { 0 };
    rng_shuffle(4, 1, order, 1000);
    rng_shuffle(4, 1, again, 1000);
    assert_memory_equal(order, again, sizeof order);
    for (int i = 0; i < 1000; i++) has[order[i]] = true;
    for (int i = 0; i < 1000; i++) assert_true(has[i]);
}

static void the_clocks_go_forward(void **state) {
    (void)state;
    const int64_t before = mono_ns(), cpu_before = cpu_thread_ns();
    mono_sleep_ns(20 * 1000000);
    const int64_t slept = mono_ns() - before, worked = cpu_thread_ns() - cpu_before;
    assert_true(slept >= 20 * 1000000);
    assert_true(worked >= 0 && worked < slept); /* sleep is no work */
    volatile unsigned spin = 0;
    for (int64_t end = mono_ns() + 2000000; mono_ns() < end;) spin++;
    assert_true(cpu_thread_ns() > cpu_before + worked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_means_the_same_numbers_for_ever),
        cmocka_unit_test(each_counter_alone_gives_even_numbers),
        cmocka_unit_test(numbers_stay_below_their_bound),
        cmocka_unit_test(a_bound_of_a_power_of_two_takes_the_high_bits),
        cmocka_unit_test(a_shuffle_is_a_permutation_and_every_order_comes_up),
        cmocka_unit_test(the_clocks_go_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

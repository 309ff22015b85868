#include "engine/tests/test.h"
#include <string.h>
#include "bench/stats/elo.h"
#include "bench/store/queries.h"
#include "bench/store/sql.h"
#include "bench/tests/recorded.h"

enum { PLAYERS = 3, GAMES = 80, PAIRS = PLAYERS * (PLAYERS - 1) / 2 * GAMES / 2, UNCOUNTED = 11, UNFINISHED = 7 };

/* A round robin of three with random results; one pair isn't counted, one has a game without a result. Beside it an
 * empty run of the same players. */
typedef struct { Store *store; MatchSpec spec; PairRecord pair[PAIRS]; Arena arena; } Fixture;

static int setup(void **state) {
    static Fixture fixture;
    fixture = (Fixture){ .spec = recorded_spec(FORMAT_ROUND_ROBIN, PLAYERS, GAMES) };
    Err err;
    int64_t run;
    if (!(fixture.store = store_open(NULL, STORE_CREATE, &err)) || !store_run_add(fixture.store, &fixture.spec, 1, &run, &err) ||
        !store_run_add(fixture.store, &fixture.spec, 1, &run, &err))
        return -1;
    StoreWriter *writer = store_writer_new(fixture.store, 1, &err);
    for (int i = 0; i < PAIRS; i++) {
        PairRecord *pair = &fixture.pair[i];
        *pair = recorded_pair(&fixture.spec, i, 12);
        pair->counted = i != UNCOUNTED;
        if (i == UNFINISHED) pair->game[1].outcome = OUTCOME_NONE;
        if (i % 10 == 0) pair->game[0].side[RED].fault = FAULT_TIME;
        if (!store_writer_add(writer, pair, &err)) return -1;
    }
    *state = &fixture;
    return store_writer_finish(writer, &err) ? 0 : -1;
}

static int teardown(void **state) {
    Fixture *fixture = *state;
    for (int i = 0; i < PAIRS; i++) pair_record_free(&fixture->pair[i]);
    store_close(fixture->store);
    spec_free(&fixture->spec);
    arena_free(&fixture->arena);
    return 0;
}

/* The pentanomial counts of a pairing, counted by hand. */
static void count_penta(const Fixture *fixture, int pairing, int64_t penta[ELO_PAIRS]) {
    memset(penta, 0, ELO_PAIRS * sizeof *penta);
    for (int i = 0; i < PAIRS; i++) {
        const int half_points = pair_record_half_points(&fixture->pair[i]);
        if (fixture->pair[i].pairing == pairing && fixture->pair[i].counted && half_points >= 0) penta[half_points]++;
    }
}

static void every_counter_of_a_player_has_its_column(void **state) {
    const Fixture *fixture = *state;
    sqlite3_stmt *stmt = sql_prepare(fixture->store->db, "SELECT * FROM game_side", NULL);
    assert_non_null(stmt);
    int found = 0;
    for (int i = 0; i < player_counter_count; i++)
        for (int column = 0; column < sqlite3_column_count(stmt); column++) found += !strcmp(player_counter_names[i], sqlite3_column_name(stmt, column));
    assert_int_equal(found, player_counter_count);
    enum { OTHERS = 12 /* game to overhead_ns without nodes, fault, note, talk */ };
    assert_int_equal(sqlite3_column_count(stmt), player_counter_count + OTHERS);
    sqlite3_finalize(stmt);
}

static void seats_sum_up_what_was_recorded(void **state) {
    Fixture *fixture = *state;
    SeatSummary *seat, sum[PLAYERS] = { { .seat = 0 } };
    int seats;
    for (int i = 0; i < PAIRS; i++)
        for (int leg = 0; leg < 2; leg++)
            for (int colour = RED; colour <= BLACK; colour++) {
                const GameRecord *game = &fixture->pair[i].game[leg];
                const SideRecord *side = &game->side[colour];
                SeatSummary *of = &sum[side->player];
                if (!fixture->pair[i].counted) continue;
                const int half_points = outcome_half_points(game->outcome, colour);
                of->games += half_points >= 0;
                of->wins += half_points == 2;
                of->draws += half_points == 1;
                of->losses += half_points == 0;
                of->moves += side->moves;
                of->nodes += (int64_t)side->nodes;
                of->depth_sum += side->depth_sum;
                of->time_ns += side->time_ns;
                of->overhead_ns += side->overhead_ns;
                of->faults += side->fault != FAULT_NONE;
                if (side->time_max_ns > of->time_max_ns) of->time_max_ns = side->time_max_ns;
                for (int k = 0; k < player_counter_count; k++) of->counter[k] += (int64_t)side->counter[k];
            }
    assert_true(store_seats(fixture->store, 1, &fixture->arena, &seat, &seats, NULL));
    assert_int_equal(seats, PLAYERS);
    assert_true(seat[0].faults > 0);
    for (int i = 0; i < PLAYERS; i++) {
        assert_int_equal(seat[i].seat, i);
        sum[i].seat = i;
        sum[i].name = seat[i].name;
        sum[i].limit = seat[i].limit;
        sum[i].resolved = seat[i].resolved;
        assert_memory_equal(&seat[i], &sum[i], sizeof seat[i]);
    }
}

static void pairings_tell_both_colours_apart(void **state) {
    Fixture *fixture = *state;
    PairingSummary *pairing, expected[PLAYERS] = { { .first = 0 } };
    int pairings;
    for (int i = 0; i < PAIRS; i++) {
        const PairRecord *pair = &fixture->pair[i];
        const int with_red = outcome_half_points(pair->game[0].outcome, RED), with_black = outcome_half_points(pair->game[1].outcome, BLACK);
        PairingSummary *of = &expected[pair->pairing];
        of->first = pair->game[0].side[RED].player;
        of->second = pair->game[0].side[BLACK].player;
        if (!pair->counted) continue;
        if (with_red < 0 || with_black < 0) of->unfinished++;
        else of->count[with_red][with_black]++;
    }
    assert_true(store_pairings(fixture->store, 1, &fixture->arena, &pairing, &pairings, NULL));
    assert_int_equal(pairings, PLAYERS);
    assert_memory_equal(pairing, expected, sizeof expected);
    assert_true(store_pairings(fixture->store, 2, &fixture->arena, &pairing, &pairings, NULL));
    assert_int_equal(pairings, 0);
}

static void reasons_count_every_counted_game(void **state) {
    Fixture *fixture = *state;
    ReasonSummary *reason;
    int reasons;
    int64_t games = 0, red_mates = 0;
    for (int i = 0; i < PAIRS; i++)
        for (int leg = 0; leg < 2; leg++)
            red_mates += fixture->pair[i].counted && fixture->pair[i].game[leg].reason == REASON_CHECKMATE &&
                         fixture->pair[i].game[leg].outcome == OUTCOME_RED;
    assert_true(store_reasons(fixture->store, 1, &fixture->arena, &reason, &reasons, NULL));
    for (int i = 0; i < reasons; i++) {
        games += reason[i].games;
        if (i) assert_true(reason[i].games <= reason[i - 1].games);
        if (!strcmp(reason[i].reason, "checkmate") && !strcmp(reason[i].outcome, "red")) assert_int_equal(reason[i].games, red_mates);
    }
    assert_int_equal(games, 2 * PAIRS - 2);
}

static void the_same_game_again_is_not_distinct(void **state) {
    Fixture *fixture = *state;
    Err err;
    int64_t distinct;
    assert_true(store_distinct_games(fixture->store, 1, &distinct, &err));
    assert_int_equal(distinct, 2 * PAIRS - 2);
    StoreWriter *writer = store_writer_new(fixture->store, 2, &err);
    for (int i = 0; i < 4; i++) { /* twice the same; another opening; another last move */
        PairRecord pair = recorded_pair(&fixture->spec, 0, 12);
        pair.index = pair.round = i;
        if (i == 2) strcpy(pair.start_fen, "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
        if (i == 3) pair.game[0].move[11].move++;
        assert_true(store_writer_add(writer, &pair, &err));
        pair_record_free(&pair);
    }
    assert_true(store_writer_finish(writer, &err));
    assert_true(store_distinct_games(fixture->store, 2, &distinct, &err));
    assert_int_equal(distinct, 2 + 2 + 1);
}

/* The views, against the statistics. */

static sqlite3_stmt *view(const Fixture *fixture, const char *sql) {
    Err err;
    sqlite3_stmt *stmt = sql_prepare(fixture->store->db, sql, &err);
    if (!stmt) fail_msg("%s", err.text);
    sqlite3_bind_text(stmt, 1, "p0", -1, SQLITE_STATIC);
    return stmt;
}

static void v_pairs_and_v_elo_are_what_the_statistics_say(void **state) {
    const Fixture *fixture = *state;
    sqlite3_stmt *pairs = view(fixture, "SELECT pairs, ll, ld, dd, wd, ww FROM v_pairs WHERE first = ?1 OR second = 'p2' ORDER BY first, second");
    sqlite3_stmt *elo = view(fixture, "SELECT first, second, pairs, score, elo, elo_error FROM v_elo ORDER BY first, second");
    bool row;
    for (int pairing = 0; pairing < PLAYERS; pairing++) {
        int64_t penta[ELO_PAIRS];
        count_penta(fixture, pairing, penta);
        const EloStats stats = elo_pairs(penta);
        assert_true(sql_next(pairs, &row, NULL) && row);
        SqlCells from = sql_cells(pairs);
        assert_int_equal(sql_get_int(&from), stats.games / 2);
        for (int k = 0; k < ELO_PAIRS; k++) assert_int_equal(sql_get_int(&from), penta[k]);
        assert_true(sql_next(elo, &row, NULL) && row);
        from = sql_cells(elo);
        const Pairing players = schedule_pairing(&fixture->spec, pairing);
        assert_string_equal(sql_get_text(&from), fixture->spec.player[players.first].name);
        assert_string_equal(sql_get_text(&from), fixture->spec.player[players.second].name);
        assert_int_equal(sql_get_int(&from), stats.games / 2);
        assert_near(sql_get_real(&from), stats.score, 1e-12);
        assert_near(sql_get_real(&from), stats.elo, 1e-9);
        assert_near(sql_get_real(&from), stats.elo_error, 1e-9);
    }
    assert_true(sql_next(elo, &row, NULL) && !row); /* the run without pairs has none */
    sqlite3_finalize(pairs);
    sqlite3_finalize(elo);
}

static void v_nodes_by_variant_is_what_the_seats_sum_up_to(void **state) {
    Fixture *fixture = *state;
    SeatSummary *seat;
    int seats;
    assert_true(store_seats(fixture->store, 1, &fixture->arena, &seat, &seats, NULL));
    sqlite3_stmt *stmt = view(fixture, "SELECT player, games, moves, nodes_per_move, depth_per_move, ms_per_move, nodes_per_second, "
                                       "first_cutoff_rate FROM v_nodes_by_variant ORDER BY player");
    int first_cutoffs = 0, beta_cutoffs = 0;
    for (int i = 0; i < player_counter_count; i++) {
        if (!strcmp(player_counter_names[i], "first_cutoffs")) first_cutoffs = i;
        if (!strcmp(player_counter_names[i], "beta_cutoffs")) beta_cutoffs = i;
    }
    bool row;
    for (int i = 0; i < PLAYERS; i++) {
        const double moves = (double)seat[i].moves, nodes = (double)seat[i].nodes, ns = (double)seat[i].time_ns;
        assert_true(sql_next(stmt, &row, NULL) && row);
        SqlCells from = sql_cells(stmt);
        assert_string_equal(sql_get_text(&from), seat[i].name);
        assert_true(sql_get_int(&from) >= seat[i].games);
        assert_int_equal(sql_get_int(&from), seat[i].moves);
        assert_near(sql_get_real(&from), nodes / moves, 1e-9 * nodes / moves);
        assert_near(sql_get_real(&from), (double)seat[i].depth_sum / moves, 1e-9);
        assert_near(sql_get_real(&from), ns / moves / 1e6, 1e-9);
        assert_near(sql_get_real(&from), nodes / ns * 1e9, 1e-3);
        assert_near(sql_get_real(&from), (double)seat[i].counter[first_cutoffs] / (double)seat[i].counter[beta_cutoffs], 1e-9);
    }
    sqlite3_finalize(stmt);
}

static void v_reasons_and_v_games_name_players_and_ends(void **state) {
    const Fixture *fixture = *state;
    int64_t value;
    assert_true(sql_number(fixture->store->db, "SELECT sum(games) FROM v_reasons WHERE run = (SELECT uid FROM run WHERE id = 1)", &value, NULL));
    assert_int_equal(value, 2 * PAIRS - 2);
    assert_true(sql_number(fixture->store->db, "SELECT count(*) FROM v_games WHERE red = 'p0' AND black = 'p1' AND leg = 0", &value, NULL));
    assert_int_equal(value, GAMES / 2);
    assert_true(sql_number(fixture->store->db, "SELECT count(*) FROM v_games WHERE red = 'p0' AND black = 'p1' AND leg = 1", &value, NULL));
    assert_int_equal(value, 0);
}

int main(void) {
#define stored_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        stored_test(every_counter_of_a_player_has_its_column),
        stored_test(seats_sum_up_what_was_recorded),
        stored_test(pairings_tell_both_colours_apart),
        stored_test(reasons_count_every_counted_game),
        stored_test(the_same_game_again_is_not_distinct),
        stored_test(v_pairs_and_v_elo_are_what_the_statistics_say),
        stored_test(v_nodes_by_variant_is_what_the_seats_sum_up_to),
        stored_test(v_reasons_and_v_games_name_players_and_ends),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

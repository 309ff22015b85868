/* From decisions to comparisons: what the rows count, which moves are taken, what broken files say. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/store/store.h"
#include "bench/tests/recorded.h"
#include "bench/tests/scratch.h"
#include "engine/core/file.h"
#include "engine/xq/notation.h"
#include "tuner/data/compare_image.h"
#include "tuner/data/leaf.h"
#include "tuner/tests/extracting.h"
#include "tuner/tests/positions.h"

static ExtractRules rules_of(void) {
    ExtractRules rules;
    opt_defaults(&extract_options, &rules);
    rules.compare = true;
    rules.jobs = 1;
    return rules;
}

static bool extract(const ExtractRules *rules, const char *path, CompareSet *set, CompareReport *report, Err *err) {
    size_t size;
    void *image = extract_image(rules, path, NULL, report, &size, err);
    return image && compare_adopt(set, image, size, "extracted", err);
}

static void must_extract(const ExtractRules *rules, const char *path, CompareSet *set, CompareReport *report) {
    Err err = { 0 };
    if (!extract(rules, path, set, report, &err)) fail_msg("%s", err.text);
}

/* Random positions with a random move as the right one. */
static int make_choices(int count, Choice *out) {
    int made = 0;
    for (int i = 0; i < count; i++) {
        MoveList list;
        const Pos pos = random_position(i, 10 + i % 90);
        if (gen_legal(&pos, &list) < 2) continue;
        out[made++] = (Choice){ .pos = pos, .right = { list.move[rng_below(6, (uint64_t)i, 0, (uint64_t)list.count)] }, .rights = 1, .game = (uint64_t)i / 4 + 1 };
    }
    return made;
}

static void build(const Choice *choice, int count, int depth, int others, int threads, CompareSet *set) {
    Arena arena = { 0 };
    TermTable table;
    LeafRules rules = { .weights = &weights_default, .depth = depth, .others = others, .threads = threads };
    ChoiceCounts counts;
    size_t size;
    Err err = { 0 };
    opt_defaults(&eval_options, &rules.groups);
    term_table_builtin(&table, &weights_default, &arena);
    void *image = compare_build(choice, (size_t)count, &table, &rules, &size, &counts, &err);
    if (!image || !compare_adopt(set, image, size, "built", &err)) fail_msg("%s", err.text);
    assert_int_equal(set->positions + (uint64_t)counts.forced + (uint64_t)counts.decided, count);
    arena_free(&arena);
}

/* A list times weights that the caller blends. */
static double times(const CompareSet *set, const uint16_t *index, const int8_t *value, CompareCounts counts, double mg, double eg) {
    uint16_t term[1000];
    int32_t uses[1000];
    double sum = 0;
    const int n = compare_entries(set, index, value, counts, term, uses);
    for (int i = 0; i < n; i++) sum += uses[i] * (mg * set->table.slot[term[i]].start[0] + eg * set->table.slot[term[i]].start[1]);
    return sum;
}

static int value_of(const EvalTables *tables, const Pos *pos, Move mv, int depth) {
    Pos after = *pos, leaf;
    Undo undo;
    pos_make(&after, mv, &undo);
    return -leaf_search(tables, &after, depth, &leaf);
}

/* Both colours are to move, captures and checks abound, phases change. */
static void rows_times_weights_are_differences_of_leaves(void **state) {
    (void)state;
    enum { CHOICES = 120 };
    Choice choice[CHOICES];
    const int count = make_choices(CHOICES, choice);
    EvalTables tables;
    EvalOptions groups;
    opt_defaults(&eval_options, &groups);
    eval_prepare(&tables, &weights_default, &groups);
    for (int depth = 0; depth < 2; depth++) {
        CompareSet set;
        int tapered = 0, black = 0;
        build(choice, depth ? count / 8 : count, depth, 0, 1, &set);
        Choice *back;
        assert_true(compare_choices(&set, &back, NULL));
        for (int phase = 0; phase <= set.table.phases; phase++)
            for (uint64_t p = set.phase_first[phase]; p < set.phase_first[phase + 1]; p++) {
                const ComparePosition *at = &set.position[p];
                const uint16_t *index = set.index + at->index;
                const int8_t *value = set.value + at->value;
                const double share = (double)phase / set.table.phases;
                const int played = value_of(&tables, &back[p].pos, at->played, depth);
                black += back[p].pos.side == BLACK;
                for (const CompareRow *row = set.row + at->row; row < set.row + at[1].row; row++) {
                    double sum = times(&set, index, value, row->difference, share, 1 - share);
                    index += compare_length(row->difference);
                    value += row->difference.other;
                    sum += (double)row->taper / set.table.phases * times(&set, index, value, row->uses, 1, -1);
                    index += compare_length(row->uses);
                    value += row->uses.other;
                    tapered += row->taper != 0;
                    assert_near(sum, value_of(&tables, &back[p].pos, row->move, depth) - played, 2); /* both are cut to whole numbers */
                }
            }
        assert_true(tapered > 50 && black > 3);
        free(back);
        compare_close(&set);
    }
}

static void a_deeper_leaf_is_the_best_of_the_next_ones(void **state) {
    (void)state;
    EvalTables tables;
    EvalOptions groups;
    opt_defaults(&eval_options, &groups);
    eval_prepare(&tables, &weights_default, &groups);
    int checks = 0, mates = 0;
    for (int i = 0; i < 150; i++) {
        const Pos pos = random_position(i + 1000, 20 + i % 100);
        MoveList list;
        Pos leaf;
        int best = -LEAF_MATE;
        gen_legal(&pos, &list);
        for (int m = 0; m < list.count; m++) {
            const int value = value_of(&tables, &pos, list.move[m], 0);
            if (value > best) best = value;
        }
        const int value = leaf_search(&tables, &pos, 1, &leaf);
        assert_int_equal(value, best);
        mates += abs(value) == LEAF_MATE;
        if (pos_in_check(&pos, pos.side)) {
            checks++;
            assert_int_equal(leaf_search(&tables, &pos, 0, &leaf), best);
        }
        if (abs(value) < LEAF_MATE) assert_true(abs(eval_with(&tables, &leaf)) == abs(value) || pos_in_check(&leaf, leaf.side));
    }
    assert_true(checks > 3 && mates > 0);
}

static void any_number_of_threads_makes_the_same_file_and_reading_back_makes_it_again(void **state) {
    (void)state;
    enum { CHOICES = 200 };
    Choice choice[CHOICES], *back;
    const int count = make_choices(CHOICES, choice);
    CompareSet set, other;
    build(choice, count, 0, 0, 1, &set);
    for (int threads = 2; threads <= 4; threads += 2) {
        build(choice, count, 0, 0, threads, &other);
        assert_int_equal(other.bytes, set.bytes);
        assert_memory_equal(other.image, set.image, set.bytes);
        compare_close(&other);
    }
    assert_true(compare_choices(&set, &back, NULL));
    build(back, (int)set.positions, 0, 0, 1, &other);
    assert_int_equal(other.bytes, set.bytes);
    assert_memory_equal(other.image, set.image, set.bytes);
    compare_close(&other);
    free(back);
    compare_close(&set);
}

static void fewer_others_are_the_best_ones(void **state) {
    (void)state;
    enum { CHOICES = 60, OTHERS = 5 };
    Choice choice[CHOICES];
    const int count = make_choices(CHOICES, choice);
    CompareSet all, few;
    build(choice, count, 0, 0, 1, &all);
    build(choice, count, 0, OTHERS, 1, &few);
    assert_int_equal(all.positions, few.positions);
    for (uint64_t p = 0; p < all.positions; p++) {
        const uint64_t whole = all.position[p + 1].row - all.position[p].row, kept = few.position[p + 1].row - few.position[p].row;
        assert_int_equal(kept, whole < OTHERS ? whole : OTHERS);
        assert_int_equal(kept + few.position[p].below, whole + all.position[p].below);
        for (uint64_t i = 0; i < kept; i++) assert_int_equal(few.row[few.position[p].row + i].move, all.row[all.position[p].row + i].move);
    }
    compare_close(&all);
    compare_close(&few);
}

/* Sources. */

static void make_store(const char *path) {
    Err err = { 0 };
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 20);
    Store *store = store_open(path, STORE_CREATE, &err);
    int64_t run;
    assert_non_null(store);
    if (!store_run_add(store, &spec, 1, &run, &err)) fail_msg("%s", err.text);
    StoreWriter *writer = store_writer_new(store, run, &err);
    for (int i = 0; i < 10; i++) {
        PairRecord pair = recorded_pair(&spec, i, 30);
        assert_true(store_writer_add(writer, &pair, &err));
        pair_record_free(&pair);
    }
    assert_true(store_writer_finish(writer, &err));
    store_close(store);
    spec_free(&spec);
}

static const char three_games[] =
    "[Red \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. b0c2 g6g5 5. c3c4 c9e7 6. a0b0 1-0\n\n"
    "[Red \"B\"]\n[Black \"A\"]\n[Result \"0-1\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. b0c2 g6g5 5. c3c4 c9e7 0-1\n\n"
    "[Red \"A\"]\n[Black \"C\"]\n\n1. b0c2 h9g7 2. c3c4 i9h9 3. h0g2 b9c7 4. a0a1 g6g5 5. a1f1 c9e7\n\n";

static void movers_and_players_are_chosen(void **state) {
    static const struct { const char *player; int movers, skip, moves; } rows[] = {
        { "", MOVERS_BOTH, 0, 31 }, { "", MOVERS_WINNER, 0, 11 }, { "A", MOVERS_BOTH, 0, 16 }, { "A", MOVERS_WINNER, 0, 11 },
        { "B", MOVERS_WINNER, 0, 0 }, { "C", MOVERS_BOTH, 0, 5 }, { "", MOVERS_BOTH, 8, 7 },
    };
    char path[128];
    write_file(file_at(state, "a.pgn", path), three_games);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        ExtractRules rules = rules_of();
        CompareReport report;
        CompareSet set;
        Err err = { 0 };
        snprintf(rules.player, sizeof rules.player, "%s", rows[i].player);
        rules.movers = rows[i].movers;
        rules.skip_plies = rows[i].skip;
        const bool good = extract(&rules, path, &set, &report, &err);
        assert_int_equal(good, rows[i].moves > 0);
        assert_int_equal(report.chosen, rows[i].moves);
        assert_int_equal(report.source.games, 3);
        if (good) compare_close(&set);
        else assert_non_null(strstr(err.text, "of other movers"));
    }
}

static void a_store_gives_few_moves_a_game_and_the_same_ones_again(void **state) {
    const char *path = ((Scratch *)*state)->db;
    make_store(path);
    ExtractRules rules = rules_of();
    CompareSet set, again;
    CompareReport report;
    rules.per_game = 4;
    must_extract(&rules, path, &set, &report);
    assert_int_equal(report.source.games, 20);
    assert_int_equal(report.chosen, 80);
    assert_int_equal(set.games, 20);
    must_extract(&rules, path, &again, &report);
    assert_memory_equal(again.image, set.image, set.bytes);
    compare_close(&again);
    rules.seed = 2;
    must_extract(&rules, path, &again, &report);
    assert_true(again.bytes != set.bytes || memcmp(again.image, set.image, set.bytes) != 0);
    compare_close(&again);
    rules.max_score = 100;
    must_extract(&rules, path, &again, &report);
    assert_true(report.extreme > 0);
    compare_close(&again);
    compare_close(&set);
}

static void suites_name_the_right_moves(void **state) {
    char path[128];
    write_file(file_at(state, "a.epd", path),
               "# best moves\n"
               "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 bm h2e2 b2e2; id \"two\";\n"
               "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 am a0a1; id \"not this\";\n");
    const ExtractRules rules = rules_of();
    CompareSet set;
    CompareReport report;
    Choice *choice;
    must_extract(&rules, path, &set, &report);
    assert_int_equal(report.questions, 1);
    assert_int_equal(report.others, 1);
    assert_int_equal(set.positions, 1);
    assert_int_equal(set.rows, 42); /* 44 moves, of which both right ones are none to compare with */
    assert_true(compare_choices(&set, &choice, NULL));
    assert_int_equal(choice[0].rights, 2);
    assert_true(set.position[0].played == choice[0].right[0] || set.position[0].played == choice[0].right[1]);
    free(choice);
    compare_close(&set);
}

static void mates_and_forced_moves_teach_nothing(void **state) {
    (void)state;
    /* The rook mates on e9's rank; whoever plays elsewhere missed it, and who is in check there has one way out. */
    static const struct { const char *fen, *move; int64_t forced, decided; } rows[] = {
        { "3k5/9/4R4/9/9/9/9/9/9/R3K4 w", "a0a9", 0, 1 },
        { "3k5/9/4R4/9/9/9/9/9/9/R3K4 w", "a0a1", 0, 1 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Choice choice = { .rights = 1, .game = 1, .right = { move_parse_coord(rows[i].move, false) } };
        Arena arena = { 0 };
        TermTable table;
        ChoiceCounts counts;
        size_t size;
        Err err = { 0 };
        LeafRules rules = { .weights = &weights_default, .threads = 1 };
        opt_defaults(&eval_options, &rules.groups);
        term_table_builtin(&table, &weights_default, &arena);
        assert_true(fen_parse(rows[i].fen, &choice.pos, NULL));
        assert_null(compare_build(&choice, 1, &table, &rules, &size, &counts, &err));
        assert_int_equal(counts.forced, rows[i].forced);
        assert_int_equal(counts.decided, rows[i].decided);
        assert_non_null(strstr(err.text, "no position leaves a choice"));
        arena_free(&arena);
    }
}

/* Broken files. */

typedef struct { const char *says; void (*spoil)(CompareHeader *head); } Spoil;

static uint16_t *index_of(CompareHeader *head) { return (uint16_t *)((char *)head + head->section[COMPARE_INDEX].offset); }
static void spoil_magic(CompareHeader *head) { head->common.magic[0] = 'x'; }
static void spoil_version(CompareHeader *head) { head->common.version = 9; }
static void spoil_order(CompareHeader *head) { head->common.byte_order = 0x04030201; }
static void spoil_size(CompareHeader *head) { head->size++; }
static void spoil_section(CompareHeader *head) { head->section[COMPARE_ROWS].offset = head->size + 8; }
static void spoil_name(CompareHeader *head) { ((char *)head)[head->section[IMAGE_NAMES].offset]++; }
static void spoil_term(CompareHeader *head) { index_of(head)[0] = UINT16_MAX; }
static void spoil_row(CompareHeader *head) { ((CompareRow *)((char *)head + head->section[COMPARE_ROWS].offset))->difference.plus += 1; }
static void spoil_position(CompareHeader *head) { ((ComparePosition *)((char *)head + head->section[COMPARE_POSITIONS].offset))->game = 1000000; }
static void spoil_phase(CompareHeader *head) { *(uint64_t *)((char *)head + head->section[COMPARE_PHASES].offset) = 7; }

static void broken_files_are_refused(void **state) {
    (void)state;
    static const Spoil rows[] = {
        { "is no file of comparisons", spoil_magic }, { "is of version 9", spoil_version }, { "the other byte order", spoil_order },
        { "cut short", spoil_size }, { "outside of it", spoil_section }, { "doesn't fit its hash", spoil_name }, { "a term out of range", spoil_term },
        { "damaged", spoil_row }, { "game or text lies outside", spoil_position }, { "phases", spoil_phase },
    };
    Choice choice[20];
    CompareSet set, broken;
    const int count = make_choices(20, choice);
    build(choice, count, 0, 0, 1, &set);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        void *image = mem_alloc(set.bytes);
        Err err = { 0 };
        memcpy(image, set.image, set.bytes);
        rows[i].spoil(image);
        image_seal(image, set.bytes); /* so that more than the checksum is asked */
        assert_false(compare_adopt(&broken, image, set.bytes, "broken", &err));
        if (!strstr(err.text, rows[i].says)) fail_msg("row %zu says: %s", i, err.text);
    }
    compare_close(&set);
}

static void one_changed_byte_anywhere_is_noticed(void **state) {
    const Scratch *scratch = *state;
    char path[128];
    Choice choice[20];
    CompareSet set, broken;
    Err err = { 0 };
    snprintf(path, sizeof path, "%s/a.choices", scratch->folder);
    build(choice, make_choices(20, choice), 0, 0, 1, &set);
    char *image = mem_alloc(set.bytes);
    memcpy(image, set.image, set.bytes);
    const size_t step = set.bytes / 50;
    for (size_t at = 0; at < set.bytes; at += at < sizeof(CompareHeader) ? 1 : step) {
        image[at] ^= 1;
        assert_true(file_write(path, image, set.bytes, NULL));
        assert_false(compare_open(&broken, path, &err));
        if (at >= sizeof(CompareHeader)) assert_non_null(strstr(err.text, "a.choices: is damaged: its bytes don't fit its checksum; extract it anew"));
        image[at] ^= 1;
    }
    assert_true(file_write(path, image, set.bytes, NULL));
    assert_true(compare_open(&broken, path, &err));
    compare_close(&broken);
    compare_close(&set);
    free(image);
}

static void what_cannot_be_compared_is_told(void **state) {
    static const struct { const char *name, *text, *says; } rows[] = {
        { "a.epd", "4k4/9/9/9/9/9/9/9/3R5/3K5 w 1-0\n", "a.epd:1:" },
        { "b.epd", "4k4/9/9/9/9/9/9/9/3R5/3K5 w - - am d1d2;\n", "names a best move (bm)" },
        { "c.pgn", "[Red \"A\"]\n\n1. h2e2 1-0\n\n", "no move is left to compare" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char path[128];
        CompareSet set;
        CompareReport report;
        Err err = { 0 };
        const ExtractRules rules = rules_of();
        write_file(file_at(state, rows[i].name, path), rows[i].text);
        assert_false(extract(&rules, path, &set, &report, &err));
        if (!strstr(err.text, rows[i].says)) fail_msg("row %zu says: %s", i, err.text);
    }
    ExtractRules rules = rules_of();
    Err err = { 0 };
    snprintf(rules.samples, sizeof rules.samples, "s");
    assert_false(compare_extract_check(&rules, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_times_weights_are_differences_of_leaves),
        cmocka_unit_test(a_deeper_leaf_is_the_best_of_the_next_ones),
        cmocka_unit_test(any_number_of_threads_makes_the_same_file_and_reading_back_makes_it_again),
        cmocka_unit_test(fewer_others_are_the_best_ones),
        cmocka_unit_test(mates_and_forced_moves_teach_nothing),
        cmocka_unit_test(broken_files_are_refused),
        scratch_test(one_changed_byte_anywhere_is_noticed),
        scratch_test(movers_and_players_are_chosen),
        scratch_test(a_store_gives_few_moves_a_game_and_the_same_ones_again),
        scratch_test(suites_name_the_right_moves),
        scratch_test(what_cannot_be_compared_is_told),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "engine/tests/test.h"
#include <string.h>
#include "engine/proto/command.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

static Arena arena;

static Command parse(const char *line, Protocol protocol) {
    Command command;
    Err err = { .kind = ERR_NONE };
    if (!command_parse(line, protocol, false, true, &arena, &command, &err)) fail_msg("'%s': %s", line, err.text);
    return command;
}

static int drop_arena(void **state) {
    (void)state;
    arena_free(&arena);
    return 0;
}

static void first_words_tell_the_kind(void **state) {
    (void)state;
    static const struct {
        const char *line;
        Protocol protocol;
        CommandKind kind;
    } rows[] = {
        { "uci", PROTO_UNKNOWN, COMMAND_UCI },
        { "ucci\r\n", PROTO_UNKNOWN, COMMAND_UCCI },
        { "  isready  ", PROTO_UCI, COMMAND_ISREADY },
        { "", PROTO_UCI, COMMAND_NONE },
        { "banmoves h2e2", PROTO_UCCI, COMMAND_BANMOVES },
        { "banmoves h2e2", PROTO_UCI, COMMAND_NONE },
        { "probe startpos", PROTO_UCCI, COMMAND_PROBE },
        { "hello there", PROTO_UCI, COMMAND_NONE },
        { "quit", PROTO_UCCI, COMMAND_QUIT },
        { "ponderhit draw", PROTO_UCCI, COMMAND_PONDERHIT },
        { "go perft 4", PROTO_UCI, COMMAND_PERFT },
        { "bench", PROTO_UCI, COMMAND_BENCH },
        { "debug on", PROTO_UCI, COMMAND_DEBUG },
        { "debug on", PROTO_UCCI, COMMAND_NONE },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(parse(rows[i].line, rows[i].protocol).kind, rows[i].kind);
}

static void a_position_carries_its_moves(void **state) {
    (void)state;
    const Command start = parse("position startpos moves h2e2 h9g7", PROTO_UCI);
    assert_int_equal(start.move_count, 2);
    assert_int_equal(start.moves[1], move_parse_coord("h9g7", false));
    const Command fen = parse("position fen 3k5/9/9/9/9/9/9/9/9/4RK3 w - - 3 9 moves e0e4", PROTO_UCCI);
    assert_int_equal(fen.start.halfmove, 3);
    assert_int_equal(fen.move_count, 1);
    assert_int_equal(parse("position fen 3k5/9/9/9/9/9/9/9/9/4RK3 w", PROTO_UCCI).move_count, 0);
}

static void option_names_and_values_may_have_several_words(void **state) {
    (void)state;
    Command option = parse("setoption name Clear Hash", PROTO_UCI);
    assert_string_equal(option.name, "Clear Hash");
    assert_string_equal(option.value, "");
    option = parse("setoption name Book File value my book.dat", PROTO_UCI);
    assert_string_equal(option.name, "Book File");
    assert_string_equal(option.value, "my book.dat");
    option = parse("setoption bookfiles a.dat;b c.dat", PROTO_UCCI);
    assert_string_equal(option.name, "bookfiles");
    assert_string_equal(option.value, "a.dat;b c.dat");
}

static void uci_limits_are_read_for_the_side_to_move(void **state) {
    (void)state;
    SearchLimits limits = parse("go wtime 60000 btime 5000 winc 600 binc 50 movestogo 20", PROTO_UCI).limits;
    assert_int_equal(limits.time_ns, 60000000000);
    assert_int_equal(limits.increment_ns, 600000000);
    assert_int_equal(limits.moves_to_go, 20);
    Command black;
    Err err = { 0 };
    assert_true(command_parse("go wtime 60000 btime 5000", PROTO_UCI, false, false, &arena, &black, &err));
    assert_int_equal(black.limits.time_ns, 5000000000);
    limits = parse("go depth 7 nodes 100000 searchmoves h2e2 b2e2 movetime 50", PROTO_UCI).limits;
    assert_int_equal(limits.depth, 7);
    assert_int_equal(limits.nodes, 100000);
    assert_int_equal(limits.root_move_count, 2);
    assert_int_equal(limits.movetime_ns, 50000000);
    assert_true(parse("go ponder infinite", PROTO_UCI).limits.ponder);
    assert_int_equal(parse("go wtime -300", PROTO_UCI).limits.time_ns, 1000000); /* late already: answer at once */
}

static void ucci_times_are_seconds_unless_milliseconds_are_agreed(void **state) {
    (void)state;
    const char *line = "go draw time 90 increment 2 opptime 80 oppincrement 2";
    Command command = parse(line, PROTO_UCCI);
    assert_true(command.draw_offered);
    assert_int_equal(command.limits.time_ns, 90000000000);
    assert_int_equal(command.limits.increment_ns, 2000000000);
    Err err = { 0 };
    assert_true(command_parse(line, PROTO_UCCI, true, true, &arena, &command, &err));
    assert_int_equal(command.limits.time_ns, 90000000);
    assert_true(parse("go depth infinite", PROTO_UCCI).limits.infinite);
    assert_true(parse("go depth 0", PROTO_UCCI).static_eval);
    assert_true(parse("go ponder time 60 movestogo 40", PROTO_UCCI).limits.ponder);
}

static void unknown_words_of_go_are_passed_over(void **state) {
    (void)state;
    Command command = parse("go depht 3 nodes 500", PROTO_UCI);
    assert_string_equal(command.ignored, "depht");
    assert_int_equal(command.limits.nodes, 500);
    assert_null(parse("go wtime 100 btime 100 winc 1 binc 1 movestogo 3", PROTO_UCI).ignored);
    assert_null(parse("go time 1 movestogo 3 opptime 1 oppmovestogo 3 oppincrement 0", PROTO_UCCI).ignored);
    assert_string_equal(parse("go time 1 depth 3", PROTO_UCI).ignored, "time");
    assert_string_equal(parse("go wtime 1 depth 3", PROTO_UCCI).ignored, "wtime");
}

static void wrong_words_are_named(void **state) {
    (void)state;
    static const struct {
        const char *line;
        Protocol protocol;
        const char *part;
    } rows[] = {
        { "position", PROTO_UCI, "'startpos' or 'fen' is missing" },
        { "position startpos move h2e2", PROTO_UCI, "'move' where 'moves' should stand" },
        { "position startpos moves h2e2 xyz", PROTO_UCI, "'xyz' is not a move" },
        { "position fen 9/9/9 w", PROTO_UCI, "FEN" },
        { "go depth", PROTO_UCI, "depth: a number is missing" },
        { "go nodes many", PROTO_UCI, "'many' is not a number" },
        { "go time 1x", PROTO_UCCI, "'1x' is not a number" },
        { "setoption hash 3", PROTO_UCI, "'name' is missing" },
        { "setoption", PROTO_UCCI, "name is missing" },
        { "perft", PROTO_UCI, "a number is missing" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Command command;
        Err err = { .kind = ERR_NONE };
        assert_false(command_parse(rows[i].line, rows[i].protocol, false, true, &arena, &command, &err));
        if (!strstr(err.text, rows[i].part)) fail_msg("'%s' says: %s", rows[i].line, err.text);
    }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_words_tell_the_kind),
        cmocka_unit_test(a_position_carries_its_moves),
        cmocka_unit_test(option_names_and_values_may_have_several_words),
        cmocka_unit_test(uci_limits_are_read_for_the_side_to_move),
        cmocka_unit_test(ucci_times_are_seconds_unless_milliseconds_are_agreed),
        cmocka_unit_test(unknown_words_of_go_are_passed_over),
        cmocka_unit_test(wrong_words_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, drop_arena);
}

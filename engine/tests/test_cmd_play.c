#include "engine/tests/command.h"
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine/core/buf.h"
#include "engine/core/file.h"

/* Red checks with the rook, Black's king goes to and fro: it never has another move. */
#define FORCED "5k3/R8/9/5P3/9/9/9/9/9/4K4 w - - 0 1"
/* Red mates by b1b9. */
#define MATE "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1"

static Buf out;

/* Run `xqengine play ARGUMENTS` on these lines; both outputs are left in `out`. Returns the exit code. */
static int play(const char *arguments, const char *lines) {
    Buf command = { 0 };
    buf_addf(&command, "printf '%s' | '%s/xqengine' play %s 2>&1", lines, XQ_BIN_DIR, arguments);
    const int code = run_line(buf_text(&command), &out);
    buf_free(&command);
    return code;
}

static void assert_shown(const char *part) {
    if (!strstr(buf_text(&out), part)) fail_msg("'%s' is not in:\n%s", part, buf_text(&out));
}

static void assert_not_shown(const char *part) {
    if (strstr(buf_text(&out), part)) fail_msg("'%s' is in:\n%s", part, buf_text(&out));
}

static bool matches(const char *pattern) {
    regex_t regex;
    assert_int_equal(regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB | REG_NEWLINE), 0);
    const bool found = regexec(&regex, buf_text(&out), 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

static void assert_matches(const char *pattern) {
    if (!matches(pattern)) fail_msg("nothing like '%s' in:\n%s", pattern, buf_text(&out));
}

/* Times, counts and values, which hang on the machine, the search and the weights, become N. */
static void mask_numbers(void) {
    Buf masked = { 0 };
    for (const char *at = buf_text(&out); *at;) {
        const size_t len = strspn(at, "0123456789.");
        const char *behind = at + len;
        static const char *const units[] = { " nodes", " leaf nodes", " s\n", " s)" };
        bool counted = len && at - buf_text(&out) >= 7 && !strncmp(at - 7, "value -", 7);
        for (size_t i = 0; i < COUNT_OF(units); i++) counted |= len && !strncmp(behind, units[i], strlen(units[i]));
        if (counted) buf_add(&masked, "N");
        else buf_add_n(&masked, at, len ? len : 1);
        at += len ? len : 1;
    }
    buf_free(&out);
    out = masked;
}

static void a_short_game_looks_like_this(void **state) {
    (void)state;
    assert_int_equal(
        play("--board letters --notation wxf --variant AB --depth 1 --fen '" FORCED "'", "R9+1\\nmoves\\nquit\\n"), 0);
    mask_numbers();
    assert_string_equal(buf_text(&out), "You play Red against AB. Type a move, or help.\n"
                                        "\n"
                                        "9 . . . . . k . . .\n"
                                        "8 R . . . . . . . .\n"
                                        "7 . . . . . . . . .\n"
                                        "6 . . . . . P . . .\n"
                                        "5 . . . . . . . . .\n"
                                        "  ~~~~~~~~~~~~~~~~~\n"
                                        "4 . . . . . . . . .\n"
                                        "3 . . . . . . . . .\n"
                                        "2 . . . . . . . . .\n"
                                        "1 . . . . . . . . .\n"
                                        "0 . . . . K . . . .\n"
                                        "  a b c d e f g h i\n"
                                        "\n"
                                        "1. Red> R9+1\n"
                                        "you play R9+1 (a8a9)\n"
                                        "AB plays K6+1 (f9f8): value -N, depth 1, N nodes, N leaf nodes, N s\n"
                                        "\n"
                                        "9 R . . . .(.). . .\n"
                                        "8 . . . . .[k]. . .\n"
                                        "7 . . . . . . . . .\n"
                                        "6 . . . . . P . . .\n"
                                        "5 . . . . . . . . .\n"
                                        "  ~~~~~~~~~~~~~~~~~\n"
                                        "4 . . . . . . . . .\n"
                                        "3 . . . . . . . . .\n"
                                        "2 . . . . . . . . .\n"
                                        "1 . . . . . . . . .\n"
                                        "0 . . . . K . . . .\n"
                                        "  a b c d e f g h i\n"
                                        "\n"
                                        "2. Red> moves\n"
                                        "  1. R9+1  K6+1 (depth 1, N leaf nodes, N s)\n"
                                        "AB: 1 search, N nodes, N leaf nodes, N s\n"
                                        "2. Red> quit\n"
                                        "Goodbye.\n");
}

static void moves_are_read_in_every_notation_and_written_in_chinese(void **state) {
    (void)state;
    assert_int_equal(play("--depth 1 --fen '" FORCED "'", "车九进一\\na9a8\\nR9+1\\n"), 0);
    assert_shown("you play 车九进一 (a8a9)\n");
    assert_shown("you play 车九退一 (a9a8)\n");
    assert_int_equal(play("--depth 1 --fen '" FORCED "'", "俥九進一\\n俥九退一\\n"), 0);
    assert_shown("you play 车九进一 (a8a9)\n");
    assert_matches("^full plays 将６进１ \\(f9f8\\): (value -?[0-9]+|mated in [0-9]+), depth 1, [0-9]+ nodes, [0-9]+ "
                   "leaf nodes, [0-9]+\\.[0-9]{3} s$");
    assert_shown("3. Red> \nGoodbye.\n");
}

static void perpetual_check_is_judged_and_explained(void **state) {
    (void)state;
    assert_int_equal(play("--depth 1 --fen '" FORCED "'", "a8a9\\na9a8\\na8a9\\na9a8\\na8a9\\nundo\\nmoves\\n"), 0);
    assert_shown("The game is over: Red checked on every move (perpetual_check): Black wins\n1. a8a9 Red: checks\n2. "
                 "f9f8 Black: idle\n");
    assert_shown("\n> a8a9\nthe game is over: undo, new or quit\n");
    assert_matches("^4\\. Red> moves$"); /* after the undo */
    assert_shown("  3. 车九进一  将６进１");
    assert_not_shown("  4. ");
}

static void mate_ends_the_game_for_either_side(void **state) {
    (void)state;
    assert_int_equal(play("--notation iccs --fen '" MATE "'", "b1b9\\nundo\\na8a7\\nquit\\n"), 0);
    assert_shown("you play b1b9\n");
    assert_shown("The game is over: no legal move, in check (checkmate): Red wins\n");
    assert_shown("1. Red> a8a7\nyou play a8a7\nfull plays d9");
    assert_int_equal(play("--notation iccs --side black --depth 3 --fen '" MATE "'", "hint\\nnew\\n"), 0);
    assert_shown("You play Black against full.");
    assert_matches("^full plays [a-i0-9]{4}: mate in 1, depth [0-9]+, ");
    assert_shown(": Red wins\n> hint\nthe game is over\n> new\n");
}

static void commands_do_what_help_says(void **state) {
    (void)state;
    assert_int_equal(play("--depth 2", "help\\nundo\\nhint\\nh2e2\\nflip\\nswitch\\nresign\\nresign\\nundo\\nQUIT\\n"),
                     0);
    static const char *const names[] = { "help",          "undo", "hint",   "board",  "flip", "moves",
                                         "save FILE.pgn", "new",  "switch", "resign", "quit" };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char line[32];
        snprintf(line, sizeof line, "\n  %-15s", names[i]);
        assert_shown(line);
    }
    assert_shown("there is no move of yours to take back\n");
    assert_matches(
        "^you could play .* \\([a-i][0-9][a-i][0-9]\\): value -?[0-9]+, depth 2, [0-9]+ nodes, [0-9]+ leaf nodes, ");
    assert_shown("flip\n\n  一 二 三"); /* Black sits below, Red's files run from the left */
    assert_shown("you play Black now\nfull plays ");
    assert_shown("2. Black> resign\nThe game is over: a player resigned (resign): Red wins\n> resign\nthe game is "
                 "over\n> undo\n");
    assert_shown("2. Black> QUIT\nGoodbye.\n");
}

static void wrong_lines_are_answered_and_change_nothing(void **state) {
    (void)state;
    static const struct {
        const char *line, *answer;
    } rows[] = {
        { "unod", "did you mean the command 'undo'?" },
        { "banana", "'help' lists the commands" },
        { "h2h8", "illegal" },
        { "save", "save needs a file" },
        { "save /no/such/folder/x.pgn", "cannot write /no/such/folder/x.pgn" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char lines[64];
        snprintf(lines, sizeof lines, "%s\\nmoves\\n\\n", rows[i].line);
        assert_int_equal(play("--depth 1", lines), 0);
        assert_shown(rows[i].answer);
        assert_shown("1. Red> moves\nno moves yet\n1. Red> \n1. Red> \nGoodbye.\n");
    }
}

static void wrong_options_are_refused(void **state) {
    (void)state;
    static const char *const rows[] = { "--side green",    "--fen 'x'", "--variant nobody",
                                        "--set nothing=1", "extra",     "--depth -1" };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (play(rows[i], "quit\\n") != 2) fail_msg("%s is taken:\n%s", rows[i], buf_text(&out));
        assert_not_shown("Goodbye");
        assert_ptr_equal(strchr(buf_text(&out), '\n'), buf_text(&out) + out.len - 1); /* one line */
    }
}

static void games_are_saved_as_pgn_that_can_be_read_again(void **state) {
    (void)state;
    char folder[] = "/tmp/test_play_XXXXXX", arguments[160], path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/games.pgn", folder);
    snprintf(arguments, sizeof arguments, "--variant alphabeta --depth 1 --save %s --fen '%s'", path, MATE);
    assert_int_equal(play(arguments, "new\\nb1b9\\nnew\\na8a7\\n"), 0);
    Buf text = { 0 };
    Err err = { 0 };
    assert_true(file_read(path, &text, &err));
    static const char *const parts[] = {
        "[Red \"Human\"]\n[Black \"xqlab ",
        "[Result \"1-0\"]\n[Termination \"checkmate\"]\n[FEN \"" MATE "\"]\n[Format \"Chinese\"]\n\n1. 车八进八 1-0\n",
        "[Result \"*\"]\n",
        "1. 车九退一 将４",
        "{value ",
        " leaf nodes, ",
    };
    const char *at = buf_text(&text);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (!(at = strstr(at, parts[i]))) fail_msg("'%s' is not in its place in:\n%s", parts[i], buf_text(&text));
    buf_free(&text);
    char command[160];
    snprintf(command, sizeof command, "'%s/xqengine' pgn %s | grep -q '2 games'", XQ_BIN_DIR, path);
    assert_int_equal(system(command), 0);
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_game_looks_like_this),
        cmocka_unit_test(moves_are_read_in_every_notation_and_written_in_chinese),
        cmocka_unit_test(perpetual_check_is_judged_and_explained),
        cmocka_unit_test(mate_ends_the_game_for_either_side),
        cmocka_unit_test(commands_do_what_help_says),
        cmocka_unit_test(wrong_lines_are_answered_and_change_nothing),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(games_are_saved_as_pgn_that_can_be_read_again),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_free(&out);
    return failed;
}

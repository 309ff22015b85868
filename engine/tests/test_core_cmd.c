#include "engine/tests/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine/core/cmd.h"
#include "engine/core/file.h"

typedef struct {
    bool divide, pretty;
    int64_t offset;
    int movegen;
    char fen[OPT_TEXT_SIZE];
    OptList set;
} PerftOptions;

static const char *const movegens[] = { "scan", "template", "table", "bitboard", NULL };
static const OptRow perft_rows[] = {
    { .name = "fen", .kind = OPT_TEXT, .offset = offsetof(PerftOptions, fen), .argument = "FEN", .group = "Position",
      .help = "start from this position" },
    { .name = "offset", .kind = OPT_INT, .offset = offsetof(PerftOptions, offset), .initial = "-1", .min = -9, .max = 9,
      .help = "add to every count" },
    { .name = "move_gen", .kind = OPT_CHOICE, .offset = offsetof(PerftOptions, movegen), .initial = "table",
      .choices = movegens, .group = "Method", .help = "move generator" },
    { .name = "divide", .kind = OPT_BOOL, .offset = offsetof(PerftOptions, divide), .help = "a count for each move" },
    { .name = "pretty", .kind = OPT_BOOL, .offset = offsetof(PerftOptions, pretty), .initial = "true",
      .help = "separate thousands", .requires = "divide" },
    { .name = "set", .kind = OPT_LIST, .offset = offsetof(PerftOptions, set), .argument = "KEY=VALUE",
      .help = "change an option" },
};
static const OptTable perft_options = { .title = "perft", .rows = perft_rows, .count = COUNT_OF(perft_rows) };

typedef struct {
    char variant[OPT_TEXT_SIZE];
} ServeOptions;

static const OptRow serve_rows[] = {
    { .name = "variant", .kind = OPT_TEXT, .offset = offsetof(ServeOptions, variant), .initial = "full",
      .help = "who plays" },
};
static const OptTable serve_options = { .title = "serve", .rows = serve_rows, .count = COUNT_OF(serve_rows) };

static int run_perft(const void *options, const CmdArgs *args, Err *err) {
    const PerftOptions *perft = options;
    if (args->count != 1) {
        err_set(err, ERR_USAGE, "perft: one DEPTH is wanted, not %d", args->count);
        return EXIT_HELD;
    }
    printf("depth %s offset %lld movegen %s fen '%s' divide %d pretty %d sets %d\n", args->positional[0],
           (long long)perft->offset, movegens[perft->movegen], perft->fen, perft->divide, perft->pretty,
           perft->set.count);
    return EXIT_REGRESSED;
}

static int run_stop(const void *options, const CmdArgs *args, Err *err) {
    (void)options;
    err_set(err, args->count ? ERR_FAULT : ERR_INTERRUPTED, "stopped");
    return EXIT_HELD;
}

static int run_serve(const void *options, const CmdArgs *args, Err *err) {
    (void)err;
    printf("serve %s %d\n", ((const ServeOptions *)options)->variant, args->count);
    return EXIT_HELD;
}

static const Cmd commands[] = {
    { "perft", "DEPTH [--fen FEN]", "count the leaves of the game tree",
      "Counts are exact. A long paragraph is filled to the width of the page, wherever its\nlines end in the source, "
      "so that nobody has to count columns when writing one.\n\n  xqtest perft 3\n  xqtest perft 4 --divide\n\n"
      ".a paragraph that begins with a dot and holds a back\\slash",
      &perft_options, sizeof(PerftOptions), run_perft },
    { "stop", "", "always fail", NULL, NULL, 0, run_stop },
};
static const Cmd serve = { "serve", "[--variant V]", "speak", NULL, &serve_options, sizeof(ServeOptions), run_serve };
static const CmdProgram with_fallback = { "xqtest", "a program for tests", "It does nothing of use.",
                                          commands, COUNT_OF(commands), &serve };
static const CmdProgram without_fallback = { "xqtest", "a program for tests", NULL, commands, COUNT_OF(commands), NULL };

/* What a run left behind. */
typedef struct {
    int code;
    Buf out, err;
} Result;

static void redirect(FILE *stream, const char *path, int *saved) {
    fflush(stream);
    *saved = dup(fileno(stream));
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(*saved >= 0 && fd >= 0 && dup2(fd, fileno(stream)) >= 0);
    close(fd);
}

static void restore(FILE *stream, const char *path, int saved, Buf *text) {
    Err err = { 0 };
    fflush(stream);
    clearerr(stream);
    assert_true(dup2(saved, fileno(stream)) >= 0);
    close(saved);
    assert_true(file_read(path, text, &err));
}

/* Run `xqtest <line>`; the words of line stand apart by single '|'. */
static Result run(const CmdProgram *program, const char *line) {
    char out_path[] = "/tmp/test_cmd_out_XXXXXX", err_path[] = "/tmp/test_cmd_err_XXXXXX", words[1024], *argv[64];
    int argc = 0, out_saved, err_saved;
    argv[argc++] = (char *)"xqtest";
    snprintf(words, sizeof words, "%s", line);
    for (char *word = words; *line && word; argc++) {
        argv[argc] = word;
        word = strchr(word, '|');
        if (word) *word++ = 0;
    }
    argv[argc] = NULL;
    close(mkstemp(out_path));
    close(mkstemp(err_path));
    redirect(stdout, out_path, &out_saved);
    redirect(stderr, err_path, &err_saved);
    Result result = { .code = cmd_main(program, argc, argv) };
    restore(stdout, out_path, out_saved, &result.out);
    restore(stderr, err_path, err_saved, &result.err);
    unlink(out_path);
    unlink(err_path);
    return result;
}

static void free_result(Result *result) {
    buf_free(&result->out);
    buf_free(&result->err);
}

typedef struct {
    const char *line;
    int code;
    const char *out, *err;
} Row;

static void check_rows(const CmdProgram *program, const Row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Result result = run(program, rows[i].line);
        assert_string_equal(buf_text(&result.out), rows[i].out);
        assert_string_equal(buf_text(&result.err), rows[i].err);
        assert_int_equal(result.code, rows[i].code);
        free_result(&result);
    }
}

#define PERFT(fields) "depth " fields "\n"
static const char plain[] = PERFT("3 offset -1 movegen table fen '' divide 0 pretty 1 sets 0");

static void options_reach_the_command_in_every_spelling(void **state) {
    (void)state;
    const Row rows[] = {
        { "perft|3", 1, plain, "" },
        { "perft|--offset|-5|3", 1, PERFT("3 offset -5 movegen table fen '' divide 0 pretty 1 sets 0"), "" },
        { "perft|--offset=-5|-3", 1, PERFT("-3 offset -5 movegen table fen '' divide 0 pretty 1 sets 0"), "" },
        { "perft|3|--divide|--no-pretty", 1, PERFT("3 offset -1 movegen table fen '' divide 1 pretty 0 sets 0"), "" },
        { "perft|--divide=no|3", 1, plain, "" },
        { "perft|--move-gen|SCAN|3", 1, PERFT("3 offset -1 movegen scan fen '' divide 0 pretty 1 sets 0"), "" },
        { "perft|--move_gen=scan|3", 1, PERFT("3 offset -1 movegen scan fen '' divide 0 pretty 1 sets 0"), "" },
        { "perft|--fen|9/9 w - - 0 1|3", 1, PERFT("3 offset -1 movegen table fen '9/9 w - - 0 1' divide 0 pretty 1 sets 0"), "" },
        { "perft|--fen=--x=y|3", 1, PERFT("3 offset -1 movegen table fen '--x=y' divide 0 pretty 1 sets 0"), "" },
        { "perft|--set|a=1|--set=b=2|3", 1, PERFT("3 offset -1 movegen table fen '' divide 0 pretty 1 sets 2"), "" },
        { "perft|-", 1, PERFT("- offset -1 movegen table fen '' divide 0 pretty 1 sets 0"), "" },
        { "perft|--|--divide", 1, PERFT("--divide offset -1 movegen table fen '' divide 0 pretty 1 sets 0"), "" },
        { "perft|--|--help", 1, PERFT("--help offset -1 movegen table fen '' divide 0 pretty 1 sets 0"), "" },
    };
    check_rows(&without_fallback, rows, COUNT_OF(rows));
}

static void wrong_use_is_one_line_on_stderr_and_code_2(void **state) {
    (void)state;
    const Row rows[] = {
        { "perft", 2, "", "xqtest: perft: one DEPTH is wanted, not 0\n" },
        { "perft|--offset", 2, "", "xqtest: --offset: needs a value\n" },
        { "perft|--offset|--divide", 2, "", "xqtest: --offset: needs a value\n" },
        { "perft|--offset|10", 2, "", "xqtest: --offset: 10 is out of range; -9 to 9\n" },
        { "perft|3|--fen=", 2, "", "xqtest: --fen: needs a value\n" },
        { "perft|3|--set=", 2, "", "xqtest: --set: needs a value\n" },
        { "perft|--offset=", 2, "", "xqtest: --offset: '' is not a whole number\n" },
        { "perft|--move-gen|magic", 2, "", "xqtest: --move-gen: 'magic' is not one of scan, template, table, bitboard\n" },
        { "perft|--divid", 2, "", "xqtest: unknown option '--divid'; did you mean '--divide'?\n" },
        { "perft|--movegen|scan", 2, "", "xqtest: unknown option '--movegen'; did you mean '--move-gen'?\n" },
        { "perft|--no-pretty=1", 2, "", "xqtest: --no-pretty: takes no value\n" },
        { "perft|--no-offset", 2, "", "xqtest: unknown option '--no-offset'; did you mean '--offset'?\n" },
        { "perft|3|--no-pretty", 2, "", "xqtest: --pretty has no effect without --divide\n" },
        { "perft|--xyzzy", 2, "", "xqtest: unknown option '--xyzzy'\n" },
        { "perft|--divide=perhaps", 2, "", "xqtest: --divide: 'perhaps' is neither true nor false\n" },
        { "stop|--depth|3", 2, "", "xqtest: unknown option '--depth'\n" },
        { "pefrt|3", 2, "", "xqtest: unknown command 'pefrt'; did you mean 'perft'?\n" },
        { "xyzzy", 2, "", "xqtest: unknown command 'xyzzy'; 'xqtest --help' lists them\n" },
        { "help|stpo", 2, "", "xqtest: unknown command 'stpo'; did you mean 'stop'?\n" },
        { "--divide", 2, "", "xqtest: '--divide' stands before any command; 'xqtest --help' lists them\n" },
        { "per\nft", 2, "", "xqtest: unknown command 'per?ft'; did you mean 'perft'?\n" },
    };
    check_rows(&without_fallback, rows, COUNT_OF(rows));
}

static void the_kind_of_error_decides_the_exit_code(void **state) {
    (void)state;
    const Row rows[] = { { "stop", 4, "", "xqtest: stopped\n" }, { "stop|x", 3, "", "xqtest: stopped\n" } };
    check_rows(&with_fallback, rows, COUNT_OF(rows));
}

static void without_a_command_the_fallback_runs(void **state) {
    (void)state;
    const Row rows[] = {
        { "", 0, "serve full 0\n", "" },
        { "--variant|pvs", 0, "serve pvs 0\n", "" },
        { "--varaint|pvs", 2, "", "xqtest: unknown option '--varaint'; did you mean '--variant'?\n" },
        { "perft|3", 1, plain, "" },
        { "prft|3", 2, "", "xqtest: unknown command 'prft'; did you mean 'perft'?\n" },
        { "--version", 0, "xqtest " XQLAB_VERSION "\n", "" },
    };
    check_rows(&with_fallback, rows, COUNT_OF(rows));
}

static const char perft_page[] =
    "xqtest perft - count the leaves of the game tree\n"
    "\n"
    "Usage: xqtest perft DEPTH [--fen FEN]\n"
    "\n"
    "Counts are exact. A long paragraph is filled to the width of the page, wherever its lines end in the\n"
    "source, so that nobody has to count columns when writing one.\n"
    "\n"
    "  xqtest perft 3\n"
    "  xqtest perft 4 --divide\n"
    "\n"
    ".a paragraph that begins with a dot and holds a back\\slash\n"
    "\n"
    "Position:\n"
    "  --fen FEN               start from this position\n"
    "  --offset N              add to every count (default -1; -9 to 9)\n"
    "\n"
    "Method:\n"
    "  --move-gen scan|template|table|bitboard\n"
    "                          move generator (default table)\n"
    "  --divide                a count for each move\n"
    "  --[no-]pretty           separate thousands (default on; needs divide)\n"
    "  --set KEY=VALUE         change an option (may be repeated)\n";

static void a_command_explains_itself(void **state) {
    (void)state;
    static const char *const ways[] = { "help|perft", "perft|--help", "perft|-h", "perft|9|--fen|x|--help" };
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        const Row row = { ways[i], 0, perft_page, "" };
        check_rows(&with_fallback, &row, 1);
    }
}

static void the_program_lists_its_commands(void **state) {
    (void)state;
    static const char page[] = "xqtest - a program for tests\n"
                               "\n"
                               "Usage: xqtest [--variant V]\n"
                               "       xqtest COMMAND [ARGUMENT...]\n"
                               "       xqtest --help | --version | --man\n"
                               "\n"
                               "It does nothing of use.\n"
                               "\n"
                               "Options:\n"
                               "  --variant TEXT          who plays (default full)\n"
                               "\n"
                               "Commands:\n"
                               "  perft  count the leaves of the game tree\n"
                               "  stop   always fail\n"
                               "\n"
                               "'xqtest COMMAND --help' explains a command.\n";
    const Row rows[] = { { "--help", 0, page, "" }, { "-h", 0, page, "" }, { "help", 0, page, "" },
                         { "--variant|x|--help", 0, page, "" } };
    check_rows(&with_fallback, rows, COUNT_OF(rows));
}

static void without_a_command_and_fallback_the_help_goes_to_stderr(void **state) {
    (void)state;
    Result result = run(&without_fallback, "");
    assert_int_equal(result.code, EXIT_BAD_INPUT);
    assert_string_equal(buf_text(&result.out), "");
    assert_non_null(strstr(buf_text(&result.err), "Usage: xqtest COMMAND [ARGUMENT...]\n"));
    free_result(&result);
}

static void output_that_cannot_be_written_is_an_error(void **state) {
    (void)state;
    if (access("/dev/full", W_OK) != 0) skip();
    char words[2][8] = { "xqtest", "--help" }, *argv[] = { words[0], words[1], NULL };
    char err_path[] = "/tmp/test_cmd_err_XXXXXX";
    Buf out = { 0 }, text = { 0 };
    int out_saved, err_saved;
    close(mkstemp(err_path));
    redirect(stdout, "/dev/full", &out_saved);
    redirect(stderr, err_path, &err_saved);
    const int code = cmd_main(&with_fallback, 2, argv);
    restore(stdout, "/dev/null", out_saved, &out);
    restore(stderr, err_path, err_saved, &text);
    unlink(err_path);
    assert_int_equal(code, EXIT_BAD_INPUT);
    assert_string_equal(buf_text(&text), "xqtest: cannot write standard output: No space left on device\n");
    buf_free(&text);
    buf_free(&out);
}

static void too_many_arguments_are_refused(void **state) {
    (void)state;
    char word[] = "x", *argv[OPT_LIST_MAX + 1];
    CmdArgs args;
    Err err = { 0 };
    for (size_t i = 0; i < COUNT_OF(argv); i++) argv[i] = word;
    assert_true(cmd_parse(NULL, NULL, OPT_LIST_MAX, argv, &args, &err));
    assert_int_equal(args.count, OPT_LIST_MAX);
    assert_false(cmd_parse(NULL, NULL, OPT_LIST_MAX + 1, argv, &args, &err));
    assert_string_equal(err.text, "more than 256 arguments");
    assert_int_equal(err.kind, ERR_USAGE);
}

/* The words of the rendered page, whatever their breaks. */
static bool has_words(const char *page, const char *words) {
    for (; *page; page++) {
        const char *p = page, *w = words;
        while (*w && (*w == *p || (*w == ' ' && *p == '\n'))) {
            if (*w++ == ' ') p += strspn(p, " \n");
            else p++;
        }
        if (!*w) return true;
    }
    return false;
}

static void the_man_page_renders_without_a_complaint(void **state) {
    (void)state;
    if (system("command -v groff >/dev/null") != 0) skip();
    char source[] = "/tmp/test_cmd_man_XXXXXX", page_path[64], complaints_path[64], command[256];
    Buf man = { 0 }, page = { 0 }, complaints = { 0 };
    Err err = { 0 };
    close(mkstemp(source));
    cmd_man(&with_fallback, &man);
    assert_true(file_write(source, man.text, man.len, &err));
    snprintf(page_path, sizeof page_path, "%s.out", source);
    snprintf(complaints_path, sizeof complaints_path, "%s.err", source);
    snprintf(command, sizeof command, "groff -man -Tascii -P-cbou -ww %s >%s 2>%s", source, page_path, complaints_path);
    assert_int_equal(system(command), 0);
    assert_true(file_read(complaints_path, &complaints, &err));
    assert_true(file_read(page_path, &page, &err));
    if (complaints.len || !page.len) fail_msg("groff says: %s", buf_text(&complaints));
    static const char *const wanted[] = {
        "xqtest - a program for tests", "xqtest [--variant V]", "Count the leaves of the game tree.",
        "--move-gen scan|template|table|bitboard move generator (default table).",
        ".a paragraph that begins with a dot and holds a back\\slash", "xqtest perft 4 --divide",
        "--[no-]pretty separate thousands (default on; needs divide).", "EXIT STATUS", "XQLAB_DATA",
    };
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        if (!has_words(page.text, wanted[i])) fail_msg("no '%s' in:\n%s", wanted[i], page.text);
    unlink(source);
    unlink(page_path);
    unlink(complaints_path);
    buf_free(&man);
    buf_free(&page);
    buf_free(&complaints);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_reach_the_command_in_every_spelling),
        cmocka_unit_test(wrong_use_is_one_line_on_stderr_and_code_2),
        cmocka_unit_test(the_kind_of_error_decides_the_exit_code),
        cmocka_unit_test(without_a_command_the_fallback_runs),
        cmocka_unit_test(a_command_explains_itself),
        cmocka_unit_test(the_program_lists_its_commands),
        cmocka_unit_test(without_a_command_and_fallback_the_help_goes_to_stderr),
        cmocka_unit_test(output_that_cannot_be_written_is_an_error),
        cmocka_unit_test(too_many_arguments_are_refused),
        cmocka_unit_test(the_man_page_renders_without_a_complaint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

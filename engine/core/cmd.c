#include "engine/core/cmd.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine/core/arena.h"
#include "engine/core/opt_internal.h"

static const OptTable no_options = { .title = "no options" };

/* "--name" or "--name=value", taken apart. */
typedef struct {
    char name[OPT_TEXT_SIZE];
    const char *value; /* after '='; NULL when there is none */
} Word;

static bool split_word(const char *text, Word *word, Err *err) {
    const char *equals = strchr(text, '=');
    const size_t len = equals ? (size_t)(equals - text) : strlen(text);
    if (len >= sizeof word->name) return err_set(err, ERR_USAGE, "unknown option '--%.40s...'", text);
    memcpy(word->name, text, len);
    word->name[len] = 0;
    word->value = equals ? equals + 1 : NULL;
    return true;
}

static bool unknown_option(const OptTable *options, const char *name, Err *err) {
    const char *nearest = opt_nearest(options, name);
    if (!nearest) return err_set(err, ERR_USAGE, "unknown option '--%s'", name);
    Buf dashed = { 0 };
    opt_dashed_name(opt_find(options, nearest), &dashed);
    err_set(err, ERR_USAGE, "unknown option '--%s'; did you mean '--%s'?", name, buf_text(&dashed));
    buf_free(&dashed);
    return false;
}

/* The row that a word names; *negated when it is the --no-flag of a boolean row. */
static const OptRow *find_option(const OptTable *options, const char *name, bool *negated) {
    *negated = false;
    const OptRow *row = opt_find(options, name);
    if (row || strncmp(name, "no-", 3)) return row;
    row = opt_find(options, name + 3);
    *negated = true;
    return row && row->kind == OPT_BOOL ? row : NULL;
}

/* One option at argv[*i]; *i moves on to the last word that it used; *used is its row. */
static bool parse_option(const OptTable *options, void *object, int argc, char **argv, int *i, const OptRow **used, Err *err) {
    Word word;
    bool negated;
    if (!split_word(argv[*i] + 2, &word, err)) return false;
    const OptRow *row = find_option(options, word.name, &negated);
    if (!row) return unknown_option(options, word.name, err);
    *used = row;
    if (negated && word.value) return err_set(err, ERR_USAGE, "--%s: takes no value", word.name);
    const char *value = word.value;
    if (!value && row->kind == OPT_BOOL) {
        value = negated ? "false" : "true";
    } else if (!value) {
        if (*i + 1 >= argc || !strncmp(argv[*i + 1], "--", 2))
            return err_set(err, ERR_USAGE, "--%s: needs a value", word.name);
        value = argv[++*i];
    }
    const bool is_text = row->kind == OPT_TEXT || row->kind == OPT_LIST;
    if (is_text && !*value) return err_set(err, ERR_USAGE, "--%s: needs a value", word.name); /* a script's empty variable */
    if (opt_read_row(row, object, value, err)) return true;
    if (err) err->kind = ERR_USAGE;
    return err_prefix(err, "--%s: ", word.name);
}

static bool is_off(const OptRow *row, const void *object) {
    Buf value = { 0 };
    opt_get(row, object, &value);
    const char *text = buf_text(&value);
    const bool off = !*text || !strcmp(text, "0") || !strcmp(text, "false") || !strcmp(text, "[]");
    buf_free(&value);
    return off;
}

/* What has no effect would be passed over in silence. */
static bool check_effect(const OptTable *options, const void *object, const OptRow *row, Err *err) {
    const OptRow *other = row->requires ? opt_find(options, row->requires) : NULL;
    if (!other || !is_off(other, object)) return true;
    Buf name = { 0 }, needed = { 0 };
    opt_dashed_name(row, &name);
    opt_dashed_name(other, &needed);
    err_set(err, ERR_USAGE, "--%s has no effect without --%s", buf_text(&name), buf_text(&needed));
    buf_free(&name);
    buf_free(&needed);
    return false;
}

/* given[i] says whether row i was given. */
static bool parse_words(const OptTable *options, void *object, int argc, char **argv, CmdArgs *args, bool *given, Err *err) {
    bool open = true; /* options are still recognised */
    for (int i = 0; i < argc; i++) {
        if (open && !strcmp(argv[i], "--")) {
            open = false;
        } else if (open && !strncmp(argv[i], "--", 2)) {
            const OptRow *row = NULL;
            if (!parse_option(options, object, argc, argv, &i, &row, err)) return false;
            given[row - options->rows] = true;
        } else if (args->count < OPT_LIST_MAX) {
            args->positional[args->count++] = argv[i];
        } else {
            return err_set(err, ERR_USAGE, "more than %d arguments", OPT_LIST_MAX);
        }
    }
    return true;
}

bool cmd_parse(const OptTable *options, void *object, int argc, char **argv, CmdArgs *args, Err *err) {
    *args = (CmdArgs){ 0 };
    if (!options) options = &no_options;
    bool *given = mem_zalloc(options->count, sizeof *given);
    bool good = parse_words(options, object, argc, argv, args, given, err);
    for (size_t i = 0; good && i < options->count; i++)
        if (given[i]) good = check_effect(options, object, &options->rows[i], err);
    free(given);
    return good;
}

static const Cmd *find_command(const CmdProgram *program, const char *name) {
    for (size_t i = 0; i < program->count; i++)
        if (!strcmp(program->commands[i].name, name)) return &program->commands[i];
    return NULL;
}

static bool unknown_command(const CmdProgram *program, const char *name, Err *err) {
    const char **names = mem_zalloc(program->count + 1, sizeof *names);
    for (size_t i = 0; i < program->count; i++) names[i] = program->commands[i].name;
    const char *nearest = text_nearest(names, name);
    free(names);
    if (nearest) return err_set(err, ERR_USAGE, "unknown command '%s'; did you mean '%s'?", name, nearest);
    return err_set(err, ERR_USAGE, "unknown command '%s'; '%s --help' lists them", name, program->name);
}

static bool is_help(const char *word) {
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

static bool asks_for_help(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++)
        if (is_help(argv[i])) return true;
    return false;
}

static int print_page(const CmdProgram *program, const Cmd *command, FILE *stream) {
    Buf page = { 0 };
    cmd_help(program, command, &page);
    fputs(buf_text(&page), stream);
    buf_free(&page);
    return EXIT_HELD;
}

static int print_man(const CmdProgram *program) {
    Buf page = { 0 };
    cmd_man(program, &page);
    fputs(buf_text(&page), stdout);
    buf_free(&page);
    return EXIT_HELD;
}

static int run_command(const CmdProgram *program, const Cmd *command, int argc, char **argv, Err *err) {
    if (asks_for_help(argc, argv)) return print_page(program, command, stdout);
    void *options = mem_zalloc(1, command->options_size);
    CmdArgs args;
    if (command->options) opt_defaults(command->options, options);
    int code = EXIT_BAD_INPUT;
    if (cmd_parse(command->options, options, argc, argv, &args, err)) code = command->run(options, &args, err);
    free(options);
    return code;
}

static int run_help(const CmdProgram *program, int argc, char **argv, Err *err) {
    const Cmd *command = argc ? find_command(program, argv[0]) : NULL;
    if (argc && !command) unknown_command(program, argv[0], err);
    else print_page(program, command, stdout);
    return EXIT_HELD;
}

static int dispatch(const CmdProgram *program, int argc, char **argv, Err *err) {
    const char *word = argc ? argv[0] : NULL;
    if (!word && !program->fallback) {
        print_page(program, NULL, stderr);
        return EXIT_BAD_INPUT;
    }
    if (word && is_help(word)) return print_page(program, NULL, stdout);
    if (word && !strcmp(word, "--man")) return print_man(program);
    if (word && !strcmp(word, "--version")) {
        printf("%s %s\n", program->name, XQLAB_VERSION);
        return EXIT_HELD;
    }
    if (word && !strcmp(word, "help")) return run_help(program, argc - 1, argv + 1, err);
    if (word && word[0] != '-') {
        const Cmd *command = find_command(program, word);
        if (command) return run_command(program, command, argc - 1, argv + 1, err);
        unknown_command(program, word, err);
    } else if (program->fallback) {
        return run_command(program, program->fallback, argc, argv, err);
    } else {
        err_set(err, ERR_USAGE, "'%s' stands before any command; '%s --help' lists them", word, program->name);
    }
    return EXIT_BAD_INPUT;
}

/* Whoever closed a standard stream would find the next file that is opened under its number, with all that is printed
 * in it. Now its number is taken, and writing to it fails as before. */
static void hold_standard_streams(void) {
    while (true) {
        const int number = open("/dev/null", O_RDONLY);
        if (number > STDERR_FILENO) close(number);
        if (number < 0 || number > STDERR_FILENO) return;
    }
}

int cmd_main(const CmdProgram *program, int argc, char **argv) {
    Err err = { 0 };
    hold_standard_streams();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is told as a failed write */
    int code = dispatch(program, argc > 0 ? argc - 1 : 0, argv + 1, &err);
    /* A full disk behind standard output shows only now. */
    if ((fflush(stdout) || ferror(stdout)) && err.kind == ERR_NONE) err_system(&err, "write", "standard output");
    if (err.kind == ERR_NONE) return code;
    fprintf(stderr, "%s: %s\n", program->name, err.text);
    return err_exit_code(err.kind);
}

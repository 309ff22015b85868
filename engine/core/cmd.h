/* Command tables: a program is a list of commands, a command is a row with an option table. Argument parsing,
 * --help, the command list and the man pages all come from the rows. */
#ifndef ENGINE_CORE_CMD_H
#define ENGINE_CORE_CMD_H
#include "engine/core/opt.h"

typedef struct {
    const char *positional[OPT_LIST_MAX]; /* arguments that are not options, in order */
    int count;
} CmdArgs;

typedef struct Cmd {
    const char *name;     /* "perft" */
    const char *synopsis; /* "DEPTH [--fen FEN]" */
    const char *summary;  /* one line, no full stop */
    const char *details;  /* paragraphs for --help and the man page, an empty line between them; lines that begin
                           * with a blank are examples and stay as they are, others are filled; may be NULL */
    const OptTable *options; /* may be NULL */
    size_t options_size;  /* of the object that the table describes */
    /* Does the work. `options` is the parsed object (defaults filled in). Returns an exit code, or fills *err
     * and returns anything: the error is printed once by cmd_main and decides the code. */
    int (*run)(const void *options, const CmdArgs *args, Err *err);
} Cmd;

typedef struct {
    const char *name;     /* "xqengine" */
    const char *summary;
    const char *details;  /* opening text of the program's help */
    const Cmd *commands;
    size_t count;
    const Cmd *fallback;  /* what runs when no command is named; may be NULL */
} CmdProgram;

/* Parse arguments (without the command's name) into object, which has its defaults already, and args:
 * `--name value`, `--name=value`, `--flag`, `--no-flag`, `--` ends options; a single dash word is an argument.
 * A value that begins with two dashes must stand after '='. Errors are ERR_USAGE; one is an option whose row requires
 * another that is off. */
bool cmd_parse(const OptTable *options, void *object, int argc, char **argv, CmdArgs *args, Err *err);
/* The whole of main(): finds the command, handles --help, --version and --man, runs it, prints an error as one
 * line on stderr, returns the exit code. A write beyond the limit of a file's size fails, it does not end the program. */
int cmd_main(const CmdProgram *program, int argc, char **argv);
/* The help text of one command (NULL: of the program), and the man page (troff) of the whole program. */
void cmd_help(const CmdProgram *program, const Cmd *command, Buf *out);
void cmd_man(const CmdProgram *program, Buf *out);
#endif

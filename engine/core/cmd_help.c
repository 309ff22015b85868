/* Help pages and the man page, both from the command and option rows. */
#include <ctype.h>
#include <string.h>
#include "engine/core/cmd.h"
#include "engine/core/file.h"
#include "engine/core/opt_internal.h"

enum { HELP_WIDTH = 100 };

/* A paragraph of `details`: lines up to an empty one, or a run of lines that begin with a blank (an example,
 * kept as it is). */
typedef struct {
    const char *text;
    size_t len;
    bool verbatim;
} Paragraph;

static bool next_paragraph(const char **cursor, Paragraph *paragraph) {
    const char *line, *after = *cursor;
    size_t len;
    *paragraph = (Paragraph){ 0 };
    while (text_next_line(&after, &line, &len)) {
        if (!len || (paragraph->text && paragraph->verbatim != (*line == ' '))) {
            if (paragraph->text) break;
        } else {
            if (!paragraph->text) *paragraph = (Paragraph){ .text = line, .verbatim = *line == ' ' };
            paragraph->len = (size_t)(line + len - paragraph->text);
        }
        *cursor = after;
    }
    return paragraph->text != NULL;
}

static void help_details(const char *details, Buf *out) {
    Paragraph paragraph;
    while (details && next_paragraph(&details, &paragraph)) {
        buf_add_char(out, '\n');
        if (paragraph.verbatim) {
            buf_add_n(out, paragraph.text, paragraph.len);
            buf_add_char(out, '\n');
        } else {
            text_wrap(paragraph.text, paragraph.len, 0, 0, HELP_WIDTH, out);
        }
    }
}

static void help_options(const OptTable *options, Buf *out) {
    if (!options || !options->count) return;
    buf_add(out, options->rows[0].group ? "\n" : "\nOptions:\n");
    opt_help(options, out);
}

static void help_program(const CmdProgram *program, Buf *out) {
    buf_addf(out, "%s - %s\n\n", program->name, program->summary);
    const char *lead = "Usage:";
    if (program->fallback) {
        buf_addf(out, "%s %s %s\n", lead, program->name, program->fallback->synopsis);
        lead = "      ";
    }
    buf_addf(out, "%s %s COMMAND [ARGUMENT...]\n", lead, program->name);
    buf_addf(out, "       %s --help | --version | --man\n", program->name);
    help_details(program->details, out);
    if (program->fallback) {
        help_details(program->fallback->details, out);
        help_options(program->fallback->options, out);
    }
    buf_add(out, "\nCommands:\n");
    size_t width = 0;
    for (size_t i = 0; i < program->count; i++) {
        const size_t len = strlen(program->commands[i].name);
        if (len > width) width = len;
    }
    for (size_t i = 0; i < program->count; i++)
        buf_addf(out, "  %-*s  %s\n", (int)width, program->commands[i].name, program->commands[i].summary);
    buf_addf(out, "\n'%s COMMAND --help' explains a command.\n", program->name);
}

void cmd_help(const CmdProgram *program, const Cmd *command, Buf *out) {
    if (!command || command == program->fallback) {
        help_program(program, out);
        return;
    }
    buf_addf(out, "%s %s - %s\n\nUsage: %s %s", program->name, command->name, command->summary, program->name,
             command->name);
    if (command->synopsis && *command->synopsis) buf_addf(out, " %s", command->synopsis);
    buf_add_char(out, '\n');
    help_details(command->details, out);
    help_options(command->options, out);
}

/* Text for troff: backslashes and dashes escaped, and no line begins with a request. */
static void troff_text(const char *text, size_t len, Buf *out) {
    bool line_start = true;
    for (size_t i = 0; i < len; i++) {
        const char c = text[i];
        if (line_start && (c == '.' || c == '\'')) buf_add(out, "\\&");
        if (c == '\\') buf_add(out, "\\e");
        else if (c == '-') buf_add(out, "\\-");
        else buf_add_char(out, c);
        line_start = c == '\n';
    }
}

static void troff(const char *text, Buf *out) {
    troff_text(text, strlen(text), out);
}

static void man_details(const char *details, Buf *out) {
    Paragraph paragraph;
    while (details && next_paragraph(&details, &paragraph)) {
        buf_add(out, paragraph.verbatim ? ".PP\n.nf\n" : ".PP\n");
        troff_text(paragraph.text, paragraph.len, out);
        buf_add(out, paragraph.verbatim ? "\n.fi\n" : "\n");
    }
}

static void man_option(const OptRow *row, Buf *out) {
    Buf text = { 0 };
    buf_add(out, ".TP\n\\fB");
    opt_usage(row, &text);
    troff(buf_text(&text), out);
    buf_add(out, "\\fR\n");
    troff(row->help ? row->help : "", out);
    buf_clear(&text);
    opt_notes(row, &text);
    if (text.len) {
        buf_add(out, " (");
        troff(buf_text(&text), out);
        buf_add_char(out, ')');
    }
    buf_add(out, ".\n");
    buf_free(&text);
}

static void man_options(const OptTable *options, Buf *out) {
    for (size_t i = 0; options && i < options->count; i++) {
        if (options->rows[i].group) {
            buf_add(out, ".PP\n\\fI");
            troff(options->rows[i].group, out);
            buf_add(out, "\\fR\n");
        }
        man_option(&options->rows[i], out);
    }
}

static void man_usage(const CmdProgram *program, const Cmd *command, Buf *out) {
    buf_add(out, ".B ");
    troff(program->name, out);
    if (command != program->fallback) {
        buf_add_char(out, ' ');
        troff(command->name, out);
    }
    buf_add(out, "\n");
    if (!command->synopsis || !*command->synopsis) return;
    troff(command->synopsis, out);
    buf_add_char(out, '\n');
}

static void man_command(const CmdProgram *program, const Cmd *command, Buf *out) {
    buf_add(out, ".SS ");
    troff(command->name, out);
    buf_add(out, "\n");
    man_usage(program, command, out);
    buf_add(out, ".PP\n");
    Buf summary = { 0 };
    buf_add(&summary, command->summary);
    if (summary.len) summary.text[0] = (char)toupper((unsigned char)summary.text[0]);
    troff(buf_text(&summary), out);
    buf_add(out, ".\n");
    buf_free(&summary);
    man_details(command->details, out);
    man_options(command->options, out);
}

static void man_heading(const CmdProgram *program, Buf *out) {
    buf_add(out, ".TH ");
    for (const char *c = program->name; *c; c++) buf_add_char(out, (char)toupper((unsigned char)*c));
    buf_add(out, " 1 \"\" \"xqlab " XQLAB_VERSION "\" \"xqlab\"\n.ad l\n.nh\n.SH NAME\n");
    troff(program->name, out);
    buf_add(out, " \\- ");
    troff(program->summary, out);
    buf_add(out, "\n.SH SYNOPSIS\n");
    if (program->fallback) {
        man_usage(program, program->fallback, out);
        buf_add(out, ".br\n");
    }
    buf_add(out, ".B ");
    troff(program->name, out);
    buf_add(out, "\n.I COMMAND\n[ARGUMENT...]\n.br\n.B ");
    troff(program->name, out);
    buf_add(out, "\n\\-\\-help | \\-\\-version | \\-\\-man\n");
}

static void man_exit_status(Buf *out) {
    static const struct {
        int code;
        const char *meaning;
    } rows[] = {
        { EXIT_HELD, "finished; a gate held; H1 was accepted" },
        { EXIT_REGRESSED, "regressed, or a checked suite differs" },
        { EXIT_BAD_INPUT, "wrong use or bad input" },
        { EXIT_FAULTS, "stopped because players failed too often" },
        { EXIT_INTERRUPTED, "interrupted; the work can be resumed" },
        { EXIT_H0, "H0 was accepted" },
        { EXIT_INCONCLUSIVE, "inconclusive, or could not be judged" },
    };
    buf_add(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        buf_addf(out, ".TP\n.B %d\n%s\n", rows[i].code, rows[i].meaning);
}

void cmd_man(const CmdProgram *program, Buf *out) {
    man_heading(program, out);
    const Cmd *fallback = program->fallback;
    if (program->details || (fallback && fallback->details)) buf_add(out, ".SH DESCRIPTION\n");
    man_details(program->details, out);
    if (fallback) man_details(fallback->details, out);
    if (fallback && fallback->options) {
        buf_add(out, ".SH OPTIONS\n");
        man_options(fallback->options, out);
    }
    buf_add(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < program->count; i++) man_command(program, &program->commands[i], out);
    man_exit_status(out);
    buf_add(out, ".SH ENVIRONMENT\n.TP\n.B XQLAB_DATA\n"
                 "folder that holds configs/ and suites/; tried before the folders near the program\n");
}

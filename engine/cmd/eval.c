#include <stdio.h>
#include <string.h>
#include "engine/cmd/commands.h"
#include "engine/cmd/fen_args.h"
#include "engine/cmd/variant_args.h"
#include "engine/core/json.h"
#include "engine/xq/fen.h"

typedef struct {
    char variant[OPT_TEXT_SIZE], weights[OPT_TEXT_SIZE];
    OptList set;
    bool json, print_weights;
} EvalArgs;

static const OptRow rows[] = {
    { .name = "variant", .kind = OPT_TEXT, .offset = offsetof(EvalArgs, variant), .argument = "V",
      .help = "evaluate with the weights and groups of this variant; none: the defaults" },
    { .name = "weights", .kind = OPT_TEXT, .offset = offsetof(EvalArgs, weights), .argument = "FILE",
      .help = "weights file, or the name of a committed one (default, hand)" },
    { .name = "set", .kind = OPT_LIST, .offset = offsetof(EvalArgs, set), .argument = "K=V",
      .help = "change one option (eval.mobility=off) or weight (weights.tempo=20)" },
    { .name = "json", .kind = OPT_BOOL, .offset = offsetof(EvalArgs, json), .initial = "false", .help = "print JSON" },
    { .name = "print_weights", .kind = OPT_BOOL, .offset = offsetof(EvalArgs, print_weights), .initial = "false",
      .help = "print the weights as a file for --weights; no position is needed" },
};
static const OptTable options = { "eval", rows, sizeof rows / sizeof rows[0] };

typedef struct { int64_t mg, eg; } Sum;
enum { COLUMNS = 3 }; /* Red, Black, Red minus Black */
typedef struct { Sum column[COLUMNS]; } Line;

/* What is told about one position. */
typedef struct {
    Pos pos;
    Variant variant;
    Trace side[2];
    int phase, value; /* of Red */
} Analysis;

/* The variant named, with the weights file over its weights and what is set over both. */
static bool resolve(const EvalArgs *arg, Variant *variant, Err *err) {
    const OptList nothing = { .count = 0 };
    if (!variant_args(arg->variant, &nothing, variant, err)) return false;
    if (*arg->weights && !weights_load(arg->weights, &variant->weights, err)) return false;
    for (int i = 0; i < arg->set.count; i++)
        if (!variant_set(variant, arg->set.item[i], err)) return false;
    return true;
}

static void analyse(Analysis *a) {
    a->phase = eval_phase(&a->pos);
    const int value = eval(&a->pos, &a->variant.weights, &a->variant.eval);
    a->value = a->pos.side == RED ? value : -value;
    for (int side = RED; side <= BLACK; side++) eval_trace_side(&a->pos, &a->variant.eval, side, &a->side[side]);
}

static void add_line(Line *sum, const Line *line) {
    for (int i = 0; i < COLUMNS; i++) {
        sum->column[i].mg += line->column[i].mg;
        sum->column[i].eg += line->column[i].eg;
    }
}

static Line term_line(const Analysis *a, const Term *term) {
    Line line = { 0 };
    for (int side = RED; side <= BLACK; side++)
        for (int i = term->first; i < term->first + term->count; i++) {
            line.column[side].mg += a->side[side].flat[i] * a->variant.weights.flat[i].mg;
            line.column[side].eg += a->side[side].flat[i] * a->variant.weights.flat[i].eg;
        }
    line.column[2].mg = line.column[RED].mg - line.column[BLACK].mg;
    line.column[2].eg = line.column[RED].eg - line.column[BLACK].eg;
    return line;
}

/* The terms of a group stand together; NULL: all of them. */
static Line group_line(const Analysis *a, const char *group) {
    Line sum = { 0 };
    for (int i = 0; i < term_count; i++) {
        const Line line = term_line(a, &terms[i]);
        if (!group || !strcmp(terms[i].group, group)) add_line(&sum, &line);
    }
    return sum;
}

static double blended(Sum sum, int phase) {
    return (double)(sum.mg * phase + sum.eg * (PHASE_MAX - phase)) / PHASE_MAX;
}

static bool group_on(const Analysis *a, const OptRow *group) {
    return *(const bool *)((const char *)&a->variant.eval + group->offset);
}

static void print_line(const char *indent, const char *name, const Line *line, int phase) {
    printf("%s%-*s", indent, 20 - (int)strlen(indent), name);
    for (int i = 0; i < COLUMNS; i++)
        printf(" %7lld %6lld %8.1f", (long long)line->column[i].mg, (long long)line->column[i].eg,
               blended(line->column[i], phase));
    putchar('\n');
}

static void print_table(const Analysis *a) {
    char fen[FEN_SIZE];
    printf("%s\nphase %d of %d\n\n", fen_text(&a->pos, fen), a->phase, PHASE_MAX);
    printf("%-20s %23s %23s %23s\n%-20s", "", "Red", "Black", "Red - Black", "term");
    for (int i = 0; i < COLUMNS; i++) printf(" %7s %6s %8s", "mg", "eg", "blended");
    putchar('\n');
    for (size_t g = 0; g < eval_options.count; g++) {
        const OptRow *group = &eval_options.rows[g];
        if (!group_on(a, group)) {
            printf("%s (off)\n", group->name);
            continue;
        }
        const Line sum = group_line(a, group->name);
        print_line("", group->name, &sum, a->phase);
        for (int i = 0; i < term_count; i++) {
            if (strcmp(terms[i].group, group->name)) continue;
            const Line line = term_line(a, &terms[i]);
            print_line("  ", terms[i].name, &line, a->phase);
        }
    }
    const Line total = group_line(a, NULL);
    print_line("", "total", &total, a->phase);
    printf("\nvalue %+d for Red, %+d for the side to move (%s)\n", a->value, a->pos.side == RED ? a->value : -a->value,
           a->pos.side == RED ? "Red" : "Black");
}

static void add_json_line(const char *name, const Line *line, int phase, Json *json) {
    static const char *const columns[COLUMNS] = { "red", "black", "difference" };
    json_object(json, name);
    for (int i = 0; i < COLUMNS; i++) {
        json_object(json, columns[i]);
        json_int(json, "mg", line->column[i].mg);
        json_int(json, "eg", line->column[i].eg);
        json_real(json, "blended", blended(line->column[i], phase));
        json_end_object(json);
    }
    json_end_object(json);
}

static void print_json(const Analysis *a) {
    char fen[FEN_SIZE];
    Buf out = { 0 };
    Json json = json_to(&out);
    json_object(&json, NULL);
    json_text(&json, "fen", fen_text(&a->pos, fen));
    json_int(&json, "phase", a->phase);
    json_int(&json, "phase_max", PHASE_MAX);
    json_int(&json, "value", a->value);
    json_int(&json, "value_for_mover", a->pos.side == RED ? a->value : -a->value);
    json_object(&json, "terms");
    for (int i = 0; i < term_count; i++) {
        const Line line = term_line(a, &terms[i]);
        add_json_line(terms[i].name, &line, a->phase, &json);
    }
    json_end_object(&json);
    json_object(&json, "groups");
    for (size_t g = 0; g < eval_options.count; g++) {
        const Line sum = group_line(a, eval_options.rows[g].name);
        add_json_line(eval_options.rows[g].name, &sum, a->phase, &json);
    }
    json_end_object(&json);
    const Line total = group_line(a, NULL);
    add_json_line("total", &total, a->phase, &json);
    json_end_object(&json);
    puts(buf_text(&out));
    buf_free(&out);
}

static int print_set(const Weights *weights) {
    Buf text = { 0 };
    weights_print(weights, &text);
    fputs(buf_text(&text), stdout);
    buf_free(&text);
    return EXIT_HELD;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const EvalArgs *arg = object;
    Analysis a;
    int next = 0;
    if (!resolve(arg, &a.variant, err)) return EXIT_BAD_INPUT;
    if (arg->print_weights) return print_set(&a.variant.weights);
    if (!fen_args(args, &next, &a.pos, err)) return EXIT_BAD_INPUT;
    if (next < args->count) return err_set(err, ERR_USAGE, "eval: '%s' is no part of a FEN", args->positional[next]);
    analyse(&a);
    if (arg->json) print_json(&a);
    else print_table(&a);
    return EXIT_HELD;
}

const Cmd cmd_eval = {
    .name = "eval", .synopsis = "FEN [--variant V] [--weights FILE] [--set K=V] [--json] | --print-weights",
    .summary = "show what each term of the evaluation gives each side",
    .details = "Middle game (mg) and endgame (eg) sums of every term and group, blended by the phase: 64 with all men on the "
               "board, 0 without rooks, horses, cannons and guards. Values are in the unit of the weights, a rook about "
               "1000. The FEN is one quoted word or up to six words, or startpos for the start of the game.",
    .options = &options, .options_size = sizeof(EvalArgs), .run = run,
};

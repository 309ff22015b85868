#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "engine/cmd/commands.h"
#include "engine/cmd/fen_args.h"
#include "engine/cmd/variant_args.h"
#include "engine/core/json.h"
#include "engine/search/session.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

typedef struct {
    char variant[OPT_TEXT_SIZE];
    OptList set;
    int64_t depth, nodes, movetime;
    bool json;
} SearchArgs;

static const OptRow rows[] = {
    { .name = "depth",
      .kind = OPT_INT,
      .offset = offsetof(SearchArgs, depth),
      .min = 0,
      .max = MAX_PLY,
      .help = "end after this iteration" },
    { .name = "nodes",
      .kind = OPT_INT,
      .offset = offsetof(SearchArgs, nodes),
      .min = 0,
      .max = 1e15,
      .help = "end after this many moves made" },
    { .name = "movetime",
      .kind = OPT_INT,
      .offset = offsetof(SearchArgs, movetime),
      .min = 0,
      .max = 1e9,
      .argument = "MS",
      .help = "end after this many milliseconds" },
    { .name = "variant",
      .kind = OPT_TEXT,
      .offset = offsetof(SearchArgs, variant),
      .argument = "V",
      .help = "file, committed variant (full, pvs ...) or grammar name (PVSHNTIQ); none: the strongest" },
    { .name = "set",
      .kind = OPT_LIST,
      .offset = offsetof(SearchArgs, set),
      .argument = "K=V",
      .help = "change one option: --set null_move=2" },
    { .name = "json",
      .kind = OPT_BOOL,
      .offset = offsetof(SearchArgs, json),
      .initial = "false",
      .help = "print JSON" },
};
static const OptTable options = { "search", rows, sizeof rows / sizeof rows[0] };

/* "cp 35", "mate 3", with what kind of bound it is. */
static void add_score(Buf *out, int score, Bound bound) {
    const int distance = SCORE_MATE - abs(score);
    if (abs(score) < SCORE_MATE_MIN) buf_addf(out, "%d", score);
    else buf_addf(out, "%smate %d", score < 0 ? "-" : "", (distance + 1) / 2);
    if (bound == BOUND_LOWER) buf_add(out, "+");
    if (bound == BOUND_UPPER) buf_add(out, "-");
}

static void add_moves(Buf *out, const Move *moves, int count, const char *before, const char *between,
                      const char *after) {
    char text[MOVE_TEXT_SIZE];
    for (int i = 0; i < count; i++)
        buf_addf(out, "%s%s%s%s", i ? between : "", before, move_coord(moves[i], false, text), after);
}

static void print_iteration(void *context, const SearchInfo *info) {
    Buf score = { 0 }, line = { 0 };
    (void)context;
    add_score(&score, info->score, info->bound);
    add_moves(&line, info->pv, info->pv_len, "", " ", "");
    printf("%5d %4d %9s %9" PRId64 " %11" PRIu64 " %11" PRIu64 "  %s\n", info->depth, info->seldepth, buf_text(&score),
           info->time_ns / 1000000, info->counters.nodes, info->counters.leaf_nodes, buf_text(&line));
    buf_free(&score);
    buf_free(&line);
}

static double per_second(uint64_t count, int64_t time_ns) {
    return time_ns > 0 ? (double)count * 1e9 / (double)time_ns : 0;
}

static const uint64_t *as_array(const Counters *counters) {
    return (const uint64_t *)(const void *)counters;
}

static void print_result(const SearchResult *result) {
    char text[MOVE_TEXT_SIZE];
    printf("best %s\n", result->best == MOVE_NONE ? "none: no legal move" : move_coord(result->best, false, text));
    printf("%.0f nodes/s\n", per_second(result->counters.nodes, result->time_ns));
    for (int i = 0; i < COUNTER_COUNT; i++)
        printf("%16s %12" PRIu64 "  %s\n", counter_names[i], as_array(&result->counters)[i], counter_helps[i]);
}

static void add_counters_json(Json *json, const Counters *counters) {
    json_object(json, "counters");
    for (int i = 0; i < COUNTER_COUNT; i++) json_int(json, counter_names[i], (int64_t)as_array(counters)[i]);
    json_end_object(json);
}

static void add_moves_json(Json *json, const Move *moves, int count) {
    char text[MOVE_TEXT_SIZE];
    json_list(json, "pv");
    for (int i = 0; i < count; i++) json_text(json, NULL, move_coord(moves[i], false, text));
    json_end_list(json);
}

static void add_visits_json(Json *json, const SearchInfo *info) {
    char text[MOVE_TEXT_SIZE];
    json_list(json, "visits");
    for (int i = 0; i < info->visited_count; i++) {
        json_object(json, NULL);
        json_text(json, "move", move_coord(info->visited[i].move, false, text));
        json_int(json, "visits", info->visited[i].visits);
        json_int(json, "score", info->visited[i].score);
        json_end_object(json);
    }
    json_end_list(json);
}

static void add_iteration_json(void *context, const SearchInfo *info) {
    static const char *const bounds[] = { "none", "upper", "lower", "exact" };
    Json *json = context;
    json_object(json, NULL);
    json_int(json, "depth", info->depth);
    json_int(json, "seldepth", info->seldepth);
    json_int(json, "score", info->score);
    json_text(json, "bound", bounds[info->bound]);
    json_real(json, "time_ms", (double)info->time_ns / 1e6);
    add_moves_json(json, info->pv, info->pv_len);
    if (info->visited_count) add_visits_json(json, info);
    add_counters_json(json, &info->counters);
    json_end_object(json);
}

static void add_result_json(Json *json, const SearchResult *result) {
    char text[MOVE_TEXT_SIZE] = "none";
    if (result->best != MOVE_NONE) move_coord(result->best, false, text);
    json_text(json, "best", text);
    json_int(json, "score", result->score);
    json_int(json, "depth", result->depth);
    json_int(json, "seldepth", result->seldepth);
    json_real(json, "time_ms", (double)result->time_ns / 1e6);
    add_moves_json(json, result->pv, result->pv_len);
    add_counters_json(json, &result->counters);
}

static void search_to_text(Session *session, const SearchLimits *limits) {
    SearchResult result;
    printf("depth  sel     score        ms       nodes        leaf  line\n");
    session_go(session, limits, &(Listener){ .iteration = print_iteration }, &result);
    print_result(&result);
}

static void search_to_json(Session *session, const SearchLimits *limits) {
    Buf out = { 0 };
    Json json = json_to(&out);
    char fen[FEN_SIZE];
    SearchResult result;
    json_object(&json, NULL);
    json_text(&json, "variant", session_variant(session)->name);
    json_text(&json, "fen", fen_text(&session_game(session)->pos, fen));
    json_list(&json, "iterations");
    session_go(session, limits, &(Listener){ .context = &json, .iteration = add_iteration_json }, &result);
    json_end_list(&json);
    add_result_json(&json, &result);
    json_end_object(&json);
    puts(buf_text(&out));
    buf_free(&out);
}

static void search(const SearchArgs *arg, Session *session) {
    enum { DEPTH_DEFAULT = 8 };
    const bool limited = arg->depth || arg->nodes || arg->movetime;
    const SearchLimits limits = {
        .depth = limited ? (int)arg->depth : DEPTH_DEFAULT,
        .nodes = (uint64_t)arg->nodes,
        .movetime_ns = arg->movetime * 1000000,
    };
    if (arg->json) search_to_json(session, &limits);
    else search_to_text(session, &limits);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const SearchArgs *arg = object;
    Variant variant;
    Pos pos;
    int next = 0;
    if (!fen_args(args, &next, &pos, err)) return EXIT_BAD_INPUT;
    if (next < args->count) return err_set(err, ERR_USAGE, "'%s' is one argument too many", args->positional[next]);
    if (!variant_args(arg->variant, &arg->set, &variant, err)) return EXIT_BAD_INPUT;
    Session *session = session_new(&variant, err);
    if (!session) return EXIT_BAD_INPUT;
    if (session_set_position(session, &pos, NULL, 0, err)) search(arg, session);
    session_delete(session);
    return EXIT_HELD;
}

const Cmd cmd_search = {
    .name = "search",
    .synopsis = "FEN [--depth N | --nodes N | --movetime MS] [--variant V] [--set K=V] [--json]",
    .summary = "search one position and show every iteration and counter",
    .details = "Prints an iteration a line (score for the side to move, a rook about 1000; + and - mark failed "
               "windows), the best move "
               "and all counters. Without a limit the search ends at depth 8. A node is a move made, a leaf an "
               "evaluation called. "
               "The FEN is one quoted word or up to six words, or startpos for the start of the game.\n\n"
               "  xqengine search \"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w\" --depth 10\n"
               "  xqengine search startpos --variant PVSHT --depth 6 --set history=piece_to\n",
    .options = &options,
    .options_size = sizeof(SearchArgs),
    .run = run,
};

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "engine/cmd/bench.h"
#include "engine/core/file.h"
#include "engine/core/json.h"
#include "engine/core/mono.h"
#include "engine/search/session.h"
#include "engine/xq/fen.h"

typedef struct {
    uint64_t nodes, leaves;
    int64_t cpu_ns;
    int positions;
} Total;

/* The board, side and counters of an EPD line: what stands before the operations. */
static bool read_position(const char *line, size_t len, Pos *pos, Err *err) {
    enum { FIELDS = 4 };
    char fen[FEN_SIZE];
    size_t end = 0;
    for (int field = 0; field < FIELDS && end < len; field++) {
        end += strspn(line + end, " ");
        end += strcspn(line + end, " \n");
    }
    if (end > len) end = len;
    snprintf(fen, sizeof fen, "%.*s", (int)end, line);
    return fen_parse(fen, pos, err);
}

static bool search_one(Session *session, const Pos *pos, int depth, Total *total, Err *err) {
    SearchResult result;
    session_new_game(session);
    if (!session_set_position(session, pos, NULL, 0, err)) return false;
    const int64_t start = cpu_thread_ns();
    session_go(session, &(SearchLimits){ .depth = depth }, NULL, &result);
    total->cpu_ns += cpu_thread_ns() - start;
    total->nodes += result.counters.nodes;
    total->leaves += result.counters.leaf_nodes;
    total->positions++;
    return true;
}

static bool search_suite(Session *session, const char *path, const char *text, int depth, bool each, Total *total,
                         Err *err) {
    const char *cursor = text, *line;
    size_t len;
    for (int number = 1; text_next_line(&cursor, &line, &len); number++) {
        Pos pos;
        const uint64_t before = total->nodes;
        if (!len || *line == '#') continue;
        if (!read_position(line, len, &pos, err) || !search_one(session, &pos, depth, total, err))
            return err_prefix(err, "%s:%d: ", path, number);
        if (each) printf("%10" PRIu64 "  %.*s\n", total->nodes - before, (int)len, line);
    }
    return total->positions > 0 || err_set(err, ERR_INPUT, "%s: no positions", path);
}

static void print_total(const Total *total, const char *variant, int depth, bool as_json) {
    const double seconds = (double)total->cpu_ns / 1e9, rate = seconds > 0 ? (double)total->nodes / seconds : 0;
    if (!as_json) {
        printf("%s, depth %d, %d positions: %.2f s of CPU time, %.0f nodes/s, %" PRIu64 " leaves\n", variant, depth,
               total->positions, seconds, rate, total->leaves);
        printf("signature %" PRIu64 "\n", total->nodes);
        return;
    }
    Buf out = { 0 };
    Json json = json_to(&out);
    json_object(&json, NULL);
    json_text(&json, "variant", variant);
    json_int(&json, "depth", depth);
    json_int(&json, "positions", total->positions);
    json_int(&json, "signature", (int64_t)total->nodes);
    json_int(&json, "leaves", (int64_t)total->leaves);
    json_real(&json, "cpu_s", seconds);
    json_real(&json, "nodes_per_s", rate);
    json_end_object(&json);
    puts(buf_text(&out));
    buf_free(&out);
}

bool bench_search(const Variant *variant, const char *suite, int depth, bool each, bool as_json, uint64_t *signature,
                  Err *err) {
    Buf path = { 0 }, text = { 0 };
    Total total = { 0 };
    if (!file_find_data(suite, &path)) buf_add(&path, suite); /* reading it says what is wrong */
    Session *session = session_new(variant, err);
    const bool good = session && file_read(buf_text(&path), &text, err) &&
                      search_suite(session, buf_text(&path), buf_text(&text), depth, each, &total, err);
    if (good) print_total(&total, variant->name, depth, as_json);
    *signature = total.nodes;
    session_delete(session);
    buf_free(&path);
    buf_free(&text);
    return good;
}

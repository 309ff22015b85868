#include "bench/client/limit.h"
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include "engine/conf/conf.h"

static const int64_t ns_per_ms = 1000000, ns_per_s = 1000000000;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* A whole number of at most max at *text, which moves behind it. */
static bool scan_whole(const char **text, uint64_t max, uint64_t *out) {
    const char *at = *text;
    uint64_t value = 0;
    if (!is_digit(*at)) return false;
    for (; is_digit(*at); at++) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (value > (max - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *text = at;
    *out = value;
    return true;
}

/* A decimal number of units at *text as nanoseconds. Read digit by digit, so that what is printed reads back to
 * the same limit; digits below a nanosecond are dropped. */
static bool scan_time(const char **text, int64_t unit_ns, int64_t *out) {
    uint64_t whole = 0;
    const char *at = *text;
    if (!scan_whole(&at, (uint64_t)(INT64_MAX / unit_ns - 1), &whole)) return false;
    int64_t value = (int64_t)whole * unit_ns;
    if (*at == '.') {
        if (!is_digit(*++at)) return false;
        for (int64_t place = unit_ns / 10; is_digit(*at); at++, place /= 10) value += place * (*at - '0');
    }
    *text = at;
    *out = value;
    return true;
}

static bool read_depth(const char *text, Limit *out) {
    uint64_t value;
    if (!scan_whole(&text, INT_MAX, &value) || *text || !value) return false;
    out->depth = (int)value;
    return true;
}

static bool read_nodes(const char *text, Limit *out) {
    return scan_whole(&text, UINT64_MAX, &out->nodes) && !*text && out->nodes;
}

static bool read_movetime(const char *text, Limit *out) {
    return scan_time(&text, ns_per_ms, &out->movetime_ns) && !*text && out->movetime_ns;
}

static bool read_nodestime(const char *text, Limit *out) {
    enum { MOST = 1000000 };
    uint64_t value;
    if (!scan_whole(&text, MOST, &value) || *text || !value) return false;
    out->nodestime = (int64_t)value;
    return true;
}

static bool read_margin(const char *text, Limit *out) { return scan_time(&text, ns_per_ms, &out->margin_ns) && !*text; }

static bool read_clock(const char *text, Limit *out) {
    const char *slash = strchr(text, '/');
    uint64_t moves = 0;
    if (slash && (!scan_whole(&text, INT_MAX, &moves) || text++ != slash || !moves)) return false;
    out->moves = (int)moves;
    if (!scan_time(&text, ns_per_s, &out->base_ns) || !out->base_ns) return false;
    if (!*text) return true;
    return *text++ == '+' && scan_time(&text, ns_per_s, &out->increment_ns) && !*text;
}

typedef struct {
    const char *word, *example;
    bool (*read)(const char *text, Limit *out);
} Term;

enum { TERM_MARGIN = 4, TERM_NODESTIME };
static const Term terms[] = {
    { "depth",    "depth=8",             read_depth    },
    { "nodes",    "nodes=5000",          read_nodes    },
    { "movetime", "movetime=100 (ms)",   read_movetime },
    { "tc",       "tc=10+0.1 or tc=40/60+0.6 (seconds)", read_clock },
    { "margin",   "margin=20 (ms)",      read_margin   },
    { "nodestime", "nodestime=500 (nodes a ms)", read_nodestime },
};
enum { TERM_COUNT = sizeof terms / sizeof *terms };

static bool read_term(const char *word, size_t len, Limit *limit, unsigned *seen, Err *err) {
    char text[96];
    if (len >= sizeof text) return err_set(err, ERR_INPUT, "limit '%.20s...' is too long", word);
    memcpy(text, word, len);
    text[len] = 0;
    char *equals = strchr(text, '=');
    const size_t name_len = equals ? (size_t)(equals - text) : len;
    for (unsigned i = 0; i < TERM_COUNT; i++) {
        if (strlen(terms[i].word) != name_len || memcmp(terms[i].word, text, name_len) != 0) continue;
        if (*seen & 1U << i) return err_set(err, ERR_INPUT, "limit '%s' stands twice", terms[i].word);
        *seen |= 1U << i;
        if (equals && terms[i].read(equals + 1, limit)) return true;
        return err_set(err, ERR_INPUT, "'%s' is no limit; write %s", text, terms[i].example);
    }
    return err_set(err, ERR_INPUT,
                   "'%s' is no limit; there are depth=N, nodes=N, movetime=MS, tc=[M/]BASE+INC, margin=MS and nodestime=N", text);
}

bool limit_parse(const char *text, Limit *out, Err *err) {
    static const char separators[] = " \t,";
    Limit limit = { 0 };
    unsigned seen = 0;
    for (const char *at = text + strspn(text, separators); *at; at += strspn(at, separators)) {
        const size_t len = strcspn(at, separators);
        if (!read_term(at, len, &limit, &seen, err)) return false;
        at += len;
    }
    if (!limit_is_set(&limit))
        return err_set(err, ERR_INPUT,
                       "'%s' sets no limit; write for example nodes=5000, depth=6, movetime=100 or tc=10+0.1", text);
    for (int term = TERM_MARGIN; term <= TERM_NODESTIME; term++)
        if (!limit_has_clock(&limit) && seen & 1U << term)
            return err_set(err, ERR_INPUT, "'%s': %s needs movetime or tc", text, terms[term].word);
    if (limit_has_clock(&limit) && !(seen & 1U << TERM_MARGIN)) limit.margin_ns = LIMIT_MARGIN_MS * ns_per_ms;
    *out = limit;
    return true;
}

bool limit_from_conf(const ConfNode *node, Limit *out, Err *err) {
    Err why = { 0 };
    if (!node) return true;
    if (node->kind != CONF_SCALAR)
        return conf_error(node, err, "one text is wanted here, such as nodes=5000 or tc=10+0.1");
    return limit_parse(node->text, out, &why) || conf_error(node, err, "%s", why.text);
}

/* A time in units with as many decimals as it needs. */
static void print_time(int64_t ns, int64_t unit_ns, Buf *out) {
    buf_addf(out, "%" PRId64, ns / unit_ns);
    int64_t rest = ns % unit_ns;
    if (rest) buf_add_char(out, '.');
    for (int64_t place = unit_ns / 10; rest; rest %= place, place /= 10) buf_add_char(out, (char)('0' + rest / place));
}

static void begin_term(size_t before, const char *word, Buf *out) {
    if (out->len > before) buf_add_char(out, ' ');
    buf_add(out, word);
}

static void print_clock(const Limit *limit, Buf *out) {
    if (limit->moves) buf_addf(out, "%d/", limit->moves);
    print_time(limit->base_ns, ns_per_s, out);
    buf_add_char(out, '+');
    print_time(limit->increment_ns, ns_per_s, out);
}

void limit_print(const Limit *limit, Buf *out) {
    const size_t before = out->len;
    if (limit->depth) {
        begin_term(before, "depth=", out);
        buf_addf(out, "%d", limit->depth);
    }
    if (limit->nodes) {
        begin_term(before, "nodes=", out);
        buf_addf(out, "%" PRIu64, limit->nodes);
    }
    if (limit->movetime_ns) {
        begin_term(before, "movetime=", out);
        print_time(limit->movetime_ns, ns_per_ms, out);
    }
    if (limit->base_ns) {
        begin_term(before, "tc=", out);
        print_clock(limit, out);
    }
    if (limit->nodestime) {
        begin_term(before, "nodestime=", out);
        buf_addf(out, "%" PRId64, limit->nodestime);
    }
    if (limit_has_clock(limit)) {
        begin_term(before, "margin=", out);
        print_time(limit->margin_ns, ns_per_ms, out);
    }
}

bool limit_is_set(const Limit *limit) { return limit->depth || limit->nodes || limit_has_clock(limit); }

bool limit_has_clock(const Limit *limit) { return limit->movetime_ns || limit->base_ns; }

bool limit_is_timed(const Limit *limit) { return limit_has_clock(limit) && !limit->nodestime; }

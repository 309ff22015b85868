#include "bench/client/said.h"
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* A word within a line. */
typedef struct {
    const char *text;
    size_t len;
} Word;

static Word next_word(const char **at) {
    while (is_blank(**at)) ++*at;
    const char *start = *at;
    while (**at && !is_blank(**at)) ++*at;
    return (Word){ start, (size_t)(*at - start) };
}

static bool word_is(Word word, const char *text) {
    return strlen(text) == word.len && !memcmp(word.text, text, word.len);
}

/* A whole number that fills the word, held within the type's range; false when it is none. */
static bool word_number(Word word, int64_t *out) {
    size_t i = word.len > 0 && (word.text[0] == '-' || word.text[0] == '+');
    const bool negative = i && word.text[0] == '-';
    int64_t value = 0;
    if (i == word.len) return false;
    for (; i < word.len; i++) {
        const int digit = word.text[i] - '0';
        if (digit < 0 || digit > 9) return false;
        value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    *out = negative ? -value : value;
    return true;
}

static bool take_number(const char **at, int64_t *out) {
    const char *before = *at;
    if (word_number(next_word(at), out)) return true;
    *at = before; /* it may be a keyword of its own */
    return false;
}

static int small(int64_t value) {
    return value < 0 ? 0 : value > 1000000 ? 1000000 : (int)value;
}

/* A count of at most so many. */
static bool take_count(const char **at, int64_t most, int64_t *out) {
    int64_t value;
    if (!take_number(at, &value) || value < 0 || value > most) return false;
    *out = value;
    return true;
}

static bool is_score(int64_t score, bool mate) { return llabs(score) <= (mate ? SAID_MATE_MAX : SAID_SCORE_MAX); }

static void take_score(const char **at, Info *out) {
    const char *before = *at;
    const Word unit = next_word(at);
    const bool mate = word_is(unit, "mate");
    if (!mate && !word_is(unit, "cp")) *at = before;
    out->has_score = take_number(at, &out->score) && is_score(out->score, mate);
    out->mate = mate;
    out->bound = SCORE_EXACT;
}

static void take_depth(const char **at, Info *out) {
    int64_t value;
    if (!take_count(at, SAID_DEPTH_MAX, &value)) return;
    out->has_depth = true;
    out->depth = (int)value;
}

static void take_seldepth(const char **at, Info *out) {
    int64_t value;
    if (take_count(at, SAID_DEPTH_MAX, &value)) out->seldepth = (int)value;
}

static void take_multipv(const char **at, Info *out) {
    int64_t value;
    if (take_number(at, &value)) out->multipv = small(value);
}

static void take_nodes(const char **at, Info *out) {
    int64_t value;
    if (!take_count(at, SAID_NODES_MAX, &value)) return;
    out->has_nodes = true;
    out->nodes = (uint64_t)value;
}

static void take_time(const char **at, Info *out) {
    int64_t value;
    if (!take_count(at, SAID_TIME_MS_MAX, &value)) return;
    out->has_time = true;
    out->time_ms = value;
}

/* What does not add up is left out. */
static void take_wdl(const char **at, Info *out) {
    int64_t chance[3] = { 0 };
    for (int i = 0; i < 3; i++)
        if (!take_number(at, &chance[i]) || chance[i] < 0 || chance[i] > 1000) return;
    if (chance[0] + chance[1] + chance[2] != 1000) return;
    for (int i = 0; i < 3; i++) out->wdl[i] = (int16_t)chance[i];
    out->has_wdl = true;
}

static void take_lower(const char **at, Info *out) {
    (void)at;
    out->bound = SCORE_LOWER;
}

static void take_upper(const char **at, Info *out) {
    (void)at;
    out->bound = SCORE_UPPER;
}

/* The principal variation ends the line. */
static void take_pv(const char **at, Info *out) {
    const Word move = next_word(at);
    if (move.len && move.len < sizeof out->first) memcpy(out->first, move.text, move.len);
    *at += strlen(*at);
}

/* Nothing behind these words is for us. */
static void skip_rest(const char **at, Info *out) {
    (void)out;
    *at += strlen(*at);
}

static const struct {
    const char *word;
    void (*take)(const char **at, Info *out);
} info_words[] = {
    { "depth", take_depth },
    { "score", take_score },
    { "nodes", take_nodes },
    { "time", take_time },
    { "wdl", take_wdl },
    { "pv", take_pv },
    { "seldepth", take_seldepth },
    { "multipv", take_multipv },
    { "lowerbound", take_lower },
    { "upperbound", take_upper },
    { "string", skip_rest },
    { "message", skip_rest },
    { "currmove", skip_rest },
    { "refutation", skip_rest },
    { "currline", skip_rest },
};

bool said_info(const char *line, Info *out) {
    *out = (Info){ 0 };
    if (!said_word(line, "info", &line)) return false;
    for (;;) {
        const Word word = next_word(&line);
        if (!word.len) return true;
        for (size_t i = 0; i < sizeof info_words / sizeof *info_words; i++) {
            if (!word_is(word, info_words[i].word)) continue;
            info_words[i].take(&line, out);
            break;
        }
    }
}

/* Some engines write the depth as "7.", "7+" or "7/12". */
static bool take_ply(const char **at, Info *out) {
    Word word = next_word(at);
    size_t len = 0;
    while (len < word.len && word.text[len] >= '0' && word.text[len] <= '9') len++;
    if (!len || word.len - len > 4) return false;
    int64_t value;
    word.len = len;
    if (!word_number(word, &value)) return false;
    out->has_depth = value <= SAID_DEPTH_MAX;
    if (out->has_depth) out->depth = (int)value;
    return true;
}

bool said_thinking(const char *line, Info *out) {
    enum { MATE = 100000 }; /* xboard's: mate in n moves is 100000 + n */
    int64_t centiseconds, nodes;
    *out = (Info){ .bound = SCORE_EXACT };
    if (!take_ply(&line, out) || !take_number(&line, &out->score) || !take_number(&line, &centiseconds) ||
        !take_number(&line, &nodes))
        return false;
    if (out->score >= MATE || out->score <= -MATE) {
        out->mate = true;
        out->score += out->score > 0 ? -MATE : MATE;
    }
    out->has_score = is_score(out->score, out->mate);
    out->has_nodes = nodes >= 0 && nodes <= SAID_NODES_MAX;
    out->has_time = centiseconds >= 0 && centiseconds <= SAID_TIME_MS_MAX / 10;
    if (out->has_nodes) out->nodes = (uint64_t)nodes;
    if (out->has_time) out->time_ms = centiseconds * 10;
    return true;
}

/* Mate in n moves of the mover is 2n - 1 plies away, being mated in n is 2n. */
static int mate_score(int64_t moves, bool loses) {
    const int64_t n = moves < 0 ? -moves : moves, score = ANSWER_MATE - (loses ? 2 * n : n ? 2 * n - 1 : 1);
    return (int)(loses ? -score : score);
}

/* Our own engine's mates come unscaled where the protocol has no word for them. */
static int common_score(const Info *info, double scale) {
    if (info->mate) return mate_score(info->score, info->score <= 0);
    if (llabs(info->score) >= ANSWER_MATE_MIN && llabs(info->score) <= ANSWER_MATE) return (int)info->score;
    const double most = ANSWER_MATE_MIN - 1, score = (double)info->score * scale;
    return (int)(score > most ? most : score < -most ? -most : score < 0 ? score - 0.5 : score + 0.5);
}

void said_take(const Info *info, double score_scale, Answer *answer) {
    if (info->has_nodes) answer->nodes = info->nodes;
    if (info->has_time) {
        answer->says_time = true;
        answer->said_ns = info->time_ms * 1000000;
    }
    if (info->multipv > 1) return;
    /* A depth without a score is that of an iteration begun; it counts only until a score has come. */
    if (info->has_depth && (info->has_score || answer->bound == SCORE_NONE)) answer->depth = info->depth;
    if (info->seldepth) answer->seldepth = info->seldepth;
    if (!info->has_score) return;
    answer->score = common_score(info, score_scale);
    answer->bound = info->bound;
    memcpy(answer->wdl, info->wdl, sizeof answer->wdl);
}

/* Cut where the room ends: no move is that long. */
static void copy_word(Word word, char out[SAID_MOVE_SIZE]) {
    const size_t len = word.len < SAID_MOVE_SIZE ? word.len : SAID_MOVE_SIZE - 1;
    memcpy(out, word.text, len);
    out[len] = 0;
}

bool said_best_move(const char *line, BestMove *out) {
    *out = (BestMove){ 0 };
    if (said_word(line, "nobestmove", NULL)) return true;
    if (!said_word(line, "bestmove", &line)) return false;
    copy_word(next_word(&line), out->move);
    for (Word word; (word = next_word(&line)).len;) {
        if (word_is(word, "ponder")) copy_word(next_word(&line), out->ponder);
        else if (word_is(word, "draw")) out->draw = true;
        else if (word_is(word, "resign")) out->resign = true;
    }
    return true;
}

bool said_word(const char *line, const char *word, const char **rest) {
    while (is_blank(*line)) line++;
    const size_t len = strlen(word);
    if (strncmp(line, word, len) != 0 || (line[len] && !is_blank(line[len]))) return false;
    line += len;
    while (is_blank(*line)) line++;
    if (rest) *rest = line;
    return true;
}

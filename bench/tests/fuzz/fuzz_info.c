/* Any bytes as what an engine says: lines of thinking, moves and options of all protocols, read to values in their range. */
#include <stdlib.h>
#include <string.h>
#include "bench/client/declared.h"
#include "bench/client/said.h"
#include "bench/client/words.h"
#include "engine/tests/fuzz/fuzz.h"

static void check_answer(const Answer *answer) {
    FUZZ_CHECK(answer->score >= -ANSWER_MATE && answer->score <= ANSWER_MATE);
    FUZZ_CHECK(answer->depth >= 0 && answer->seldepth >= 0);
    FUZZ_CHECK(answer->bound >= SCORE_NONE && answer->bound <= SCORE_EXACT);
}

static void check_move(const BestMove *best) {
    FUZZ_CHECK(memchr(best->move, 0, sizeof best->move) && memchr(best->ponder, 0, sizeof best->ponder));
    FUZZ_CHECK(!strpbrk(best->move, " \t"));
}

static void check_words(const char *line) {
    Arena arena = { 0 };
    Err err = { 0 };
    char **words;
    int count;
    if (words_cut(line, &arena, &words, &count, &err)) {
        size_t len = 0;
        for (int i = 0; i < count; i++) len += strlen(words[i]);
        FUZZ_CHECK(len <= strlen(line) && !words[count]);
    } else {
        FUZZ_CHECK(err.kind == ERR_INPUT);
    }
    arena_free(&arena);
}

static void hear(const char *line, Answer *answer, Declared *declared) {
    Info info;
    BestMove best;
    if (said_info(line, &info) || said_thinking(line, &info)) said_take(&info, 1.7, answer);
    check_answer(answer);
    if (said_best_move(line, &best)) check_move(&best);
    declared_add_uci(declared, line);
    declared_add_ucci(declared, line);
    declared_add_xboard(declared, line);
    check_words(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Answer answer = { 0 };
    Declared declared = { 0 };
    Buf warnings = { 0 };
    char *text = mem_alloc(size + 1);
    if (size) memcpy(text, data, size);
    text[size] = 0;
    for (char *line = text; line;) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        hear(line, &answer, &declared);
        line = end ? end + 1 : NULL;
    }
    for (int i = 0; i < declared.count; i++) {
        FUZZ_CHECK(declared_find(&declared, declared.item[i].name) != NULL);
        declared_check(&declared, declared.item[i].name, declared.item[i].initial, &warnings);
    }
    buf_free(&warnings);
    declared_free(&declared);
    free(text);
    return 0;
}

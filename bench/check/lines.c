/* Checks of what it writes while it thinks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/check/subject.h"
#include "engine/xq/fen.h"

static const char middle_game[] = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R b - - 3 4";

typedef struct {
    Subject *subject;
    const Game *game;
    uint64_t nodes;
    int lines;
} Lines;

static bool next_word(const char **at, char word[32]) {
    while (**at == ' ' || **at == '\t') ++*at;
    const size_t len = strcspn(*at, " \t");
    snprintf(word, 32, "%.*s", (int)(len < 31 ? len : 31), *at);
    *at += len;
    return len > 0;
}

static bool is_whole(const char *word) {
    char *end;
    if (!*word) return false;
    strtoll(word, &end, 10);
    return !*end;
}

static bool is_count_word(const char *word) {
    static const char *const words[] = { "depth", "seldepth", "time", "nodes", "multipv", "hashfull", "nps", "tbhits", "currmovenumber" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], word)) return true;
    return false;
}

static bool ends_line(const char *word) {
    return !strcmp(word, "pv") || !strcmp(word, "string") || !strcmp(word, "message") || !strcmp(word, "refutation") ||
           !strcmp(word, "currline");
}

/* UCI names the unit of a score; UCCI knows none. */
static bool check_score(Subject *subject, const char **at, const char *line) {
    char unit[32], number[32];
    next_word(at, unit);
    if (subject_is(subject, &protocol_ucci))
        return is_whole(unit) || subject_violates(subject, "score NUMBER, as UCCI has it", "'%.120s'", line);
    next_word(at, number);
    return ((!strcmp(unit, "cp") || !strcmp(unit, "mate")) && is_whole(number)) ||
           subject_violates(subject, "score cp NUMBER or score mate NUMBER", "'%.120s'", line);
}

static bool check_words(Subject *subject, const char *line) {
    char word[32], number[32];
    const char *at = line;
    next_word(&at, word);
    while (next_word(&at, word) && !ends_line(word)) {
        if (!strcmp(word, "score") && !check_score(subject, &at, line)) return false;
        if (!is_count_word(word)) continue;
        next_word(&at, number);
        if (!is_whole(number) || *number == '-')
            return subject_violates(subject, "a whole number after each of depth, nodes, time, ...", "'%.120s'", line);
        if (!strcmp(word, "hashfull") && strtoll(number, NULL, 10) > 1000)
            return subject_violates(subject, "hashfull from 0 to 1000", "'%.120s'", line);
    }
    return true;
}

static void hear_info(void *context, const char *line) {
    Lines *lines = context;
    Info info;
    if (!said_info(line, &info)) return;
    lines->lines++;
    if (!check_words(lines->subject, line) || !info.has_nodes) return;
    if (info.nodes < lines->nodes)
        subject_violates(lines->subject, "nodes that never fall within a search", "%" PRIu64 " nodes after %" PRIu64, info.nodes, lines->nodes);
    lines->nodes = info.nodes;
}

static const char *find_pv(const char *line) {
    char word[32];
    const char *at = line;
    if (!said_word(line, "info", NULL)) return NULL;
    while (next_word(&at, word))
        if (ends_line(word)) return strcmp(word, "pv") ? NULL : at;
    return NULL;
}

static void hear_pv(void *context, const char *line) {
    Lines *lines = context;
    const char *at = find_pv(line);
    char word[32];
    Pos pos = lines->game->pos;
    if (!at) return;
    lines->lines++;
    while (next_word(&at, word)) {
        const Move mv = position_read_move(&lines->subject->engine->dialect, word);
        Undo undo;
        if (mv == MOVE_NONE || !pos_is_pseudo_legal(&pos, mv) || !pos_is_legal(&pos, mv)) {
            char fen[FEN_SIZE];
            subject_violates(lines->subject, "moves that are legal one after another", "'%s' is not, at %s", word, fen_text(&pos, fen));
            return;
        }
        pos_make(&pos, mv, &undo);
    }
}

/* The move that it expects must be one, too. */
static void check_guess(Subject *subject, const Game *game, const Reply *reply) {
    Pos pos = game->pos;
    Undo undo;
    if (!*reply->best.ponder || !pos_is_pseudo_legal(&pos, reply->answer.move)) return; /* a wrong move is told elsewhere */
    pos_make(&pos, reply->answer.move, &undo);
    const Move mv = position_read_move(&subject->engine->dialect, reply->best.ponder);
    if (mv == MOVE_NONE || !pos_is_pseudo_legal(&pos, mv) || !pos_is_legal(&pos, mv))
        subject_violates(subject, "ponder and a legal reply to its move", "bestmove %s ponder %s", reply->best.move, reply->best.ponder);
}

static void watch_search(Subject *subject, void (*hear)(void *context, const char *line), const char *none) {
    const char *const fens[] = { POS_START_FEN, middle_game, "2R6/4k4/9/9/9/9/4p4/9/9/3K4r w - - 30 80" };
    int heard = 0;
    bool good = true;
    for (size_t i = 0; i < sizeof fens / sizeof *fens && good; i++) {
        Game game;
        Reply reply;
        subject_game(fens[i], &game);
        Lines lines = { .subject = subject, .game = &game };
        good = subject_go(subject, &game, "go depth 5") &&
               subject_answer(subject, &game, subject_within(subject, subject->options->patience_ms), (LineWatch){ hear, &lines }, &reply) &&
               subject_is_move(subject, &game, &reply);
        if (good) check_guess(subject, &game, &reply);
        heard += lines.lines;
        game_free(&game);
    }
    if (good && !heard) subject_note(subject, "%s", none);
    else subject_found(subject, "%d lines", heard);
}

void check_info(Subject *subject) {
    watch_search(subject, hear_info, "it writes no info lines");
}

void check_pv(Subject *subject) {
    watch_search(subject, hear_pv, "it shows no lines");
}

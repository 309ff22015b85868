/* Suites of repetition cases: a position, moves and a cycle that is repeated until the judge speaks. */
#ifndef ENGINE_XQ_RULES_SUITE_H
#define ENGINE_XQ_RULES_SUITE_H
#include "engine/core/arena.h"
#include "engine/xq/rules.h"

typedef struct {
    const char *id, *fen, *prefix, *cycle;
    int ply;         /* the verdict is expected after this many plies */
    Outcome outcome;
    int line;        /* in the file, from 1 */
} RuleCase;

typedef struct { RuleCase *cases; size_t count; Arena arena; } RuleSuite;

/* Read the rows of a tab-separated file whose last line of comments (#) names the columns: id, fen, prefix, cycle
 * and the one wanted, up to a bracket; cells of the latter read "8:BLACK wins", "12:draw". Free with
 * rule_suite_free. Errors: an unreadable file, a missing column, a malformed row. */
bool rule_suite_read(const char *path, const char *column, RuleSuite *out, Err *err);
void rule_suite_free(RuleSuite *suite);

/* The same case seen from the other side or in the mirror. */
enum { RULE_CASE_FLIP = 1, RULE_CASE_MIRROR = 2, RULE_CASE_IMAGES = 4 };

/* Play the prefix and the cycle, over and over, until a verdict (or to none, after 1000 plies). `image` is a sum of
 * RULE_CASE_FLIP and RULE_CASE_MIRROR. Starts *game, which the caller frees also on failure: an unreadable FEN, an
 * illegal move. */
bool rule_case_play(const RuleCase *item, int image, const RuleSet *rules, Game *game, Verdict *verdict, Err *err);
/* The winner expected in this image. */
Outcome rule_case_outcome(const RuleCase *item, int image);
#endif

/* The law of the game: when a game is over and why. Rule sets are data; every verdict names its rule. */
#ifndef ENGINE_XQ_RULES_H
#define ENGINE_XQ_RULES_H
#include "engine/core/opt.h"
#include "engine/xq/game.h"

typedef enum { OUTCOME_NONE, OUTCOME_RED, OUTCOME_BLACK, OUTCOME_DRAW } Outcome; /* who wins */
extern const char *const outcome_names[]; /* none red black draw */

/* Why games end: the same words in judge, store, PGN and report. The first group is the law's, the second the
 * match's, the third a player's fault. */
#define REASONS(X)                                                                   \
    X(NONE,            "none",            "the game goes on")                        \
    X(CHECKMATE,       "checkmate",       "no legal move, in check")                 \
    X(STALEMATE,       "stalemate",       "no legal move, not in check")             \
    X(PERPETUAL_CHECK, "perpetual_check", "one side checked on every move")          \
    X(PERPETUAL_CHASE, "perpetual_chase", "one side chased the same man on every move") \
    X(MUTUAL_CHECK,    "mutual_check",    "both sides checked on every move")        \
    X(MUTUAL_CHASE,    "mutual_chase",    "both sides chased on every move")         \
    X(REPETITION,      "repetition",      "the position came again, nobody offended") \
    X(NATURAL_LIMIT,   "natural_limit",   "too many plies without a capture")        \
    X(MATERIAL,        "material",        "neither side can mate")                   \
    X(ADJUDICATED_WIN, "adjudicated_win", "both players agreed for long who wins")   \
    X(ADJUDICATED_DRAW, "adjudicated_draw", "both players agreed for long on a draw") \
    X(MAX_PLIES,       "max_plies",       "the longest game allowed")                \
    X(RESIGN,          "resign",          "a player resigned")                       \
    X(AGREED_DRAW,     "agreed_draw",     "a player offered a draw and the other took it") \
    X(ILLEGAL_MOVE,    "illegal_move",    "a player answered with no legal move")    \
    X(TIME_LOSS,       "time_loss",       "a player overstepped its time")           \
    X(CRASH,           "crash",           "a player's process ended")                \
    X(STALL,           "stall",           "a player stopped answering")
#define REASON_ENUM(id, word, help) REASON_##id,
typedef enum { REASONS(REASON_ENUM) REASON_COUNT } Reason;
#undef REASON_ENUM
extern const char *const reason_names[]; /* the words, NULL-terminated */
extern const char *const reason_helps[];
Reason reason_find(const char *word); /* REASON_COUNT when it is none */

typedef enum { CHASE_NONE, CHASE_SIMPLE, CHASE_ASIAN } ChaseModel;

typedef struct {
    int repetition;     /* ChoiceRepetition: off, count occurrences only (simple), full judging: see option rows */
    int chase;          /* ChaseModel */
    int64_t occurrences; /* of a position before it is judged: 3 or 4 */
    int64_t limit;      /* plies without capture that draw; 0: none */
    int limit_checks;   /* how checks are left out of the limit: see option rows */
    int material;       /* which endings draw at once: see option rows */
} RuleSet;

extern const OptTable rule_options; /* the fields of RuleSet */
extern const char *const rule_set_names[]; /* asian fairy league simple none; NULL-terminated */
/* A rule set by name; false when there is none. */
bool rule_set_find(const char *name, RuleSet *out);

/* What one side did between the two occurrences that fired a repetition. */
typedef enum { ACT_IDLE, ACT_CHECK, ACT_CHASE } Act;
typedef struct {
    Outcome outcome;
    Reason reason;
    int ply;          /* after how many plies of the game */
    int cycle_start;  /* repetitions: plies before the window's first position */
    Act act[2];       /* repetitions: what each side did throughout */
    uint32_t victims[2]; /* repetitions: bit m: man m was chased throughout by that side */
} Verdict;

/* Verdict on the game as it stands after its last move: mate and stalemate, repetition, natural limit, material,
 * in this order. The moves must have been legal. */
Verdict rules_judge(const Game *game, const RuleSet *rules);
/* Only the tests that look at the past and the material; for callers that know there is a legal move. */
Verdict rules_judge_history(const Game *game, const RuleSet *rules);
/* Would playing this legal move lose by repetition at once? (league's banned moves) */
bool rules_bans(Game *game, Move mv, const RuleSet *rules);
/* One sentence for people: "Red checked on every move (perpetual_check): Black wins". */
void verdict_print(const Verdict *verdict, Buf *out);
#endif

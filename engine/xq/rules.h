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
bool reason_is_repetition(Reason reason); /* perpetual_check to repetition: a verdict on a window of the game */

/* What is made of a position that came often enough. */
typedef enum {
    REPETITION_OFF,   /* nothing: the game goes on */
    REPETITION_DRAW,  /* a draw, whatever was played */
    REPETITION_JUDGE, /* perpetual check and, by the chase model, perpetual chase lose */
} RepetitionRule;

typedef enum {
    CHASE_NONE,   /* only checks are judged */
    CHASE_SIMPLE, /* by the man that moved, across its line (the UCCI league's judge) */
    CHASE_ASIAN,  /* every attack that a move made new, with full legality (Asian rules as strong engines play them) */
} ChaseModel;

/* How checks are left out of the natural limit. */
typedef enum {
    LIMIT_CHECKS_COUNT,  /* they count like any ply */
    LIMIT_CHECKS_SKIP,   /* a check and the reply to a check never count */
    LIMIT_CHECKS_CLAMP,  /* a side's 11th and later checks and the replies to them don't count */
    LIMIT_CHECKS_EXCESS, /* twice the larger excess of a side's checks over ten is taken off */
} LimitChecks;

/* Where the count of the natural limit starts. */
typedef enum { LIMIT_FROM_FEN, LIMIT_FROM_MOVES } LimitFrom;

/* Which endings draw at once. */
typedef enum {
    MATERIAL_OFF,
    MATERIAL_BARE,        /* no rook, horse, cannon or pawn is on the board */
    MATERIAL_LONE_CANNON, /* these, and cannons without the screens to win, unless the side to move mates at once */
} MaterialRule;

typedef struct {
    int repetition;      /* RepetitionRule */
    int chase;           /* ChaseModel */
    int64_t occurrences; /* of a position, when it is judged */
    int64_t limit;       /* counted plies without capture that draw; 0: none */
    int limit_checks;    /* LimitChecks */
    int limit_from;      /* LimitFrom */
    int material;        /* MaterialRule */
} RuleSet;

extern const OptTable rule_options; /* the fields of RuleSet; their defaults are the set `asian` */
extern const char *const rule_set_names[]; /* asian fairy league simple none; NULL-terminated */
extern const char *const rule_set_helps[]; /* one line on each */
/* A rule set by name; false when there is none. */
bool rule_set_find(const char *name, RuleSet *out);

/* What one side did between the occurrences that fired a repetition, in order of gravity: the graver act loses. */
typedef enum { ACT_IDLE, ACT_CHASE, ACT_CHECK } Act;
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
/* Only the tests that look at the past and the material; for callers that know there is a legal move. Costs a scan
 * of the keys since the last capture unless something fires. */
Verdict rules_judge_history(const Game *game, const RuleSet *rules);
/* The same question in a search whose root stood after root_ply plies of the game: who wins, or OUTCOME_NONE. The
 * second occurrence is enough when the first lies behind the root, since a line that may go round once may go
 * round again; occurrences on the way to the root must be as many as the rule set says. */
Outcome rules_search_repetition(const Game *game, int root_ply, const RuleSet *rules);
/* Would playing this legal move lose by repetition at once? (league's banned moves) */
bool rules_bans(Game *game, Move mv, const RuleSet *rules);
/* One sentence for people: "Red checked on every move (perpetual_check): Black wins". */
void verdict_print(const Verdict *verdict, Buf *out);
/* What each move of a repetition's window did, one line a move: "5. c1a1 Red: chases Black's horse". Nothing for
 * other verdicts. */
void verdict_explain(const Verdict *verdict, const Game *game, const RuleSet *rules, Buf *out);
#endif

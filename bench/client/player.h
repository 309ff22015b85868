/* A player seen from outside: something that is told a game and a limit and answers with a move. Builtin players
 * search in this process, external ones are engines behind pipes; the match sees no difference. */
#ifndef BENCH_CLIENT_PLAYER_H
#define BENCH_CLIENT_PLAYER_H
#include "bench/client/limit.h"
#include "bench/proc/meter.h"
#include "engine/core/buf.h"
#include "engine/core/err.h"
#include "engine/xq/game.h"

struct ConfNode;
struct EngineSpec;
struct Tunables;

enum { PLAYER_NAME_SIZE = 64, PLAYER_COUNTERS_MAX = 24, PLAYER_NOTE_SIZE = 160 };

/* How a player failed to answer; data, not an error of ours. */
typedef enum { FAULT_NONE, FAULT_ILLEGAL, FAULT_TIME, FAULT_CRASH, FAULT_STALL } Fault;
typedef enum { SCORE_NONE, SCORE_UPPER, SCORE_LOWER, SCORE_EXACT } ScoreBound;

/* What a player said to one position. Scores are from the mover's view on one scale (a rook is about 1000);
 * mate in n plies is +-(ANSWER_MATE - n). */
enum { ANSWER_MATE = 30000, ANSWER_MATE_MIN = 29000 };
typedef struct {
    Move move;              /* MOVE_NONE with a fault or when the player resigned */
    bool resigns, offers_draw;
    Fault fault;
    char note[PLAYER_NOTE_SIZE]; /* what went wrong, for the record; "" otherwise */
    int score;
    ScoreBound bound;
    int depth, seldepth;
    int16_t wdl[3];         /* chances to win, draw and lose, per mille, as the player said; all 0: it said none */
    uint64_t nodes;
    int64_t time_ns;        /* from the question to the answer */
    bool says_time;         /* said_ns is known: */
    int64_t said_ns;        /* how long it thought by its own account, to a millisecond */
    int64_t late_ns;        /* after that, and no part of it: how long the thread that asked waited for a processor */
    int64_t held_up_ns;     /* of time_ns: how long a player of one thread waited for a processor, as far as is known and excused */
    uint64_t counter[PLAYER_COUNTERS_MAX]; /* builtin players: see player_counter_names */
} Answer;

/* So much of a wait for a processor is excused in one move, in nanoseconds. */
extern const int64_t player_most_excused_ns;

/* What a player is told beside the position. Clocks at the moment of asking, zero where there is none; whether the
 * other side offers a draw with its last move; to players that want to know, the moves that would lose by repetition
 * at once. */
typedef struct {
    int64_t own_ns, own_increment_ns, other_ns, other_increment_ns;
    int moves_to_go;
    bool draw_offered;
    const Move *banned; /* banned_count of them, the caller's */
    int banned_count;
} ClockState;

/* Told on the way to an answer, on the thread that asks: what the player would answer now, after an iteration or an
 * `info` line. move may be MOVE_NONE. */
typedef struct {
    void *context;
    void (*iteration)(void *context, const Answer *so_far);
} PlayerListener;

/* Why a player thinks what it thinks: a line that begins with one of some moves, and the evaluation at its end, term
 * by term. Values are from the view of the side to move where the line begins, blended by the phase. */
enum { EXPLAIN_LINE_MAX = 128, EXPLAIN_TERMS_MAX = 48 };
typedef struct { const char *name, *group; double value; } ExplainTerm;
typedef struct {
    Move move[EXPLAIN_LINE_MAX];
    int count;
    int score, depth;
    ExplainTerm term[EXPLAIN_TERMS_MAX];
    int terms;
} Explanation;

typedef struct Player Player;
/* What a kind of player can do. `go` answers for game->pos, whose side to move is the player's. */
typedef struct {
    /* Forget the last game: the next answer is that of a fresh player. */
    bool (*new_game)(Player *player, Err *err);
    void (*go)(Player *player, const Game *game, const Limit *limit, const ClockState *clock, Answer *answer);
    /* From any thread: answer soon. */
    void (*stop)(Player *player);
    void (*delete)(Player *player);
    /* Append the last lines between us and it, for the record of a fault. NULL: there is no talk with this kind. */
    void (*recall)(const Player *player, Buf *out);
    /* Search with these moves alone at the root and explain the outcome. NULL: this kind can't. */
    void (*explain)(Player *player, const Game *game, const Limit *limit, const Move *only, int count, Explanation *out);
    /* CPU time that it has used outside the thread that asks; NULL: none. */
    int64_t (*cpu_ns)(Player *player);
    /* What the spec's meter has counted outside the thread that asks; false: nothing. NULL: this kind works on that thread. */
    bool (*metered)(const Player *player, uint64_t *count);
    bool in_process; /* searches on the thread that asks: its CPU time is the search's */
    /* Between games: from the next new_game on the number that tunables.h calls `name` is `value`. NULL: this kind can't. */
    bool (*set)(Player *player, const char *name, const char *value, Err *err);
} PlayerKind;
struct Player {
    const PlayerKind *kind;
    char name[PLAYER_NAME_SIZE];
    const PlayerListener *listener; /* of the next answers; NULL: none; the caller's */
    bool wants_banned;              /* see ClockState */
};

/* How to make a player, resolved: what the user wrote, and the canonical text of everything that decides how it plays
 * (its identity in the store). */
typedef struct PlayerSpec PlayerSpec;
struct PlayerSpec {
    char name[PLAYER_NAME_SIZE];
    char *what;          /* as the user wrote it: variant file, variant name or grammar name, with assignments */
    char *resolved;      /* kind, every option, hash of weights: canonical text */
    bool deterministic;  /* same answers at fixed depth or nodes */
    bool spreads;        /* may keep several processors busy at once, as far as is known */
    int depth_max;       /* no search goes deeper; 0: nothing is known of that */
    Limit limit;         /* its own; unset (limit_is_set): the match's */
    /* What a kind of player is made from, and how: a new player, or NULL with *err. Any thread may call it. */
    Player *(*start)(const PlayerSpec *spec, Err *err);
    bool (*prepare)(PlayerSpec *spec, const Limit *limit, Buf *warnings, Err *err); /* see player_spec_prepare; NULL: nothing to do */
    MeterKind meter;     /* what is to be counted of a player outside this process, see PlayerKind.metered */
    bool (*tunables)(const PlayerSpec *spec, struct Tunables *out, Err *err); /* see tunables.h; NULL: none */
    struct Traffic *traffic; /* where all that it is told and says is logged; NULL: nowhere; the caller's */
    void *source;        /* for start; owned, released by source_free */
    void (*source_free)(void *source);
};

/* What tables call the player. Errors: no name, none of one line (text_is_line), too long. */
bool player_spec_set_name(PlayerSpec *spec, const char *name, Err *err);
/* A builtin player from a variant (file, name, grammar) and assignments "null_move=0" (NULL-terminated, may be
 * NULL). name NULL: the variant's. Free with player_spec_free. */
bool player_spec_builtin(const char *what, const char *name, const char *const *assignments, PlayerSpec *out, Err *err);
/* The same from a mapping {name, variant or extends, limit, search, eval, weights, prior_weights}. */
bool player_spec_builtin_map(struct ConfNode *map, PlayerSpec *out, Err *err);
/* A player that is an engine behind pipes. It owns the engine, whatever becomes of it; NULL (with *err set by whoever
 * failed to make it) is handed on as false. `what` is what the user wrote. */
bool player_spec_engine(const char *what, struct EngineSpec *engine, PlayerSpec *out, Err *err);
/* A player from one line, as --player and lists of players give it: "pvs", "full null_move=0 name=plain
 * limit=nodes=500", "cmd=fairy-stockfish protocol=uci option.Hash=32 name=FSF", "hoixiangqi limit=depth=3". Words are
 * cut as a shell does. The first says what, the others assign; a path may hold blanks when it stands alone. A
 * builtin player with assignments and no name is called by the whole line. */
bool player_spec_parse(const char *text, PlayerSpec *out, Err *err);
/* A player from a configuration: a line as above, or a mapping, a builtin player's or an engine's (engine_spec.h). */
bool player_spec_from_conf(struct ConfNode *node, PlayerSpec *out, Err *err);
/* Try a player before the run: an engine is started once, what it is like is found out (protocol, dialect) and becomes
 * part of `resolved`, and what is doubtful is appended to warnings, a line each: options that it does not declare,
 * values out of their range. false with *err when it can't be run or can't play to this limit; ERR_FAULT when it failed. */
bool player_spec_prepare(PlayerSpec *spec, const Limit *limit, Buf *warnings, Err *err);
/* The same for one of several: warnings, which then begin with "warning: player NAME: ", and errors name it. */
bool player_spec_prepare_named(PlayerSpec *spec, const Limit *limit, Buf *warnings, Err *err);
/* Must these two find the same root value at the same depth? True for builtin players with equal evaluations that
 * differ in nothing that changes values, and have nothing switched on whose outcome depends on the order or the windows
 * of the search (forward pruning, reductions, deeper table entries). */
bool player_spec_same_value(const PlayerSpec *a, const PlayerSpec *b);
/* Release; accepts an empty one. */
void player_spec_free(PlayerSpec *spec);
/* Start a player. One thread uses it at a time. NULL with *err. */
Player *player_new(const PlayerSpec *spec, Err *err);
/* End it and release it; accepts NULL. */
void player_delete(Player *player);

/* Names and meanings of Answer.counter[], count of them. */
extern const char *const player_counter_names[];
extern const char *const player_counter_helps[];
extern const int player_counter_count;
#endif

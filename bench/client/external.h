/* Engines behind pipes: what the player and the protocols share; for bench/client, and for bench/check, which asks what no
 * player does. */
#ifndef BENCH_CLIENT_EXTERNAL_H
#define BENCH_CLIENT_EXTERNAL_H
#include <stdatomic.h>
#include "bench/client/declared.h"
#include "bench/client/engine_spec.h"
#include "bench/client/player.h"
#include "bench/client/said.h"
#include "bench/client/talk.h"
#include "bench/client/traffic.h"
#include "bench/proc/proc.h"

typedef struct Protocol Protocol;

/* A `position` command that grows with the game. */
typedef struct {
    Buf text;  /* "position fen F moves m1 m2 ..." */
    int plies; /* of the game that it tells; -1: none yet */
    bool has_moves;
} PositionText;

/* What is known of an xboard engine. */
typedef struct {
    bool featured, done, wants_time; /* it said a feature; it said all of them; it said that it needs time */
    bool ping, setboard, usermove, time, draw, reuse, has_variants;
    int pings;        /* sent so far */
    bool set_up;      /* it knows this game's start */
    int plies;        /* of the game that it knows */
    bool offers_draw; /* since its last move */
} XboardState;

typedef struct {
    Player player;
    EngineSpec *spec; /* shared; only given_up is written */
    const Protocol *protocol;
    Proc *proc;      /* NULL: not running */
    bool failed;     /* a fault: not to be used for another game */
    bool spreads;    /* see PlayerSpec */
    Dialect dialect; /* as given, or as found out */
    Declared declared;
    char id[PLAYER_NAME_SIZE]; /* what it calls itself */
    PositionText position;
    XboardState xboard;
    Buf out;                      /* the question */
    Buf replies;                  /* xboard: to the features */
    char heard[PLAYER_NOTE_SIZE]; /* the newest line, for notes */
    Talk talk;
    char reply[SAID_MOVE_SIZE];   /* what it expects its move to be answered with; "" when it did not say */
    bool pondering;               /* it thinks about guess.pos */
    Game guess;                   /* the game with its own move and the reply that it expects */
    atomic_bool stop;             /* asked to answer soon, */
    Bell stop_bell;               /* and then this rings */
    MeterKind meter;              /* of its process */
    Traffic *traffic;             /* NULL: not logged */
    ProcTap tap;                  /* hears all lines in place of the log; hear NULL: nobody */
    int number;                   /* of its process in the log */
    EngineSetting *tuned;         /* options set between games, tuned_count of them, owned texts */
    int tuned_count;
    bool tuned_told;              /* the process knows them */
} External;

/* Everything that a player is asked. */
typedef struct {
    const Game *game;
    const Limit *limit;
    const ClockState *clock;
    bool ponder;
} Question;

typedef enum { HEARD_NEWS, HEARD_ANSWER } Heard;

/* What a protocol knows. Texts end in a line end. */
struct Protocol {
    const char *hello; /* what makes it introduce itself */
    int patience_ms;   /* who says nothing for so long after hello is ready, unless he asks for time; 0: must answer */
    void (*begin)(External *self);
    /* Take a line of the introduction; true when it is complete. */
    bool (*introduce)(External *self, const char *line);
    /* Set an option; option NULL: it is not declared. */
    void (*add_option)(const External *self, const DeclaredOption *option, const char *name, const char *value,
                       Buf *out);
    /* What stands before the options; the dialect is resolved as far as the introduction tells. */
    void (*settle)(External *self, Buf *out);
    void (*new_game)(External *self, Buf *out);
    /* A question that is answered (is_pong) when all before it is done. false: it knows none. */
    bool (*ping)(External *self, Buf *out);
    bool (*is_pong)(const External *self, const char *line);
    /* Why it can't be asked this; NULL when it can. */
    const char *(*refuses)(const External *self, const Question *question);
    void (*ask)(External *self, const Question *question, Buf *out);
    /* A line while it thinks, and one that came while it should not. HEARD_ANSWER: *answer is complete. */
    Heard (*hear)(External *self, const Question *question, const char *line, Answer *answer);
    Heard (*overhear)(External *self, const char *line, Answer *answer);
    const char *stop, *quit;
};

extern const Protocol protocol_uci, protocol_ucci, protocol_xboard;
extern const Protocol *const external_protocols[PROTOCOLS]; /* by EngineProtocol; NULL for PROTOCOL_AUTO */

/* Bring self->position up to the game. */
void position_update(External *self, const Game *game);
/* A FEN in the engine's dialect. */
void position_add_fen(const Dialect *dialect, const Pos *pos, Buf *out);
/* The text of a move in the engine's dialect, and the move that a text means there (MOVE_NONE: none). */
void position_add_move(const Dialect *dialect, Move mv, Buf *out);
Move position_read_move(const Dialect *dialect, const char *text);
/* A fault of this kind, told by what went wrong. Returns HEARD_ANSWER. */
Heard external_fault(Answer *answer, Fault fault, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Take the engine's move of an answer: a text that is no legal move is a fault. Returns HEARD_ANSWER. */
Heard external_take_move(const External *self, const Question *question, const char *text, Answer *answer);
#endif

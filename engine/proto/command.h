/* One line of UCI or UCCI as a struct: parsing alone, no state, so that it can be tested and fuzzed by itself. */
#ifndef ENGINE_PROTO_COMMAND_H
#define ENGINE_PROTO_COMMAND_H
#include "engine/core/arena.h"
#include "engine/core/err.h"
#include "engine/search/session.h"

typedef enum { PROTO_UNKNOWN, PROTO_UCI, PROTO_UCCI } Protocol;

typedef enum {
    COMMAND_NONE, /* an empty line, or words that this protocol tells us to ignore */
    COMMAND_UCI,  /* the greetings decide the protocol */
    COMMAND_UCCI,
    COMMAND_ISREADY,
    COMMAND_DEBUG, /* UCI: value is "on" or "off" */
    COMMAND_SETOPTION,
    COMMAND_NEWGAME,
    COMMAND_POSITION,
    COMMAND_BANMOVES,
    COMMAND_GO,
    COMMAND_STOP,
    COMMAND_PONDERHIT,
    COMMAND_PROBE, /* UCCI: what does the table know of a position */
    COMMAND_PERFT,
    COMMAND_BENCH,
    COMMAND_SHOW, /* "d": the board */
    COMMAND_EVAL,
    COMMAND_QUIT,
} CommandKind;

typedef struct {
    CommandKind kind;
    const char *name, *value; /* SETOPTION; value "" for a button; DEBUG: value */
    Pos start;                /* POSITION, PROBE */
    Move *moves; /* POSITION, PROBE: since start; BANMOVES; coordinates only, legality is for the session */
    int move_count;
    SearchLimits limits; /* GO; root_moves set by searchmoves */
    bool draw_offered;   /* GO, PONDERHIT of UCCI: the opponent offers a draw */
    bool static_eval;    /* UCCI `go depth 0` */
    const char *ignored; /* GO: the first word that no protocol knows, passed over; NULL: none */
    int depth;           /* PERFT, BENCH; 0: not given */
} Command;

/* Parse a line as this protocol writes it; PROTO_UNKNOWN takes the greetings and what both share. UCCI times are
 * milliseconds when milliseconds is true, else seconds. Texts and moves live in the arena. Errors (ERR_INPUT) say what word is
 * wrong; unknown first words are COMMAND_NONE, unknown words of `go` are passed over, as both protocols ask. */
bool command_parse(const char *line, Protocol protocol, bool milliseconds, bool red_to_move, Arena *arena, Command *out,
                   Err *err);
#endif

/* What a user says about an engine: how to run it, which protocol and dialect it speaks, its options. From a YAML file,
 * a mapping in a match file or a line like "cmd=fairy-stockfish protocol=uci option.UCI_Variant=xiangqi". */
#ifndef BENCH_CLIENT_ENGINE_SPEC_H
#define BENCH_CLIENT_ENGINE_SPEC_H
#include <stdatomic.h>
#include "bench/client/limit.h"
#include "engine/core/arena.h"
#include "engine/core/opt.h"

struct ConfNode;

typedef enum { PROTOCOL_AUTO, PROTOCOL_UCI, PROTOCOL_UCCI, PROTOCOL_XBOARD, PROTOCOLS } EngineProtocol;
typedef enum { RANKS_AUTO, RANKS_FROM_0, RANKS_FROM_1 } DialectRanks;
typedef enum { LETTERS_NB, LETTERS_HE } DialectLetters;
typedef enum { CLOCK_UNIT_AUTO, CLOCK_UNIT_S, CLOCK_UNIT_MS } DialectClock;
typedef enum { HISTORY_AUTO, HISTORY_GAME, HISTORY_CAPTURE } DialectHistory;
typedef enum { RESTART_ON_FAULT, RESTART_ON, RESTART_OFF } RestartPolicy;

typedef struct {
    int ranks;      /* DialectRanks */
    int letters;    /* DialectLetters */
    int64_t fields; /* of a FEN: 2, 4 (no dashes) or 6 */
    int clock;      /* DialectClock */
    int history;    /* DialectHistory: where `position` begins */
} Dialect;

typedef struct {
    const char *name, *value;
} EngineSetting;

typedef struct EngineSpec {
    char name[OPT_TEXT_SIZE];
    char command[OPT_TEXT_SIZE];
    OptList args;
    char directory[OPT_TEXT_SIZE];
    OptList environment;
    int protocol; /* EngineProtocol */
    Dialect dialect;
    EngineSetting *setting; /* setting_count options, in the order given */
    int setting_count;
    OptList init; /* lines sent after the options */
    Limit limit;  /* its own; unset: the match's */
    double score_scale;
    int restart; /* RestartPolicy */
    int64_t startup_ms, ping_ms, stop_ms, quit_ms, stall_ms;
    bool ponder, ban_moves, deterministic;
    int64_t nice, cpu;
    char *path;           /* the file that command means */
    char binary[65];      /* SHA-256 of that file */
    atomic_bool given_up; /* a fault ended it and restart is off */
    Arena arena;          /* of the texts above */
} EngineSpec;

extern const OptTable engine_options, dialect_options; /* keys of a file and of its `dialect` */
extern const char *const engine_protocol_names[];      /* auto uci ucci xboard, NULL-terminated */

/* Does this mapping describe an engine (and not a variant)? It says so by `command`, or by extending one that does. */
bool engine_spec_is_engine(struct ConfNode *map);
/* Is `what` an engine: a file that describes one, or the name of one in configs/engines? path gets the file. */
bool engine_spec_find(const char *what, Buf *path);
/* An engine from a mapping {name, extends, command, args, ..., dialect: {...}, options: {NAME: VALUE}, limit}. A
 * missing or unfit program is ERR_INPUT. Delete with engine_spec_delete. NULL with *err. */
EngineSpec *engine_spec_from_conf(struct ConfNode *map, Err *err);
EngineSpec *engine_spec_load(const char *path, Err *err);
/* An engine from words "key=value", NULL-terminated: keys as in a file, option.NAME, dialect.KEY; the first may
 * instead be an engine to extend. The usual short forms are understood: cmd, arg, dir, proto, initstr, and limits
 * (tc=, nodes=). */
EngineSpec *engine_spec_from_words(char *const *words, Err *err);
/* Canonical text of all that decides how it plays: its identity in the store. */
void engine_spec_print(const EngineSpec *spec, Buf *out);
/* Release; accepts NULL. */
void engine_spec_delete(EngineSpec *spec);
#endif

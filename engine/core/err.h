/* What went wrong outside the program, as one sentence and a kind that decides the exit code. */
#ifndef ENGINE_CORE_ERR_H
#define ENGINE_CORE_ERR_H
#include <stdarg.h>
#include <stdbool.h>

typedef enum {
    ERR_NONE,
    ERR_USAGE,       /* the command line was wrong */
    ERR_INPUT,       /* a file, position or value was wrong */
    ERR_FAULT,       /* players failed too often for the run to go on */
    ERR_SYSTEM,      /* the operating system refused something */
    ERR_INTERRUPTED, /* a signal asked us to stop; the work can be resumed */
} ErrKind;

enum { ERR_TEXT_SIZE = 640 };
typedef struct {
    ErrKind kind;
    char text[ERR_TEXT_SIZE]; /* a whole sentence without a line end; cut, never overrun */
} Err;

/* Exit codes of all three programs; one table for scripts to rely on. */
enum {
    EXIT_HELD = 0,         /* finished, held, or H1 accepted */
    EXIT_REGRESSED = 1,    /* regressed, or a checked suite differs */
    EXIT_BAD_INPUT = 2,    /* wrong use or bad input */
    EXIT_FAULTS = 3,       /* stopped by player faults */
    EXIT_INTERRUPTED = 4,  /* interrupted, can be resumed */
    EXIT_H0 = 10,          /* H0 accepted */
    EXIT_INCONCLUSIVE = 11 /* inconclusive or could not be judged */
};

/* Fill *err. Always returns false, so that a failing function reads `return err_set(...)`. err may be NULL. */
bool err_set(Err *err, ErrKind kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool err_setv(Err *err, ErrKind kind, const char *format, va_list args) __attribute__((format(printf, 3, 0)));
/* ERR_SYSTEM with the text of errno: "cannot <action> <path>: No such file or directory". Returns false. */
bool err_system(Err *err, const char *action, const char *path);
/* Put context before the sentence: "games.pgn:12: " + text. Returns false. */
bool err_prefix(Err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The exit code that stands for this kind of error. */
int err_exit_code(ErrKind kind);
#endif

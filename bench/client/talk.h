/* The last lines between us and an engine, kept for the record of a fault. */
#ifndef BENCH_CLIENT_TALK_H
#define BENCH_CLIENT_TALK_H
#include <stdbool.h>
#include <stddef.h>
#include "engine/core/buf.h"

enum { TALK_LINES = 12, TALK_SIZE = 120 };
typedef struct {
    struct {
        char text[TALK_SIZE];
        bool told; /* to the engine; else by it */
    } line[TALK_LINES];
    unsigned count; /* of all lines ever; the newest TALK_LINES are kept */
} Talk;

/* Keep a text of one or several lines. Of a long line its end is kept: there stand the newest moves. */
void talk_add(Talk *talk, bool told, const char *text, size_t len);
/* Append the lines kept, oldest first, each with "> " (to the engine) or "< " (from it) before it; whatever is no printable
 * ASCII becomes '?'. */
void talk_print(const Talk *talk, Buf *out);
/* Append at most `room` characters of text, made printable in the same way. */
void talk_add_clean(const char *text, size_t room, Buf *out);
#endif

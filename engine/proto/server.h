/* The protocol server: lines of UCI or UCCI in, lines out. The first greeting decides the protocol. The search runs on a
 * thread of its own, so that `stop` is heard. */
#ifndef ENGINE_PROTO_SERVER_H
#define ENGINE_PROTO_SERVER_H
#include "engine/core/err.h"
#include "engine/search/variant.h"

/* Where the server's lines go. `text` holds one or more whole lines, each with its line end; called under a lock, from the caller's
 * thread and from the searching one. */
typedef struct {
    void *context;
    void (*write)(void *context, const char *text);
    /* The `bench` command for the variant as it is set, at this depth (0: the usual one); writes its own lines. */
    bool (*bench)(void *context, const Variant *variant, int depth, Err *err);
} ServerOutput;

typedef struct Server Server;
/* A server that plays this variant (copied). NULL with *err when the session can't be made. */
Server *server_new(const Variant *variant, const ServerOutput *output, Err *err);
/* Handle one line; false after `quit`. What the line got wrong is answered as "info string ..." (UCCI: "info message ..."); a
 * position stands then as far as its moves were legal, anything else is unchanged. */
bool server_line(Server *server, const char *line);
/* The input ended: a search with a limit may finish and answer, an endless one is stopped. */
void server_end_of_input(Server *server);
/* Stop, wait for the searching thread, release. Accepts NULL. */
void server_delete(Server *server);
#endif

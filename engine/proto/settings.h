/* Options as UCI and UCCI know them: those of the protocols themselves, and those of the search and the evaluation under the
 * same names as in variant files. */
#ifndef ENGINE_PROTO_SETTINGS_H
#define ENGINE_PROTO_SETTINGS_H
#include "engine/core/buf.h"
#include "engine/proto/command.h"

typedef struct {
    bool milliseconds; /* UCCI: times are milliseconds, else seconds */
    bool batch;        /* read no input while thinking */
    bool debug;        /* name every root move; without it only those of a search that has run for a second */
    bool ponder;       /* the GUI may let us ponder; we do so only when it says so */
    int64_t threads;
    int64_t resign_score; /* UCCI: resign at a value as bad as this; 0: never */
    int variant;          /* UCI_Variant */
} Settings;

/* The defaults. */
void settings_init(Settings *settings);
/* One "option ..." line for each, with the values of now as defaults. */
void settings_list(Protocol protocol, const Settings *settings, const Variant *variant, Buf *out);
/* setoption. The options of search and evaluation go to the session, which must not be searching. UCI: an unknown name is an
 * error that says the nearest right one; UCCI: it is passed over, since its GUIs send whatever their user has set. */
bool settings_set(Protocol protocol, Settings *settings, Session *session, const char *name, const char *value,
                  Err *err);
#endif

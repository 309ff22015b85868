#include "bench/cmd/export_pgn.h"
#include <stdio.h>
#include "bench/report/game_pgn.h"
#include "engine/core/draft.h"

/* Where the games go. */
typedef struct {
    const PgnExport *how;
    Draft *draft; /* NULL: standard output */
    PgnGame game;
    Buf text;
    Err *err;
    bool good;
} Export;

static bool write_game(void *context, const StoredGame *game) {
    Export *export = context;
    buf_clear(&export->text);
    export->good = game_pgn(game, export->how->comments, &export->game, export->err);
    if (!export->good) return false;
    pgn_write(&export->game, &export->how->style, &export->text);
    if (export->draft) export->good = draft_add(export->draft, export->text.text, export->text.len, export->err);
    else
        export->good = fwrite(export->text.text, 1, export->text.len, stdout) == export->text.len ||
                       err_system(export->err, "write", "standard output");
    return export->good;
}

bool export_pgn(Store *store, int64_t run, const PgnExport *how, Err *err) {
    Export export = { .how = how, .err = err, .good = true };
    if (*how->path && !(export.draft = draft_new(how->path, err))) return false;
    bool good = store_games(store, run, 1, write_game, &export, err) && export.good;
    if (!good) draft_drop(export.draft);
    else if (export.draft) good = draft_commit(export.draft, err);
    pgn_game_free(&export.game);
    buf_free(&export.text);
    return good;
}

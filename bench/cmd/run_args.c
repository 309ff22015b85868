#include "bench/cmd/run_args.h"
#include "engine/core/file.h"

Store *open_database(const CmdArgs *args, Err *err) {
    if (args->count > 1) {
        err_set(err, ERR_USAGE, "'%s': one database is enough", args->positional[1]);
        return NULL;
    }
    if (args->count == 0 && !file_exists(DEFAULT_DATABASE)) {
        err_set(err, ERR_USAGE, "no " DEFAULT_DATABASE " in this folder: name a database that xqbench match has written");
        return NULL;
    }
    return store_open(args->count ? args->positional[0] : DEFAULT_DATABASE, STORE_READ, err);
}

#include "bench/cmd/run_args.h"

Store *open_database(const CmdArgs *args, Err *err) {
    if (args->count > 1) {
        err_set(err, ERR_USAGE, "'%s': one database is enough", args->positional[1]);
        return NULL;
    }
    return store_open(args->count ? args->positional[0] : DEFAULT_DATABASE, STORE_READ, err);
}

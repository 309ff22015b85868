#include "bench/cmd/shard.h"
#include <stdio.h>

bool shard_parse(const char *text, int *shard, int *shards, Err *err) {
    int i, n, end = 0;
    if (sscanf(text, "%6d/%6d%n", &i, &n, &end) != 2 || text[end] || i < 1 || n < i)
        return err_set(err, ERR_USAGE, "--shard: '%s' is no part; write 1/4 to 4/4 for four of them", text);
    *shard = i - 1;
    *shards = n;
    return true;
}

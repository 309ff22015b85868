/* The SQL that makes a store, as compiled in from the files of this folder. */
#ifndef BENCH_STORE_SCHEMA_H
#define BENCH_STORE_SCHEMA_H

extern const char schema_sql[];
/* What the first tuning of a file adds. */
extern const char tuning_sql[];
#endif

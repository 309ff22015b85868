/* The text of schema.sql. */
#ifndef BENCH_STORE_SCHEMA_H
#define BENCH_STORE_SCHEMA_H

extern const char schema_sql[];
#endif

/* The schema: the SQL files of this folder, compiled in as they stand, and what brings a file to it. Versions add tables
 * and columns and keep what there is; so what an older file lacks is seen by comparison with a new one, and is added to
 * it, or stood in for where it is only read. */
#ifndef BENCH_STORE_SCHEMA_H
#define BENCH_STORE_SCHEMA_H
#include <sqlite3.h>
#include "engine/core/err.h"

enum { APPLICATION_ID = 0x58514c42 /* XQLB */, SCHEMA_VERSION = 2 };

extern const char schema_sql[], views_sql[];

/* Make tables and views in an empty file, unless another process is first. A kill leaves an empty file or a whole one. */
bool schema_create(sqlite3 *db, Err *err);
/* Has a file of this version every table and column? (Programs on the way to a version wrote files without some.) */
bool schema_is_whole(sqlite3 *db, bool *whole, Err *err);
/* Bring the file of an older version to this one in one transaction: all of it or nothing. Nothing is left to do when
 * another process is first. */
bool schema_migrate(sqlite3 *db, Err *err);
/* Let this connection, which may not write, see an older file as one of this version: tables that it lacks are empty,
 * columns that it lacks hold their defaults. The file is not touched. */
bool schema_stand_in(sqlite3 *db, Err *err);
#endif

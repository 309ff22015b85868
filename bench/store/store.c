#include "bench/store/store.h"
#include <stdlib.h>
#include <string.h>
#include "bench/store/schema.h"
#include "bench/store/sql.h"
#include "engine/core/arena.h"

enum { APPLICATION_ID = 0x58514c42 /* XQLB */, SCHEMA_VERSION = 1 };

static bool pragma_number(sqlite3 *db, const char *name, sqlite3_int64 *out, Err *err) {
    char sql[64];
    sqlite3_snprintf(sizeof sql, sql, "PRAGMA %s", name);
    return sql_number(db, sql, out, err);
}

/* A new file gets the schema in one transaction, so that a kill leaves an empty file or a whole one. */
static bool create_schema(sqlite3 *db, Err *err) {
    char pragmas[128];
    sqlite3_snprintf(sizeof pragmas, pragmas, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION_ID, SCHEMA_VERSION);
    if (!sql_exec(db, "BEGIN IMMEDIATE", err)) return false;
    sqlite3_int64 tables = 0;
    if (!sql_number(db, "SELECT count(*) FROM sqlite_schema", &tables, err)) goto fail;
    if (tables == 0 && (!sql_exec(db, schema_sql, err) || !sql_exec(db, pragmas, err))) goto fail;
    return sql_exec(db, "COMMIT", err);
fail:
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* Is the file ours, and of a version that this program knows? An empty file becomes ours while writing. */
static bool check_file(Store *store, Err *err) {
    sqlite3_int64 id = 0, version = 0, tables = 0;
    if (!sql_number(store->db, "SELECT count(*) FROM sqlite_schema", &tables, err)) return false;
    if (tables == 0) {
        if (!store->writing) return err_set(err, ERR_INPUT, "%s: holds no runs: the file is empty", store->path);
        if (!create_schema(store->db, err)) return false;
    }
    if (!pragma_number(store->db, "application_id", &id, err) || !pragma_number(store->db, "user_version", &version, err)) return false;
    if (id != APPLICATION_ID)
        return err_set(err, ERR_INPUT, "%s: is a database of another program, not a store of xqlab; name another file", store->path);
    if (version > SCHEMA_VERSION)
        return err_set(err, ERR_INPUT, "%s: was written by a newer xqlab (store version %d, this program knows %d)", store->path, (int)version,
                       SCHEMA_VERSION);
    return true;
}

static bool open_database(Store *store, const char *path, Err *err) {
    const int flags = store->writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    const int code = sqlite3_open_v2(path, &store->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) return true;
    const char *hint = store->writing ? "is the folder there, and writable?" : "is the file there?";
    return err_set(err, ERR_INPUT, "%s: cannot open: %s; %s", path, store->db ? sqlite3_errmsg(store->db) : "out of memory", hint);
}

Store *store_open(const char *path, StoreMode mode, Err *err) {
    Store *store = mem_zalloc(1, sizeof *store);
    store->writing = mode == STORE_WRITE;
    store->path = mem_strdup(path);
    if (!open_database(store, path, err)) goto fail;
    sqlite3_busy_timeout(store->db, 10000);
    sqlite3_extended_result_codes(store->db, 1);
    if (!check_file(store, err)) {
        /* SQLite finds out late that a file is no database, or can't be written; the sentence should be ours. */
        if (sqlite3_errcode(store->db) == SQLITE_NOTADB) err_set(err, ERR_INPUT, "%s: is no database file", path);
        goto fail;
    }
    if (store->writing &&
        !sql_exec(store->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;", err))
        goto fail;
    return store;
fail:
    store_close(store);
    return NULL;
}

void store_close(Store *store) {
    if (!store) return;
    /* Back to a plain file when nobody else has it open; otherwise the last one to close does it. */
    if (store->writing && store->db) sqlite3_exec(store->db, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;", NULL, NULL, NULL);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

#include "bench/store/store.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bench/store/schema.h"
#include "bench/store/sql.h"
#include "engine/core/arena.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"

enum { OPEN_BUSY_MS = 3000, BUSY_MS = 10000, CLOSE_BUSY_MS = 1000 /* how long other processes may hold us up */ };

/* Is the file ours, and of a version that this program knows or can bring up to date? */
static bool check_file(Store *store, StoreMode mode, Err *err) {
    int64_t id = 0, version = 0, tables = 0;
    if (!sql_number(store->db, "SELECT count(*) FROM sqlite_schema", &tables, err)) return false;
    if (tables == 0 && mode != STORE_CREATE) return err_set(err, ERR_INPUT, "%s: holds no runs: the file is empty", store->path);
    if (tables == 0 && !schema_create(store->db, err)) return false;
    if (!sql_number(store->db, "PRAGMA application_id", &id, err) || !sql_number(store->db, "PRAGMA user_version", &version, err)) return false;
    if (id != APPLICATION_ID)
        return err_set(err, ERR_INPUT, "%s: is a database of another program, not a store of xqlab; name another file", store->path);
    if (version > SCHEMA_VERSION)
        return err_set(err, ERR_INPUT, "%s: was written by a newer xqlab (store version %" PRId64 ", this program knows %d)", store->path, version,
                       SCHEMA_VERSION);
    if (version < 1) return err_set(err, ERR_INPUT, "%s: is damaged: it bears no store version", store->path);
    bool whole = false;
    if (version == SCHEMA_VERSION && !schema_is_whole(store->db, &whole, err)) return false;
    if (whole) return true;
    return mode == STORE_READ ? schema_stand_in(store->db, err) : schema_migrate(store->db, err);
}

/* SQLite keeps its log beside the file; asked too late, it can't say what is wrong. */
static bool check_folder(const char *path, Err *err) {
    char *folder = mem_strdup(path), *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0; /* "/" stays */
    const bool good = access(slash ? folder : ".", W_OK | X_OK) == 0 ||
                      err_set(err, ERR_SYSTEM, "%s: cannot write in its folder: %s", path, strerror(errno));
    free(folder);
    return good;
}

/* SQLite would take a folder for a damaged file, and write to a device. */
static bool check_path(const char *path, StoreMode mode, Err *err) {
    struct stat info;
    const bool exists = stat(path, &info) == 0;
    if (!exists && mode != STORE_CREATE) return err_system(err, "open", path);
    if (exists && S_ISDIR(info.st_mode)) return err_set(err, ERR_INPUT, "%s: is a folder, not a database file", path);
    if (exists && !S_ISREG(info.st_mode)) return err_set(err, ERR_INPUT, "%s: is no ordinary file, so it can't be a database", path);
    return mode == STORE_READ || check_folder(path, err);
}

static bool connect_to(Store *store, const char *name, StoreMode mode, Err *err) {
    static const int flags[] = { [STORE_READ] = SQLITE_OPEN_READONLY, [STORE_WRITE] = SQLITE_OPEN_READWRITE,
                                 [STORE_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE };
    if (sqlite3_open_v2(name, &store->db, flags[mode] | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return err_set(err, ERR_SYSTEM, "%s: cannot open: %s", store->path, store->db ? sqlite3_errmsg(store->db) : "out of memory");
    /* Without the right to write, SQLite opens for reading and fails later. */
    if (store->writing && sqlite3_db_readonly(store->db, "main"))
        return err_set(err, ERR_SYSTEM, "%s: cannot be written: the file is read-only", store->path);
    return true;
}

static bool connect_file(Store *store, StoreMode mode, Err *err) {
    /* ":memory:" and "file:..." would be no files to SQLite. */
    Buf path = { 0 };
    buf_addf(&path, "%s%s", *store->path == '/' ? "" : "./", store->path);
    const bool good = connect_to(store, path.text, mode, err);
    buf_free(&path);
    return good;
}

/* Where another program changes the log at the same moment, SQLite gives up at once, whatever the timeout: so it is asked again, for as
 * long as a lock is waited for. */
static bool make_ready(Store *store, StoreMode mode, Err *err) {
    enum { AGAIN_MS = 10 };
    static const char pragmas[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;";
    const int64_t begun_ns = mono_ns();
    for (int left_ms = OPEN_BUSY_MS; left_ms > 0; left_ms = OPEN_BUSY_MS - (int)((mono_ns() - begun_ns) / 1000000)) {
        sqlite3_busy_timeout(store->db, left_ms);
        if (check_file(store, mode, err) && (!store->writing || sql_exec(store->db, pragmas, err))) {
            sqlite3_busy_timeout(store->db, BUSY_MS);
            return true;
        }
        if (sqlite3_errcode(store->db) != SQLITE_BUSY) return false;
        if (err) *err = (Err){ 0 };
        sqlite3_sleep(AGAIN_MS);
    }
    return err_set(err, ERR_SYSTEM, "%s: is locked by another process", store->path);
}

/* A file that was made here, in vain, and that nobody has written to. */
static void remove_empty(const char *path) {
    struct stat info;
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0) unlink(path);
}

Store *store_open(const char *path, StoreMode mode, Err *err) {
    Store *store = mem_zalloc(1, sizeof *store);
    store->writing = mode != STORE_READ;
    store->path = mem_strdup(path ? path : "in memory");
    const bool existed = !path || file_exists(path);
    bool busy = false, good = path ? check_path(path, mode, err) && connect_file(store, mode, err) : connect_to(store, ":memory:", mode, err);
    if (good && !make_ready(store, mode, err)) {
        /* SQLite finds out only now that a file is no database; the sentence should be ours. */
        if (sqlite3_errcode(store->db) == SQLITE_NOTADB) err_set(err, ERR_INPUT, "%s: is no database file", path);
        busy = sqlite3_errcode(store->db) == SQLITE_BUSY; /* then somebody else is making it */
        good = false;
    }
    if (good) return store;
    store_close(store);
    if (!existed && !busy) remove_empty(path);
    return NULL;
}

void store_close(Store *store) {
    if (!store) return;
    /* Back to a plain file when nobody else has it open; otherwise the last one to close does it. */
    if (store->db && store->writing) {
        sqlite3_busy_timeout(store->db, CLOSE_BUSY_MS);
        sqlite3_exec(store->db, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;", NULL, NULL, NULL);
    }
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

bool store_snapshot_begin(Store *store, Err *err) { return sql_exec(store->db, "BEGIN", err); }

void store_snapshot_end(Store *store) { sql_rollback(store->db); }

#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

// What a macro with a cast, or a variable argument list, keeps out of an importing language.

/// sqlite3_bind_text64 with a copy of UTF-8 bytes; a null pointer binds the empty text, not NULL.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// sqlite3_bind_blob64 without a copy: the bytes have to stay until the statement is reset and bound anew.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

/// sqlite3_db_config(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE): whether closing leaves the files as they are.
static inline int csqlite_leave_files_on_close(sqlite3 *database, int leave) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leave, (int *)0);
}

#endif

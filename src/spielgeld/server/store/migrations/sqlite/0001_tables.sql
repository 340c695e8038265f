-- Plain rowid tables: entries are written at the end of the file, whatever table they belong to.
CREATE TABLE tables (
    code TEXT PRIMARY KEY NOT NULL,
    last INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'playing', 'finished')),
    listed INTEGER NOT NULL,
    awake INTEGER NOT NULL,
    summary BLOB NOT NULL,
    created REAL NOT NULL,
    touched REAL NOT NULL,
    runner TEXT NOT NULL
) STRICT;

CREATE INDEX lobby ON tables (created DESC) WHERE listed AND status <> 'finished';

CREATE INDEX awake_tables ON tables (runner) WHERE awake;

CREATE TABLE entries (
    code TEXT NOT NULL,
    number INTEGER NOT NULL,
    entry BLOB NOT NULL,
    PRIMARY KEY (code, number)
) STRICT;

CREATE TABLE records (
    code TEXT PRIMARY KEY NOT NULL,
    record BLOB NOT NULL,
    touched REAL NOT NULL
) STRICT;

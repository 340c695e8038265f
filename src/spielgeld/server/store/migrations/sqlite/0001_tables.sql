CREATE TABLE tables (
    code TEXT PRIMARY KEY NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'playing', 'finished')),
    listed INTEGER NOT NULL,
    awake INTEGER NOT NULL,
    summary BLOB NOT NULL,
    created REAL NOT NULL,
    touched REAL NOT NULL
) STRICT;

CREATE INDEX lobby ON tables (created DESC) WHERE listed AND status <> 'finished';

-- One page holds a table's latest entries, so that a move writes one page and no other.
CREATE TABLE entries (
    code TEXT NOT NULL,
    number INTEGER NOT NULL,
    entry BLOB NOT NULL,
    PRIMARY KEY (code, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
    code TEXT PRIMARY KEY NOT NULL,
    record BLOB NOT NULL,
    touched REAL NOT NULL
) STRICT;

-- What the server notes for itself, such as what it has announced to purge.
CREATE TABLE notes (
    name TEXT PRIMARY KEY NOT NULL,
    note BLOB NOT NULL
) STRICT;

-- What the server notes for itself, such as what it has announced to purge.
CREATE TABLE notes (
    name TEXT PRIMARY KEY NOT NULL,
    note BLOB NOT NULL
) STRICT;

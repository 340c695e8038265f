-- What the server notes for itself, such as what it has announced to purge.
CREATE TABLE notes (
    name text PRIMARY KEY,
    note bytea NOT NULL
);

-- Room in each page, and no index on what every entry changes: updates then touch no index.
CREATE TABLE tables (
    code text PRIMARY KEY,
    last integer NOT NULL,
    head bigint NOT NULL,
    author text NOT NULL,
    status text NOT NULL CHECK (status IN ('waiting', 'playing', 'finished')),
    listed boolean NOT NULL,
    through text[] NOT NULL,
    summary bytea NOT NULL,
    created double precision NOT NULL,
    touched double precision NOT NULL
) WITH (fillfactor = 60);

CREATE INDEX lobby ON tables (created DESC) WHERE listed AND status <> 'finished';

CREATE TABLE entries (
    code text NOT NULL,
    number integer NOT NULL,
    entry bytea NOT NULL,
    PRIMARY KEY (code, number)
);

CREATE TABLE records (
    code text PRIMARY KEY,
    record bytea NOT NULL,
    touched double precision NOT NULL
);

-- Which processes live: each counts on once a second.
CREATE TABLE processes (
    name text PRIMARY KEY,
    beats bigint NOT NULL,
    beat timestamptz NOT NULL
) WITH (fillfactor = 50);

-- What the server notes for itself, such as what it has announced to purge.
CREATE TABLE notes (
    name text PRIMARY KEY,
    note bytea NOT NULL
);

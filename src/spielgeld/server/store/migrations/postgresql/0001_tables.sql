-- Room in each page, and no index on what every entry changes: updates then touch no index.
CREATE TABLE tables (
    code text PRIMARY KEY,
    last integer NOT NULL,
    status text NOT NULL CHECK (status IN ('waiting', 'playing', 'finished')),
    listed boolean NOT NULL,
    awake boolean NOT NULL,
    summary bytea NOT NULL,
    created double precision NOT NULL,
    touched double precision NOT NULL,
    runner text NOT NULL
) WITH (fillfactor = 60);

CREATE INDEX lobby ON tables (created DESC) WHERE listed AND status <> 'finished';

CREATE INDEX awake_tables ON tables (runner) WHERE awake;

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

CREATE TABLE nodes (
    node text PRIMARY KEY,
    beat timestamptz NOT NULL
);

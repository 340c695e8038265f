"""The statements of the PostgreSQL store.

Nothing here waits for a row of `tables`: whatever locks rows skips those that are locked.
"""

from typing import LiteralString

Query = LiteralString

# Several statements in one message: one round trip. It takes no parameters then, so values are
# quoted by `lane.py`. Bytes travel as JSON in base64.

# Decisions use only this clock. The time-out frees the rows of a process that is frozen.
LOCK: Query = """BEGIN; SET LOCAL idle_in_transaction_session_timeout = 2000;
SELECT code, last, head, extract(epoch FROM clock_timestamp())::float8 FROM tables
WHERE code = ANY({codes}) FOR UPDATE SKIP LOCKED"""

NEWER: Query = """SELECT tables.code, tables.last, tables.head, tables.author, entries.entry
FROM unnest({codes}::text[], {numbers}::int[]) AS known (code, number) JOIN tables USING (code)
LEFT JOIN entries ON entries.code = known.code AND entries.number > known.number
ORDER BY known.code, entries.number"""

APPEND: Query = """INSERT INTO entries SELECT code, number, decode(entry, 'base64')
FROM json_to_recordset({entries}) AS new (code text, number int, entry text);
UPDATE tables SET last = new.last, head = new.head, author = {author},
    touched = greatest(touched, new.at), status = coalesce(new.status, tables.status),
    listed = coalesce(new.listed, tables.listed), through = coalesce(new.through, tables.through),
    summary = coalesce(decode(new.summary, 'base64'), tables.summary)
FROM json_to_recordset({tables}) AS new (code text, last int, head bigint, at float8,
    status text, listed bool, through text[], summary text)
WHERE tables.code = new.code;"""

KEEP_RECORDS: Query = """
INSERT INTO records SELECT code, decode(record, 'base64'), at
FROM json_to_recordset({records}) AS new (code text, record text, at float8)
ON CONFLICT (code) DO UPDATE SET record = excluded.record, touched = excluded.touched;"""

# What follows takes parameters.

CREATE: Query = """
WITH created AS (
    INSERT INTO tables
        (code, last, head, author, status, listed, through, summary, created, touched)
    VALUES (%(code)s, %(last)s, %(head)s, '', %(status)s, %(listed)s, %(through)s, %(summary)s,
        %(at)s, %(at)s)
    ON CONFLICT (code) DO NOTHING RETURNING code
)
INSERT INTO entries SELECT created.code, new.number, new.entry
FROM created, unnest(%(entries)s::bytea[]) WITH ORDINALITY AS new (entry, number)
"""

LOAD: Query = """
SELECT tables.head, tables.author, entries.entry
FROM tables JOIN entries USING (code) WHERE code = %s ORDER BY number
"""

LISTED: Query = """
SELECT code, summary FROM tables WHERE listed AND status <> 'finished'
AND (touched > extract(epoch FROM now()) - %s OR EXISTS (
    SELECT FROM processes WHERE name = ANY(tables.through)
    AND beat > clock_timestamp() - make_interval(secs => %s)
))
ORDER BY created DESC, code LIMIT %s
"""

ARCHIVE: Query = """
WITH old AS MATERIALIZED (
    SELECT code FROM tables WHERE status = 'finished' AND touched < %s
    AND EXISTS (SELECT FROM records WHERE records.code = tables.code)
    FOR UPDATE OF tables SKIP LOCKED
),
emptied AS (DELETE FROM entries WHERE code IN (SELECT code FROM old))
DELETE FROM tables WHERE code IN (SELECT code FROM old) RETURNING code
"""

PURGE: Query = """
WITH old AS MATERIALIZED (
    SELECT code FROM tables WHERE touched < %s FOR UPDATE SKIP LOCKED
),
emptied AS (DELETE FROM entries WHERE code IN (SELECT code FROM old)),
forgotten AS (DELETE FROM records WHERE code IN (SELECT code FROM old))
DELETE FROM tables WHERE code IN (SELECT code FROM old) RETURNING code
"""

PURGE_RECORDS: Query = """
WITH old AS MATERIALIZED (
    SELECT code FROM records WHERE touched < %s
    AND NOT EXISTS (SELECT FROM tables WHERE tables.code = records.code)
    FOR UPDATE OF records SKIP LOCKED
)
DELETE FROM records WHERE code IN (SELECT code FROM old)
"""

COUNT_FINISHED: Query = """
SELECT count(*) FROM tables WHERE status = 'finished' AND touched < %s
AND EXISTS (SELECT FROM records WHERE records.code = tables.code)
"""

COUNT_UNTOUCHED: Query = """
SELECT (SELECT count(*) FROM tables WHERE touched < %s) + (
    SELECT count(*) FROM records WHERE touched < %s
    AND NOT EXISTS (SELECT FROM tables WHERE tables.code = records.code)
)
"""

KEEP_NOTE: Query = """
INSERT INTO notes (name, note) VALUES (%s, %s)
ON CONFLICT (name) DO UPDATE SET note = excluded.note
"""


BEAT: Query = """
INSERT INTO processes (name, beats, beat) VALUES (%s, 1, clock_timestamp())
ON CONFLICT (name) DO UPDATE SET beats = processes.beats + 1, beat = clock_timestamp()
"""

BEATS: Query = """
SELECT name, beats, extract(epoch FROM clock_timestamp() - beat)::float8,
    extract(epoch FROM clock_timestamp())::float8
FROM processes
"""

FORGET_PROCESSES: Query = "DELETE FROM processes WHERE name = ANY(%s)"

POSITIONS: Query = "SELECT code, last, head FROM tables WHERE code = ANY(%s)"

# A transaction that sends or is sent something is not idle, so the time-out does not end it.
REAP: Query = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name = %s AND datname = current_database()
AND wait_event IN ('ClientRead', 'ClientWrite')
AND xact_start < clock_timestamp() - interval '3 s'
"""

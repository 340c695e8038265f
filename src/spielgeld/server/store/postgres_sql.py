"""The statements of the PostgreSQL store.

To avoid deadlocks between nodes, whatever locks several rows of `tables` locks them in the order of
their codes, or skips locked ones.
"""

from typing import LiteralString

Query = LiteralString

# All values come as JSON, bytes in base64: a dozen arrays would take the node longer.
# Rows are locked in the order of codes before anything is created, also in that order. The guard
# `last = after` is looked at under the lock, so of two writers one wins and the other sees it.
WRITE: Query = """
WITH asked AS (
    SELECT code, after, last, at, changed, status, listed, awake,
        decode(summary, 'base64') AS summary, decode(record, 'base64') AS record
    FROM json_to_recordset(%(appends)b::json) AS asked (
        code text, after int, last int, at float8, changed bool, status text, listed bool,
        awake bool, summary text, record text
    )
),
locked AS MATERIALIZED (
    SELECT tables.code FROM tables JOIN asked ON asked.code = tables.code
    ORDER BY tables.code FOR UPDATE OF tables
),
moved AS (
    UPDATE tables SET
        last = asked.last,
        touched = greatest(tables.touched, asked.at),
        status = CASE WHEN asked.changed THEN asked.status ELSE tables.status END,
        listed = CASE WHEN asked.changed THEN asked.listed ELSE tables.listed END,
        awake = CASE WHEN asked.changed THEN asked.awake ELSE tables.awake END,
        summary = CASE WHEN asked.changed THEN asked.summary ELSE tables.summary END
    FROM locked JOIN asked ON asked.code = locked.code
    WHERE tables.code = locked.code AND tables.last = asked.after AND asked.after > 0
    RETURNING tables.code
),
created AS (
    INSERT INTO tables (code, last, status, listed, awake, summary, created, touched, runner)
    SELECT code, last, status, listed, awake, summary, at, at, %(node)s FROM asked
    WHERE after = 0 AND (SELECT count(*) FROM moved) >= 0  -- after the locks, that is
    ORDER BY code
    ON CONFLICT (code) DO NOTHING
    RETURNING code
),
won AS (SELECT code FROM moved UNION ALL SELECT code FROM created),
logged AS (
    INSERT INTO entries (code, number, entry)
    SELECT code, number, decode(entry, 'base64')
    FROM json_to_recordset(%(entries)b::json) AS new (code text, number int, entry text)
    WHERE code IN (SELECT code FROM won)
),
recorded AS (
    INSERT INTO records (code, record, touched)
    SELECT code, record, at FROM asked
    WHERE record IS NOT NULL AND code IN (SELECT code FROM won)
    ON CONFLICT (code) DO UPDATE SET record = excluded.record, touched = excluded.touched
)
SELECT code FROM won
"""

READ: Query = """
SELECT wanted.place, entries.entry
FROM unnest(%s::text[], %s::int[]) WITH ORDINALITY AS wanted (code, after, place)
JOIN entries ON entries.code = wanted.code AND entries.number > wanted.after
ORDER BY wanted.place, entries.number
"""

RUNNERS: Query = "SELECT code, runner FROM tables WHERE code = ANY(%s)"

LISTED: Query = """
SELECT code, summary FROM tables WHERE listed AND status <> 'finished'
AND (awake OR touched > extract(epoch FROM now()) - %s)
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
INSERT INTO nodes (node, beat) VALUES (%s, clock_timestamp())
ON CONFLICT (node) DO UPDATE SET beat = excluded.beat
"""

TAKE_OVER: Query = """
WITH left_behind AS MATERIALIZED (
    SELECT code FROM tables WHERE awake AND NOT EXISTS (
        SELECT FROM nodes
        WHERE nodes.node = tables.runner AND beat > now() - make_interval(secs => %s)
    )
    LIMIT %s FOR UPDATE OF tables SKIP LOCKED
)
UPDATE tables SET runner = %s WHERE code IN (SELECT code FROM left_behind) RETURNING code
"""

# Before a match people come through several nodes: if the table changed hands then, two nodes would
# take it for theirs until their next beat.
CLAIM: Query = """
UPDATE tables SET runner = %s WHERE code = %s AND runner <> %s AND (
    (NOT awake AND status <> 'waiting') OR NOT EXISTS (
        SELECT FROM nodes
        WHERE nodes.node = tables.runner AND beat > now() - make_interval(secs => %s)
    )
)
"""

HAND_OVER: Query = """
WITH handed AS MATERIALIZED (
    SELECT tables.code, heirs.heir
    FROM unnest(%s::text[], %s::text[]) AS heirs (code, heir) JOIN tables USING (code)
    WHERE tables.runner = %s FOR UPDATE OF tables SKIP LOCKED
)
UPDATE tables SET runner = handed.heir FROM handed WHERE tables.code = handed.code
RETURNING tables.code
"""

MINE: Query = "SELECT code FROM tables WHERE awake AND runner = %s"

ALIVE: Query = "SELECT node FROM nodes WHERE beat > now() - make_interval(secs => %s)"

FORGET_NODES: Query = """
WITH gone AS MATERIALIZED (
    SELECT node FROM nodes WHERE beat < now() - interval '1 day' FOR UPDATE SKIP LOCKED
)
DELETE FROM nodes WHERE node IN (SELECT node FROM gone)
"""

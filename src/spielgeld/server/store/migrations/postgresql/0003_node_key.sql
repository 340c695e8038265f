-- With what the nodes seal their messages to each other; made once, under the lock of a migration.
INSERT INTO notes (name, note) VALUES (
    'node_key', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);

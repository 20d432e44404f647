-- Version 2: "afterwards" is what a look-up or a rollback found for each call that had made a user. "earlier" and
-- "earlier_call" are the users of the migration that this one follows, and what of theirs may be in the core.

CREATE TABLE afterwards (
  target_id INTEGER NOT NULL, kind TEXT NOT NULL, user_id INTEGER NOT NULL, key TEXT NOT NULL, core_user_id TEXT,
  outcome TEXT NOT NULL, message TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (target_id, kind, user_id, key)
) WITHOUT ROWID;
CREATE TABLE earlier (
  key TEXT PRIMARY KEY, source_id TEXT, contact TEXT, digest TEXT NOT NULL, state TEXT NOT NULL,
  seen INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE earlier_call (
  user_key TEXT NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (user_key, key)
) WITHOUT ROWID;
CREATE INDEX earlier_call_by_key ON earlier_call (key);

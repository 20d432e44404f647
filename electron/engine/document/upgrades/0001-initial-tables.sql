-- Version 1: the first tables.
--
-- What the export says (user.source), what the operator decided (setting, user.correction) and what follows from both
-- (user.calls, finding, claim) are kept apart from what happened at a target (progress, call, attempt), so that a
-- rehearsal never touches a live state.
--
-- A claim is what a plan would have for itself in the core; "holds" says whether it does, or an earlier user has it. The
-- password import of a user's own email, the most common one, is no row but user.imports: 1 holds, 2 lost, 0 none.
-- join_key is filled only while parts look for their users, from user.source_id and user.keys.

CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE file (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL DEFAULT 0, digest TEXT,
  format TEXT, compression TEXT, encoding TEXT, recognition TEXT, said TEXT, mapping TEXT,
  records INTEGER NOT NULL DEFAULT 0, unreadable INTEGER NOT NULL DEFAULT 0,
  complete INTEGER NOT NULL DEFAULT 0, problem TEXT
);

CREATE TABLE unreadable (file_id INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE INDEX unreadable_by_file ON unreadable (file_id);

CREATE TABLE user (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL,
  source_id TEXT, keys TEXT, source TEXT NOT NULL, imports INTEGER NOT NULL DEFAULT 0, correction TEXT,
  email TEXT, phone TEXT, plan_state TEXT NOT NULL DEFAULT 'blocked', calls TEXT NOT NULL DEFAULT '[]',
  methods TEXT NOT NULL DEFAULT '', bucket TEXT NOT NULL DEFAULT 'none', providers TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT ''
);
CREATE INDEX user_by_providers ON user (providers) WHERE providers <> '';

CREATE TABLE join_key (key TEXT NOT NULL, user_id INTEGER NOT NULL, PRIMARY KEY (key, user_id)) WITHOUT ROWID;
CREATE TABLE part (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL,
  keys TEXT NOT NULL, part TEXT NOT NULL, user_id INTEGER, why TEXT NOT NULL DEFAULT ''
);
CREATE INDEX part_by_user ON part (user_id);
CREATE INDEX part_by_file ON part (file_id);

CREATE TABLE finding (
  user_id INTEGER NOT NULL, code TEXT NOT NULL, grp TEXT NOT NULL, blocks INTEGER NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (user_id, code, grp)
) WITHOUT ROWID;

CREATE TABLE claim (
  user_id INTEGER NOT NULL, key TEXT NOT NULL, holds INTEGER NOT NULL, PRIMARY KEY (user_id, key)
) WITHOUT ROWID;

CREATE TABLE target (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, base_url TEXT NOT NULL, name TEXT NOT NULL, dialect TEXT NOT NULL,
  cdi_version TEXT, app_url TEXT, found TEXT NOT NULL, UNIQUE (kind, base_url)
);
CREATE TABLE progress (
  target_id INTEGER NOT NULL, user_id INTEGER NOT NULL, state TEXT NOT NULL, failure TEXT, tries INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL, PRIMARY KEY (target_id, user_id)
) WITHOUT ROWID;
CREATE INDEX progress_by_state ON progress (target_id, state, user_id);
CREATE TABLE call (
  target_id INTEGER NOT NULL, user_id INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
  since INTEGER NOT NULL, finished_at INTEGER, http_status INTEGER, status TEXT, message TEXT NOT NULL DEFAULT '',
  tries INTEGER NOT NULL DEFAULT 0, core_user_id TEXT, recipe_user_id TEXT, existed INTEGER, created INTEGER,
  sent_at INTEGER, ms REAL,
  PRIMARY KEY (target_id, user_id, key)
) WITHOUT ROWID;
CREATE TABLE attempt (
  id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, user_id INTEGER NOT NULL, key TEXT NOT NULL, operation TEXT NOT NULL,
  at INTEGER NOT NULL, ms REAL NOT NULL, outcome TEXT NOT NULL, http_status INTEGER, status TEXT, message TEXT NOT NULL
);
CREATE INDEX attempt_by_user ON attempt (target_id, user_id, id);
CREATE TABLE run (
  id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER,
  sending_ms INTEGER NOT NULL DEFAULT 0, calls INTEGER NOT NULL DEFAULT 0, retries INTEGER NOT NULL DEFAULT 0, stopped TEXT
);

-- Version 1: the tables of a document.
--
-- What the export says (user_text.source), what the operator decided (setting, user.correction) and what follows from both
-- (facet, user_text.calls, user_finding, identifier) are kept apart from what happened at a target (progress, call, attempt), so that a
-- rehearsal never touches a live state.

CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- other: entries that are no users, by kind. truncation: where the rest of the file is missing. unread_tables: tables of a
-- dump that are not read and have login-like values. zip_member, table_override: choices of the operator from offers.
-- places: how places of its records are named, as lines, or as rows of a sheet or table. digest: of as many of its first bytes as
-- digest_bytes says, while it is read for the first time; NULL there: of all of it.
CREATE TABLE file (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL DEFAULT 0, digest TEXT, digest_bytes INTEGER,
  format TEXT, compression TEXT, encoding TEXT, recognition TEXT, provider_override TEXT, mapping TEXT,
  records INTEGER NOT NULL DEFAULT 0, unreadable INTEGER NOT NULL DEFAULT 0,
  complete INTEGER NOT NULL DEFAULT 0, problem TEXT, other TEXT NOT NULL DEFAULT '{}',
  truncation TEXT, truncation_accepted INTEGER NOT NULL DEFAULT 0,
  unread_tables TEXT NOT NULL DEFAULT '[]', tables_excluded INTEGER NOT NULL DEFAULT 0,
  zip_member TEXT, table_override TEXT, offers TEXT NOT NULL DEFAULT 'null',
  places TEXT NOT NULL DEFAULT '{"word":"line","sections":[]}'
);
-- Longer facts from the last reading of a file (source-facts.ts), as JSON.
CREATE TABLE file_fact (file_id INTEGER NOT NULL, fact TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (file_id, fact)) WITHOUT ROWID;
CREATE TABLE unreadable (file_id INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE INDEX unreadable_by_file ON unreadable (file_id);

-- "user" keeps the columns that users are found, ordered and counted by, "user_text" the long ones, which are read for one
-- user at a time: a scan of all users takes a fifth of the pages. user.summary: NULL where it is that of the facet.
CREATE TABLE user (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL,
  facet_id INTEGER NOT NULL, source_id TEXT, email TEXT, phone TEXT, correction TEXT, summary TEXT
);
-- Grows at its end while a file is read; the other indexes of users are made afterwards (schema.ts).
CREATE INDEX user_by_file ON user (file_id, line);
CREATE TABLE user_text (
  user_id INTEGER PRIMARY KEY, keys TEXT, source TEXT NOT NULL, calls TEXT NOT NULL DEFAULT '[]'
);

-- What the plans of many users have in common. accounts: the calls for accounts at providers. profile: what the export says
-- besides login methods, with commas between. tenants: the tenants of the source, each between commas, like providers.
-- findings: those that many users have letter by letter, as a list of JSON; facet_finding has the same as rows. calls: the calls of a
-- plan as JSON, with a control character in place of each value that the user has anyway: 1 user.email, 2 user.phone, 3 the hash, 4 the
-- ID, 5 the ID at the first provider in user_text.source, and 6 the hash from its first dollar sign. '[]': none. user_text.calls is
-- empty where the facet has the calls.
-- password_claim: the password import of the user's own email, the most common identifier, as a number in place of a row: 1 owner,
-- 2 another user owns it, 0 none. kind: of its users as far as plans follow from it; empty: they are planned one by one.
CREATE TABLE facet (
  id INTEGER PRIMARY KEY, plan_state TEXT NOT NULL, bucket TEXT NOT NULL, methods TEXT NOT NULL, providers TEXT NOT NULL,
  accounts INTEGER NOT NULL, profile TEXT NOT NULL, tenants TEXT NOT NULL, blocking_code TEXT NOT NULL,
  summary TEXT NOT NULL, findings TEXT NOT NULL, calls TEXT NOT NULL, password_claim INTEGER NOT NULL,
  kind TEXT NOT NULL,
  UNIQUE (plan_state, bucket, methods, providers, accounts, profile, tenants, blocking_code, summary, findings, calls, password_claim, kind)
);

-- join_key is filled only while parts look for their users, from user.source_id and user_text.keys.
CREATE TABLE join_key (key TEXT NOT NULL, user_id INTEGER NOT NULL, PRIMARY KEY (key, user_id)) WITHOUT ROWID;
CREATE TABLE partial_record (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL,
  keys TEXT NOT NULL, part TEXT NOT NULL, user_id INTEGER, unmatched_reason TEXT NOT NULL DEFAULT ''
);
CREATE INDEX partial_record_by_user ON partial_record (user_id);
CREATE INDEX partial_record_by_file ON partial_record (file_id);

-- Findings of one user alone, and those that all users of a facet have. A user has no finding in both.
CREATE TABLE user_finding (
  user_id INTEGER NOT NULL, code TEXT NOT NULL, group_key TEXT NOT NULL, blocks INTEGER NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (user_id, code, group_key)
) WITHOUT ROWID;
CREATE TABLE facet_finding (
  facet_id INTEGER NOT NULL, code TEXT NOT NULL, group_key TEXT NOT NULL, blocks INTEGER NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (facet_id, code, group_key)
) WITHOUT ROWID;
CREATE INDEX facet_finding_by_code ON facet_finding (code, group_key, facet_id, blocks);
CREATE VIEW finding AS SELECT user_id, code, group_key, blocks, detail FROM user_finding
  UNION ALL SELECT user.id, shared.code, shared.group_key, shared.blocks, shared.detail
    FROM facet_finding AS shared JOIN user ON user.facet_id = shared.facet_id;

-- What a plan would have for itself in the core; is_owner: whether it does, or an earlier user has it.
CREATE TABLE identifier (
  user_id INTEGER NOT NULL, key TEXT NOT NULL, is_owner INTEGER NOT NULL, PRIMARY KEY (user_id, key)
) WITHOUT ROWID;

CREATE TABLE target (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, base_url TEXT NOT NULL, name TEXT NOT NULL, dialect TEXT NOT NULL,
  cdi_version TEXT, app_url TEXT, check_message TEXT NOT NULL, UNIQUE (kind, base_url)
);
CREATE TABLE progress (
  target_id INTEGER NOT NULL, user_id INTEGER NOT NULL, state TEXT NOT NULL, failure TEXT, tries INTEGER NOT NULL DEFAULT 0,
  changed_at INTEGER NOT NULL, PRIMARY KEY (target_id, user_id)
) WITHOUT ROWID;
CREATE INDEX progress_by_state ON progress (target_id, state, user_id);

-- absent_at: when the core was asked and did not have the login method of a call that was sent afterwards. provenance: the
-- signature of the machine that saw the call create a user, or saw its login method absent.
CREATE TABLE call (
  target_id INTEGER NOT NULL, user_id INTEGER NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
  since INTEGER NOT NULL, finished_at INTEGER, http_status INTEGER, status TEXT, message TEXT NOT NULL DEFAULT '',
  tries INTEGER NOT NULL DEFAULT 0, core_user_id TEXT, recipe_user_id TEXT, existed INTEGER, created INTEGER,
  sent_at INTEGER, ms REAL, absent_at INTEGER, provenance TEXT,
  PRIMARY KEY (target_id, user_id, key)
) WITHOUT ROWID;
CREATE TABLE attempt (
  id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, user_id INTEGER NOT NULL, key TEXT NOT NULL, operation TEXT NOT NULL,
  at INTEGER NOT NULL, ms REAL NOT NULL, outcome TEXT NOT NULL, http_status INTEGER, status TEXT, message TEXT NOT NULL
);
CREATE INDEX attempt_by_user ON attempt (target_id, user_id, id);

-- p50, p99: reply times at its end, in milliseconds.
CREATE TABLE run (
  id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER,
  sending_ms INTEGER NOT NULL DEFAULT 0, calls INTEGER NOT NULL DEFAULT 0, retries INTEGER NOT NULL DEFAULT 0,
  stopped TEXT, p50 REAL, p99 REAL
);

-- What a look-up or an undo found for each call that had created a user.
CREATE TABLE post_run (
  target_id INTEGER NOT NULL, kind TEXT NOT NULL, user_id INTEGER NOT NULL, key TEXT NOT NULL, core_user_id TEXT,
  outcome TEXT NOT NULL, message TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (target_id, kind, user_id, key)
) WITHOUT ROWID;

-- The users of the migration that this one follows, and their calls that may be in the core: which login a call created,
-- and the email that it carried.
CREATE TABLE baseline_user (
  key TEXT PRIMARY KEY, source_id TEXT, contact TEXT, digest TEXT NOT NULL, state TEXT NOT NULL,
  seen INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE baseline_call (
  user_key TEXT NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, digest TEXT NOT NULL, core_user_id TEXT, email TEXT,
  PRIMARY KEY (user_key, key)
) WITHOUT ROWID;
CREATE INDEX baseline_call_by_key ON baseline_call (key);

-- Bulk import: staged batches, and the users who may still have a row in the core. A user leaves bulk_row in the transaction
-- that records the outcome. joined: the time joined was sent of users who have one.
CREATE TABLE bulk_batch (
  id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, sent_at INTEGER NOT NULL, ended_at INTEGER, joined INTEGER NOT NULL
);
CREATE TABLE bulk_row (
  target_id INTEGER NOT NULL, user_id INTEGER NOT NULL, batch_id INTEGER NOT NULL, place INTEGER NOT NULL,
  state TEXT NOT NULL, row_id TEXT, rounds INTEGER NOT NULL DEFAULT 0, seen_at INTEGER, misses INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (target_id, user_id)
) WITHOUT ROWID;

-- Passes of a migration that follows its source until the cut-over.
-- pass.kind: "whole" (every user of the source was listed) or "incremental" (those that changed). pass.state: "open",
-- "done", "stopped". read_at: the moment of which the source was read; written_at: the last write of the pass in the core.
-- pass_user: what a pass found of one user and what became of it; gone users are those with change "gone", state "listed".
-- pass_stage holds users that differ, between reading and the guards; it is empty between passes.
-- pending_change: a change that is not in the core yet. "there": the calls that are, with what the core said of them.
CREATE TABLE pass (
  id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, cut_over INTEGER NOT NULL,
  begun_at INTEGER NOT NULL, read_at INTEGER, written_at INTEGER, ended_at INTEGER,
  listed INTEGER NOT NULL DEFAULT 0, unreadable INTEGER NOT NULL DEFAULT 0, problem TEXT
);
CREATE TABLE pass_user (
  pass_id INTEGER NOT NULL, user_id INTEGER NOT NULL, change TEXT NOT NULL, state TEXT NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (pass_id, user_id, change)
) WITHOUT ROWID;
CREATE INDEX pass_user_by_user ON pass_user (user_id, change, state);
CREATE TABLE pass_stage (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, user_id INTEGER, line INTEGER NOT NULL, byte INTEGER NOT NULL,
  source_id TEXT, email TEXT, phone TEXT, source TEXT NOT NULL
);
CREATE TABLE pending_change (user_id INTEGER PRIMARY KEY, pass_id INTEGER NOT NULL, state TEXT NOT NULL, there TEXT NOT NULL);

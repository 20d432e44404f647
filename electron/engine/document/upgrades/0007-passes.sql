-- Version 7: passes of a migration that follows its source until the cut-over.
--
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

-- Version 5: the names of today for tables, columns, settings, states and codes. The indexes that would keep the former
-- names are made anew. call.provenance is the signature of the machine that saw the call create a user, or saw its
-- login method absent. file.unread_tables are the tables of a dump that nothing reads and whose values look like logins.

DROP INDEX IF EXISTS user_by_email;
DROP INDEX IF EXISTS user_by_note;
DROP INDEX IF EXISTS finding_by_code;
DROP INDEX IF EXISTS claim_by_key;
DROP INDEX part_by_user;
DROP INDEX part_by_file;
DROP INDEX earlier_call_by_key;

-- Tables and columns
ALTER TABLE part RENAME TO partial_record;
ALTER TABLE partial_record RENAME COLUMN why TO unmatched_reason;
CREATE INDEX partial_record_by_user ON partial_record (user_id);
CREATE INDEX partial_record_by_file ON partial_record (file_id);
ALTER TABLE claim RENAME TO identifier;
ALTER TABLE identifier RENAME COLUMN holds TO is_owner;
ALTER TABLE user RENAME COLUMN imports TO password_claim;
ALTER TABLE user RENAME COLUMN note TO summary;
ALTER TABLE user RENAME COLUMN reason TO blocking_code;
ALTER TABLE finding RENAME COLUMN grp TO group_key;
ALTER TABLE file RENAME COLUMN said TO provider_override;
ALTER TABLE call ADD COLUMN provenance TEXT;
ALTER TABLE file ADD COLUMN unread_tables TEXT NOT NULL DEFAULT '[]';
ALTER TABLE file ADD COLUMN tables_excluded INTEGER NOT NULL DEFAULT 0;
-- What the operator chose of a zip archive and of a dump, and what there is to choose from, as JSON.
ALTER TABLE file ADD COLUMN zip_member TEXT;
ALTER TABLE file ADD COLUMN table_override TEXT;
ALTER TABLE file ADD COLUMN offers TEXT NOT NULL DEFAULT 'null';
-- How places of its records are named: lines, or rows of which sheet or table.
ALTER TABLE file ADD COLUMN places TEXT NOT NULL DEFAULT '{"word":"line","sections":[]}';
ALTER TABLE target RENAME COLUMN found TO check_message;
ALTER TABLE earlier RENAME TO baseline_user;
ALTER TABLE earlier_call RENAME TO baseline_call;
CREATE INDEX baseline_call_by_key ON baseline_call (key);
ALTER TABLE afterwards RENAME TO post_run;

-- States and codes
UPDATE progress SET state = CASE state
  WHEN 'present' THEN 'existing'
  WHEN 'unknown' THEN 'in-doubt'
  ELSE state
END
WHERE state IN ('present', 'unknown');
UPDATE baseline_user SET state = CASE state
  WHEN 'present' THEN 'existing'
  WHEN 'unknown' THEN 'in-doubt'
  ELSE state
END
WHERE state IN ('present', 'unknown');
UPDATE call SET state = 'in-doubt' WHERE state = 'unknown';
UPDATE call SET status = CASE status
  WHEN 'met-there' THEN 'conflict'
  WHEN 'look-first' THEN 'reconcile-first'
  WHEN 'not-done' THEN 'not-applied'
  WHEN 'left-alone' THEN 'skipped-existing'
  WHEN 'not-sent' THEN 'no-op'
  ELSE status
END
WHERE status IN ('met-there', 'look-first', 'not-done', 'left-alone', 'not-sent');
UPDATE attempt SET outcome = CASE outcome
  WHEN 'key' THEN 'api-key-rejected'
  WHEN 'licence' THEN 'licence-required'
  WHEN 'address' THEN 'wrong-address'
  WHEN 'away' THEN 'core-unreachable'
  WHEN 'same-answer' THEN 'repeated-failure'
  WHEN 'disk' THEN 'disk-full'
  ELSE outcome
END
WHERE outcome IN ('key', 'licence', 'address', 'away', 'same-answer', 'disk');
UPDATE run SET stopped = CASE stopped
  WHEN 'key' THEN 'api-key-rejected'
  WHEN 'licence' THEN 'licence-required'
  WHEN 'address' THEN 'wrong-address'
  WHEN 'away' THEN 'core-unreachable'
  WHEN 'same-answer' THEN 'repeated-failure'
  WHEN 'disk' THEN 'disk-full'
  ELSE stopped
END
WHERE stopped IN ('key', 'licence', 'address', 'away', 'same-answer', 'disk');
UPDATE finding SET code = 'excluded' WHERE code = 'left-out';
UPDATE user SET blocking_code = 'excluded' WHERE blocking_code = 'left-out';

-- Decisions
UPDATE setting SET value = json_set(value, '$.changed', json(replace(json_extract(value, '$.changed'), '"leave-out"', '"skip"')))
WHERE key = 'choices' AND json_extract(value, '$.changed') IS NOT NULL;
UPDATE setting SET value = json_set(value, '$.existing', CASE json_extract(value, '$.existing')
  WHEN 'leave' THEN 'skip'
  WHEN 'update' THEN 'overwrite'
  WHEN 'ask' THEN 'hold'
  ELSE json_extract(value, '$.existing')
END)
WHERE key = 'choices' AND json_extract(value, '$.existing') IN ('leave', 'update', 'ask');
UPDATE setting SET value = json_set(value, '$.choices.changed', json(replace(json_extract(value, '$.choices.changed'), '"leave-out"', '"skip"')))
WHERE key = 'earlier-taken' AND json_extract(value, '$.choices.changed') IS NOT NULL;
UPDATE setting SET value = json_set(value, '$.choices.existing', CASE json_extract(value, '$.choices.existing')
  WHEN 'leave' THEN 'skip'
  WHEN 'update' THEN 'overwrite'
  WHEN 'ask' THEN 'hold'
  ELSE json_extract(value, '$.choices.existing')
END)
WHERE key = 'earlier-taken' AND json_extract(value, '$.choices.existing') IN ('leave', 'update', 'ask');
UPDATE setting SET value = replace(value, '"leave-out"', '"exclude"') WHERE key IN ('choices', 'earlier-taken');
UPDATE setting SET value = replace(value, '"vanished"', '"missing"') WHERE key = 'earlier-counts';
UPDATE setting SET value =
  replace(replace(replace(replace(replace(replace(value,
    '"stopped":"key"', '"stopped":"api-key-rejected"'),
    '"stopped":"licence"', '"stopped":"licence-required"'),
    '"stopped":"address"', '"stopped":"wrong-address"'),
    '"stopped":"away"', '"stopped":"core-unreachable"'),
    '"stopped":"same-answer"', '"stopped":"repeated-failure"'),
    '"stopped":"disk"', '"stopped":"disk-full"')
WHERE key IN ('verification', 'undone');

-- Hash families
UPDATE facet SET bucket = 'firebase-scrypt' WHERE bucket = 'partner-scrypt';
UPDATE finding SET group_key = 'firebase-scrypt' WHERE group_key = 'partner-scrypt';
UPDATE user_text SET calls = replace(calls, '"partner-scrypt"', '"firebase-scrypt"') WHERE instr(calls, '"partner-scrypt"') > 0;
UPDATE setting SET value = replace(value, '"partner-scrypt"', '"firebase-scrypt"') WHERE instr(value, '"partner-scrypt"') > 0;

-- Settings, last: those above are found by their former names
UPDATE setting SET key = CASE key
  WHEN 'ticks' THEN 'confirmations'
  WHEN 'planned' THEN 'plans-current'
  WHEN 'outdated' THEN 'plans-stale'
  WHEN 'run-notes' THEN 'run-audit'
  WHEN 'asked-to-wait' THEN 'retry-after-until'
  WHEN 'only' THEN 'user-filter'
  WHEN 'only-from' THEN 'user-filter-sources'
  WHEN 'earlier' THEN 'baseline'
  WHEN 'earlier-wanted' THEN 'baseline-pending'
  WHEN 'earlier-taken' THEN 'inherited-decisions'
  WHEN 'earlier-counts' THEN 'delta-counts'
  WHEN 'proofs' THEN 'password-checks'
  WHEN 'undone' THEN 'rollback'
  ELSE key
END
WHERE key IN ('ticks', 'planned', 'outdated', 'run-notes', 'asked-to-wait', 'only', 'only-from', 'earlier', 'earlier-wanted', 'earlier-taken', 'earlier-counts', 'proofs', 'undone');
UPDATE setting SET value = replace(value, '"fits":', '"matched":') WHERE key = 'password-checks';

-- Bulk import: batches that were staged, and the users of whom a row may still be in the core. A user leaves `bulk_row`
-- in the same transaction that notes what became of it. `joined`: whether the time joined was sent of those who have one.
CREATE TABLE bulk_batch (
  id INTEGER PRIMARY KEY, target_id INTEGER NOT NULL, sent_at INTEGER NOT NULL, ended_at INTEGER, joined INTEGER NOT NULL
);
CREATE TABLE bulk_row (
  target_id INTEGER NOT NULL, user_id INTEGER NOT NULL, batch_id INTEGER NOT NULL, place INTEGER NOT NULL,
  state TEXT NOT NULL, row_id TEXT, rounds INTEGER NOT NULL DEFAULT 0, seen_at INTEGER, misses INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (target_id, user_id)
) WITHOUT ROWID;

-- facet.profile: what the export says of users besides their login methods, with commas between (`metadata,roles,totp,joined,system-roles`).
-- facet.tenants: the tenants of the source that users belong to, each between commas, as their providers are.
ALTER TABLE facet RENAME TO facet_before;
CREATE TABLE facet (
  id INTEGER PRIMARY KEY, plan_state TEXT NOT NULL, bucket TEXT NOT NULL, methods TEXT NOT NULL, providers TEXT NOT NULL,
  accounts INTEGER NOT NULL, profile TEXT NOT NULL, tenants TEXT NOT NULL,
  UNIQUE (plan_state, bucket, methods, providers, accounts, profile, tenants)
);
INSERT INTO facet (id, plan_state, bucket, methods, providers, accounts, profile, tenants)
  SELECT id, plan_state, bucket, methods, providers, accounts, '', '' FROM facet_before;
DROP TABLE facet_before;

/** "UMA1": marks a SQLite file as a migration document. */
export const applicationId = 0x554d4131

/** Grows with every change of the tables; older documents are upgraded when opened, newer ones refused. */
export const schemaVersion = 5

/**
 * The tables of the first version, which the additions below make those of today. What the export says
 * (`user_text.source`), what the operator decided (`setting`, `user.correction`) and what follows from both
 * (`user.facet_id`, `user_text.calls`, `finding`, `identifier`) are kept apart from what happened at a target (`progress`,
 * `call`, `attempt`), so that a rehearsal never touches a live state.
 *
 * An identifier is what a plan would have for itself in the core; `is_owner` says whether it does, or an earlier user has it.
 * The password import of a user's own email, the most common one, is no row but the user's `password_claim`: 1 holds, 2 lost, 0
 * none. `join_key` is filled only while parts look for their users, from `source_id` and `keys`.
 */
const firstTables = `
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
`

/** Calls for accounts at providers in a text of calls: elsewhere this mark cannot stand, quotation marks are escaped. */
function accountsIn(column: string): string {
  const mark = '"kind":"third-party"'
  return `(length(${column}) - length(replace(${column}, '${mark}', ''))) / ${mark.length}`
}

/**
 * What each later version added, in order: the statements that upgrade a document of the version before. They are never
 * changed afterwards.
 *
 * 2: `afterwards` is what a look-up or an undo found for each call that had made a user. `earlier` and `earlier_call` are
 * the users of the migration that this one follows, and what of theirs may be in the core (`baseline-users.ts`).
 *
 * 3: `user` keeps what users are found, ordered and counted by, and `user_text` what is long and wanted of one user at a
 * time: to look through all users takes a fifth of the pages. What the plans of many users have in common is a `facet`;
 * its `accounts` are the calls for accounts at providers.
 *
 * 4: `call.absent_at` is when the core was asked and did not have the login method of a call that was sent afterwards.
 * `run` keeps the reply times at its end, in milliseconds.
 *
 * 5: names of today for tables, columns, settings, states and codes. The indexes that would keep the former names are made anew.
 * `call.provenance` is the signature of the machine that saw the call create a user, or saw its login method absent.
 */
const additions: readonly string[] = [
  `
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
`,
  `
CREATE TABLE facet (
  id INTEGER PRIMARY KEY, plan_state TEXT NOT NULL, bucket TEXT NOT NULL, methods TEXT NOT NULL, providers TEXT NOT NULL,
  accounts INTEGER NOT NULL, UNIQUE (plan_state, bucket, methods, providers, accounts)
);
CREATE TABLE user_text (
  user_id INTEGER PRIMARY KEY, keys TEXT, source TEXT NOT NULL, calls TEXT NOT NULL DEFAULT '[]'
);
ALTER TABLE user RENAME TO user_before;
CREATE TABLE user (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL,
  facet_id INTEGER NOT NULL, source_id TEXT, email TEXT, phone TEXT, imports INTEGER NOT NULL DEFAULT 0, correction TEXT,
  note TEXT NOT NULL DEFAULT '', reason TEXT NOT NULL DEFAULT ''
);
INSERT INTO facet (plan_state, bucket, methods, providers, accounts)
  SELECT DISTINCT plan_state, bucket, methods, providers, ${accountsIn('calls')} FROM user_before;
INSERT INTO user (id, file_id, line, byte, facet_id, source_id, email, phone, imports, correction, note, reason)
  SELECT b.id, b.file_id, b.line, b.byte, facet.id, b.source_id, b.email, b.phone, b.imports, b.correction, b.note, b.reason
  FROM user_before AS b NOT INDEXED CROSS JOIN facet ON facet.plan_state = b.plan_state AND facet.bucket = b.bucket
    AND facet.methods = b.methods AND facet.providers = b.providers AND facet.accounts = ${accountsIn('b.calls')};
INSERT INTO user_text (user_id, keys, source, calls) SELECT id, keys, source, calls FROM user_before NOT INDEXED;
DROP TABLE user_before;
DROP INDEX IF EXISTS claim_by_key;
`,
  `
ALTER TABLE call ADD COLUMN absent_at INTEGER;
ALTER TABLE run ADD COLUMN p50 REAL;
ALTER TABLE run ADD COLUMN p99 REAL;
ALTER TABLE file ADD COLUMN other TEXT NOT NULL DEFAULT '{}';
ALTER TABLE file ADD COLUMN truncation TEXT;
ALTER TABLE file ADD COLUMN truncation_accepted INTEGER NOT NULL DEFAULT 0;
`,
  `
DROP INDEX IF EXISTS user_by_email;
DROP INDEX IF EXISTS finding_by_code;
DROP INDEX IF EXISTS claim_by_key;
DROP INDEX part_by_user;
DROP INDEX part_by_file;
DROP INDEX earlier_call_by_key;
ALTER TABLE part RENAME TO partial_record;
ALTER TABLE partial_record RENAME COLUMN why TO unmatched_reason;
CREATE INDEX partial_record_by_user ON partial_record (user_id);
CREATE INDEX partial_record_by_file ON partial_record (file_id);
ALTER TABLE claim RENAME TO identifier;
ALTER TABLE identifier RENAME COLUMN holds TO is_owner;
ALTER TABLE user RENAME COLUMN imports TO password_claim;
ALTER TABLE finding RENAME COLUMN grp TO group_key;
ALTER TABLE file RENAME COLUMN said TO provider_override;
ALTER TABLE call ADD COLUMN provenance TEXT;
ALTER TABLE target RENAME COLUMN found TO check_message;
ALTER TABLE earlier RENAME TO baseline_user;
ALTER TABLE earlier_call RENAME TO baseline_call;
CREATE INDEX baseline_call_by_key ON baseline_call (key);
ALTER TABLE afterwards RENAME TO post_run;
UPDATE progress SET state = CASE state WHEN 'present' THEN 'existing' WHEN 'unknown' THEN 'in-doubt' ELSE state END WHERE state IN ('present', 'unknown');
UPDATE baseline_user SET state = CASE state WHEN 'present' THEN 'existing' WHEN 'unknown' THEN 'in-doubt' ELSE state END WHERE state IN ('present', 'unknown');
UPDATE call SET state = 'in-doubt' WHERE state = 'unknown';
UPDATE call SET status = CASE status WHEN 'met-there' THEN 'conflict' WHEN 'look-first' THEN 'reconcile-first' WHEN 'not-done' THEN 'not-applied' WHEN 'left-alone' THEN 'skipped-existing' WHEN 'not-sent' THEN 'no-op' ELSE status END WHERE status IN ('met-there', 'look-first', 'not-done', 'left-alone', 'not-sent');
UPDATE attempt SET outcome = CASE outcome WHEN 'key' THEN 'api-key-rejected' WHEN 'licence' THEN 'licence-required' WHEN 'address' THEN 'wrong-address' WHEN 'away' THEN 'core-unreachable' WHEN 'same-answer' THEN 'repeated-failure' WHEN 'disk' THEN 'disk-full' ELSE outcome END WHERE outcome IN ('key', 'licence', 'address', 'away', 'same-answer', 'disk');
UPDATE run SET stopped = CASE stopped WHEN 'key' THEN 'api-key-rejected' WHEN 'licence' THEN 'licence-required' WHEN 'address' THEN 'wrong-address' WHEN 'away' THEN 'core-unreachable' WHEN 'same-answer' THEN 'repeated-failure' WHEN 'disk' THEN 'disk-full' ELSE stopped END WHERE stopped IN ('key', 'licence', 'address', 'away', 'same-answer', 'disk');
UPDATE finding SET code = 'excluded' WHERE code = 'left-out';
UPDATE user SET reason = 'excluded' WHERE reason = 'left-out';
UPDATE setting SET value = json_set(value, '$.changed', json(replace(json_extract(value, '$.changed'), '"leave-out"', '"skip"')))
  WHERE key = 'choices' AND json_extract(value, '$.changed') IS NOT NULL;
UPDATE setting SET value = json_set(value, '$.existing', CASE json_extract(value, '$.existing') WHEN 'leave' THEN 'skip' WHEN 'update' THEN 'overwrite' WHEN 'ask' THEN 'hold' ELSE json_extract(value, '$.existing') END)
  WHERE key = 'choices' AND json_extract(value, '$.existing') IN ('leave', 'update', 'ask');
UPDATE setting SET value = json_set(value, '$.choices.changed', json(replace(json_extract(value, '$.choices.changed'), '"leave-out"', '"skip"')))
  WHERE key = 'earlier-taken' AND json_extract(value, '$.choices.changed') IS NOT NULL;
UPDATE setting SET value = json_set(value, '$.choices.existing', CASE json_extract(value, '$.choices.existing') WHEN 'leave' THEN 'skip' WHEN 'update' THEN 'overwrite' WHEN 'ask' THEN 'hold' ELSE json_extract(value, '$.choices.existing') END)
  WHERE key = 'earlier-taken' AND json_extract(value, '$.choices.existing') IN ('leave', 'update', 'ask');
UPDATE setting SET value = replace(value, '"leave-out"', '"exclude"') WHERE key IN ('choices', 'earlier-taken');
UPDATE setting SET value = replace(value, '"vanished"', '"missing"') WHERE key = 'earlier-counts';
UPDATE setting SET value = replace(replace(replace(replace(replace(replace(value, '"stopped":"key"', '"stopped":"api-key-rejected"'), '"stopped":"licence"', '"stopped":"licence-required"'), '"stopped":"address"', '"stopped":"wrong-address"'), '"stopped":"away"', '"stopped":"core-unreachable"'), '"stopped":"same-answer"', '"stopped":"repeated-failure"'), '"stopped":"disk"', '"stopped":"disk-full"') WHERE key IN ('verification', 'undone');
UPDATE facet SET bucket = 'firebase-scrypt' WHERE bucket = 'partner-scrypt';
UPDATE finding SET group_key = 'firebase-scrypt' WHERE group_key = 'partner-scrypt';
UPDATE user_text SET calls = replace(calls, '"partner-scrypt"', '"firebase-scrypt"') WHERE instr(calls, '"partner-scrypt"') > 0;
UPDATE setting SET value = replace(value, '"partner-scrypt"', '"firebase-scrypt"') WHERE instr(value, '"partner-scrypt"') > 0;
UPDATE setting SET key = CASE key WHEN 'ticks' THEN 'confirmations' WHEN 'planned' THEN 'plans-current' WHEN 'outdated' THEN 'plans-stale' WHEN 'run-notes' THEN 'run-audit' WHEN 'asked-to-wait' THEN 'retry-after-until' WHEN 'only' THEN 'user-filter' WHEN 'only-from' THEN 'user-filter-sources' WHEN 'earlier' THEN 'baseline' WHEN 'earlier-wanted' THEN 'baseline-pending' WHEN 'earlier-taken' THEN 'inherited-decisions' WHEN 'earlier-counts' THEN 'delta-counts' WHEN 'proofs' THEN 'password-checks' WHEN 'undone' THEN 'rollback' ELSE key END WHERE key IN ('ticks', 'planned', 'outdated', 'run-notes', 'asked-to-wait', 'only', 'only-from', 'earlier', 'earlier-wanted', 'earlier-taken', 'earlier-counts', 'proofs', 'undone');
`,
]

/** The tables of a document of some version, as SQL. */
export function tablesOf(version: number): string {
  return [firstTables, ...additions.slice(0, version - 1)].join('')
}

/** The statements that make a document of `version` one of today. */
export function upgradeFrom(version: number): string {
  return [...additions.slice(version - 1), `PRAGMA user_version = ${schemaVersion};`].join('')
}

/**
 * Indexes that cost less when they are made after many users were read than while they are. A document may lack them:
 * it was killed in between, and they are made before its users are planned.
 */
export const lateIndexes: readonly string[] = [
  'CREATE INDEX user_by_file ON user (file_id, line)',
  'CREATE INDEX user_by_source_id ON user (source_id)',
  'CREATE INDEX user_by_email ON user (email, password_claim)',
  'CREATE INDEX user_by_facet ON user (facet_id)',
  'CREATE INDEX user_by_phone ON user (phone) WHERE phone IS NOT NULL',
  "CREATE INDEX user_by_note ON user (note) WHERE note <> ''",
  'CREATE INDEX finding_by_code ON finding (code, group_key, user_id)',
  'CREATE INDEX identifier_by_key ON identifier (key, is_owner, user_id)',
]

/** Those of the versions before 5, under the names of then. */
const earlierLateIndexes: readonly string[] = [
  'CREATE INDEX user_by_file ON user (file_id, line)',
  'CREATE INDEX user_by_source_id ON user (source_id)',
  'CREATE INDEX user_by_email ON user (email, imports)',
  'CREATE INDEX user_by_facet ON user (facet_id)',
  'CREATE INDEX user_by_phone ON user (phone) WHERE phone IS NOT NULL',
  "CREATE INDEX user_by_note ON user (note) WHERE note <> ''",
  'CREATE INDEX finding_by_code ON finding (code, grp, user_id)',
  'CREATE INDEX claim_by_key ON claim (key, holds, user_id)',
]

/** Those that documents up to version 2 may have besides. */
const formerLateIndexes: readonly string[] = [
  'CREATE INDEX user_by_plan ON user (plan_state, id)',
  'CREATE INDEX user_by_facets ON user (plan_state, bucket, methods, providers)',
  'CREATE INDEX claim_by_key ON claim (key, user_id)',
]

/** Every late index that a document of `version` may have. */
export function lateIndexesOf(version: number): readonly string[] {
  if (version <= 2) return [...formerLateIndexes, ...earlierLateIndexes]
  return version < 5 ? earlierLateIndexes : lateIndexes
}

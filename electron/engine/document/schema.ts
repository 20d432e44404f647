/** "UMA1": marks a SQLite file as a migration document. */
export const applicationId = 0x554d4131

/** Grows with every change of the tables; older documents are upgraded when opened, newer ones refused. */
export const schemaVersion = 4

/**
 * The tables of the first version, which the additions below make those of today. What the export says
 * (`user_text.source`), what the operator decided (`setting`, `user.correction`) and what follows from both
 * (`user.facet_id`, `user_text.calls`, `finding`, `claim`) are kept apart from what happened at a target (`progress`,
 * `call`, `attempt`), so that a rehearsal never touches a live state.
 *
 * A claim is what a plan would have for itself in the core; `holds` says whether it does, or an earlier user has it.
 * The password import of a user's own email, the most common one, is no row but the user's `imports`: 1 holds, 2 does
 * not, 0 has none. `join_key` is filled only while parts look for their users, from `source_id` and `keys`.
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
 * the users of the migration that this one follows, and what of theirs may be in the core (`earlier-users.ts`).
 *
 * 3: `user` keeps what users are found, ordered and counted by, and `user_text` what is long and wanted of one user at a
 * time: to look through all users takes a fifth of the pages. What the plans of many users have in common is a `facet`;
 * its `accounts` are the calls for accounts at providers.
 *
 * 4: `call.absent_at` is when the core was asked and did not have the login method of a call that was sent afterwards.
 * `run` keeps the reply times at its end, in milliseconds.
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
  return version <= 2 ? [...formerLateIndexes, ...lateIndexes] : lateIndexes
}

import { documentApplicationId } from '../sqlite-driver.ts'
import initialTables from './upgrades/0001-initial-tables.sql?raw'
import postRunAndBaseline from './upgrades/0002-post-run-and-baseline.sql?raw'
import splitUsers from './upgrades/0003-split-users.sql?raw'
import absentLoginsAndTruncatedFiles from './upgrades/0004-absent-logins-and-truncated-files.sql?raw'
import currentTerms from './upgrades/0005-current-terms.sql?raw'
import loginsOfTheBaseline from './upgrades/0006-logins-of-the-baseline.sql?raw'
import passes from './upgrades/0007-passes.sql?raw'

/** "UMA1": marks a SQLite file as a migration document. */
export const applicationId = documentApplicationId

/**
 * One file of statements for each version, in order: what makes a document of the version before one of this version. A
 * file is never changed once its version was released: documents of that version are compared with it letter by letter.
 * A checkout with other line ends makes the same tables.
 */
const upgrades = [
  initialTables,
  postRunAndBaseline,
  splitUsers,
  absentLoginsAndTruncatedFiles,
  currentTerms,
  loginsOfTheBaseline,
  passes,
].map((statements) => statements.replaceAll('\r\n', '\n'))

/** Grows with every change of the tables; older documents are upgraded when opened, newer ones refused. */
export const schemaVersion = upgrades.length

/** The tables of a document of some version, as SQL. */
export function tablesOf(version: number): string {
  return upgrades.slice(0, version).join('\n')
}

/** The statements that make a document of `version` one of today. */
export function upgradeFrom(version: number): string {
  return [...upgrades.slice(version), `PRAGMA user_version = ${schemaVersion};`].join('\n')
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
  "CREATE INDEX user_by_summary ON user (summary) WHERE summary <> ''",
  'CREATE INDEX finding_by_code ON finding (code, group_key, user_id, blocks)',
  'CREATE INDEX identifier_by_key ON identifier (key, is_owner, user_id)',
]

/** The indexes of versions before 5, under their former names. */
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

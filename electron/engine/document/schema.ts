import { documentApplicationId } from '../sqlite-driver.ts'
import tables from './upgrades/0001-tables.sql?raw'

/** "UMA1": marks a SQLite file as a migration document. */
export const applicationId = documentApplicationId

/** The tables of a document, version by version. */
export type Schema = {
  /** Grows with every change of the tables; older documents are upgraded when opened, newer ones refused. */
  readonly version: number
  /** The tables of a document of some version, as SQL. */
  readonly tablesOf: (version: number) => string
  /** The statements that turn a document of some version into one of the last version. */
  readonly upgradeFrom: (version: number) => string
}

/**
 * A schema of one file of statements for each version, in order: each turns a document of the version before into one of its
 * own. A file is never changed once its version was released: documents of that version are compared with it letter by
 * letter. A checkout with other line ends makes the same tables.
 */
export function schemaOf(files: readonly string[]): Schema {
  const upgrades = files.map((statements) => statements.replaceAll('\r\n', '\n'))
  return {
    version: upgrades.length,
    tablesOf: (version) => upgrades.slice(0, version).join('\n'),
    upgradeFrom: (version) => [...upgrades.slice(version), `PRAGMA user_version = ${upgrades.length};`].join('\n'),
  }
}

/** The schema of this version of the app. */
export const currentSchema = schemaOf([tables])

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

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  closeDocument,
  createDocument,
  openDocument,
  openForReading,
} from '../../../../electron/engine/document/open-document.ts'
import { knownFailure } from '../../../../electron/engine/document/check-document.ts'
import { hashesRemovedProblem } from '../../../../electron/engine/document/removed-hashes.ts'
import { targetTable } from '../../../../electron/engine/document/targets.ts'
import { codeOf, must } from '../../../support/documents.ts'
import { changeSchema } from '../../../support/data/foreign-schema.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

function documentWith(sql: string): string {
  const path = join(temporaryFolder(), 'm.migration')
  closeDocument(must(createDocument(path)))
  changeSchema(path, sql)
  return path
}

const reserved = (type: string, name: string, table: string, sql: string) =>
  `PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('${type}', '${name}', '${table}', 0, '${sql}')`

/** Schema entries that a migration must not have, whatever their names. */
const foreign: readonly (readonly [string, string])[] = [
  ['a trigger', 'CREATE TRIGGER evil AFTER UPDATE ON user_text BEGIN DELETE FROM user; END'],
  [
    'a trigger whose name begins like those of SQLite',
    'CREATE TRIGGER sqlitexevil AFTER UPDATE ON user BEGIN DELETE FROM user; END',
  ],
  ['such a trigger in capitals', 'CREATE TRIGGER SQLITExevil AFTER UPDATE ON user BEGIN DELETE FROM user; END'],
  ['a view whose name begins like those of SQLite', 'CREATE VIEW sqlitexview AS SELECT 1'],
  ['a table whose name begins like those of SQLite', 'CREATE TABLE sqlitex (a)'],
  ['an index whose name begins like those of SQLite', 'CREATE INDEX sqlitexindex ON user (abs(id))'],
  [
    'a trigger with a name that SQLite keeps for itself',
    reserved(
      'trigger',
      'sqlite_evil',
      'user',
      'CREATE TRIGGER sqlite_evil AFTER UPDATE ON user BEGIN DELETE FROM user; END',
    ),
  ],
  [
    'a trigger called like an index of a key',
    reserved(
      'trigger',
      'sqlite_autoindex_user_9',
      'user',
      'CREATE TRIGGER sqlite_autoindex_user_9 AFTER UPDATE ON user BEGIN DELETE FROM user; END',
    ),
  ],
  [
    'a view in the place of the list of tables',
    reserved('view', 'sqlite_schema', 'sqlite_schema', 'CREATE VIEW sqlite_schema AS SELECT 1'),
  ],
  ['a virtual table', 'CREATE VIRTUAL TABLE found USING fts5(text)'],
  ['numbers of its own', 'CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT)'],
  ['statistics', 'ANALYZE'],
  ['a generated column', 'ALTER TABLE user ADD COLUMN strange AS (id + 1)'],
  [
    'a late index on another table',
    `DROP INDEX user_by_phone; ${reserved('index', 'user_by_phone', 'user_text', 'CREATE INDEX user_by_phone ON user (phone) WHERE phone IS NOT NULL')}`,
  ],
  [
    'an index that only documents of before have',
    'DROP INDEX identifier_by_key; CREATE INDEX identifier_by_key ON identifier (key, user_id)',
  ],
  [
    'one table in the place of another',
    `PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'user') WHERE name = 'user_text'`,
  ],
  [
    'a table in the place of the list of tables',
    `PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 1 WHERE name = 'user_text'`,
  ],
  [
    'another text of a table',
    `PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'value TEXT', 'value TEXT DEFAULT (random())') WHERE name = 'setting'`,
  ],
]

describe('a migration is refused, for writing and for reading, that has', () => {
  test.each(foreign)('%s', (_what, sql) => {
    const path = documentWith(sql)
    const unchecked = openForReading(path, { pages: false })
    expect([codeOf(openForReading(path)), codeOf(unchecked), codeOf(openDocument(path))]).toEqual([
      'document-damaged',
      'document-damaged',
      'document-damaged',
    ])
  })

  /** Says that it was made with other tables, and has others. */
  const ofOtherBuild = `UPDATE setting SET value = '"0"' WHERE key = 'schema-fingerprint'; ALTER TABLE attempt ADD COLUMN note;`
  const programs = /trigger|view|virtual|in the place of/

  test.each(foreign.filter(([what]) => programs.test(what)))('%s, also where it is of another build', (_what, sql) => {
    expect(codeOf(openForReading(documentWith(`${ofOtherBuild} ${sql}`)))).toBe('document-damaged')
  })

  test.each([
    ['no table of settings', 'DROP TABLE setting'],
    [
      'another table of settings',
      "DROP TABLE setting; CREATE TABLE setting AS SELECT 'schema-fingerprint' AS key, 1 AS value",
    ],
  ])('%s to tell its build by', (_what, sql) => {
    expect(codeOf(openForReading(documentWith(sql)))).toBe('document-damaged')
  })
})

test('a migration may lack indexes that are made late', () => {
  const path = documentWith('DROP INDEX user_by_email; DROP INDEX identifier_by_key')
  const opened = must(openDocument(path))
  closeDocument(opened)
})

test('a number that is larger than any of ours is a damage of the migration, not of the app', () => {
  const path = documentWith('SELECT 1')
  const document = must(openDocument(path))
  document.database.exec(
    "INSERT INTO target VALUES (9007199254740993, 'live', 'https://a.example', '', 'documented', NULL, NULL, '')",
  )
  try {
    expect(() => targetTable.list(document.database)).toThrow(
      expect.toSatisfy((error) => knownFailure(error)?.code === 'document-damaged'),
    )
  } finally {
    closeDocument(document)
  }
})

test.each(['-1', '1e300', '8640000000000001', '"now"'])(
  'a moment that is none (%s) is no moment of the migration',
  (value) => {
    const path = documentWith(`INSERT INTO setting VALUES ('hashes-removing', '${value}')`)
    const document = must(openForReading(path))
    try {
      expect(hashesRemovedProblem(document.database)).toBe(null)
    } finally {
      closeDocument(document)
    }
  },
)

import { changeSchema } from '../../support/data/foreign-schema.ts'
import type { Random } from '../../fuzz/random.ts'
import type { Mutation } from './mutation.ts'

const tables = [
  'setting',
  'file',
  'user',
  'user_text',
  'facet',
  'finding',
  'identifier',
  'target',
  'progress',
  'call',
  'run',
] as const

const columns: Readonly<Record<string, readonly [string, ...string[]]>> = {
  setting: ['key', 'value'],
  file: ['path', 'name', 'digest'],
  user: ['email', 'source_id', 'line', 'summary'],
  user_text: ['source', 'calls'],
  facet: ['plan_state', 'methods'],
  target: ['base_url', 'name'],
  call: ['core_user_id', 'message'],
}

/** Names that a comparison may leave out: of SQLite itself, nearly those, in capitals, with signs. */
function nameFor(random: Random, kind: string): string {
  const stems = [
    'evil',
    'sqlitex',
    'SQLITE',
    'sqlite%',
    'sqliteXautoindex_user_1',
    'user_by_',
    'setting ',
    'ſqlite',
    '_',
    ' ',
    "o'clock",
  ] as const
  return `${random.pick(stems)}${kind}${random.below(1000)}`
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

function triggerOn(random: Random, name: string): readonly [string, string] {
  const table = random.pick(tables)
  const when = random.pick(['AFTER', 'BEFORE'])
  const what = random.pick(['UPDATE', 'INSERT', 'DELETE'])
  const body = random.pick([
    'DELETE FROM user',
    "UPDATE target SET base_url = 'http://127.0.0.1:1'",
    "INSERT INTO setting SELECT 'x' || user_id, source FROM user_text",
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n',
  ])
  return [table, `CREATE TRIGGER ${quoted(name)} ${when} ${what} ON ${table} BEGIN ${body}; END`]
}

function entry(type: string, name: string, table: string, sql: string): string {
  return `PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES (${[type, name, table].map(text).join(', ')}, 0, ${text(sql)})`
}

const reservedNames = [
  'sqlite_evil',
  'sqlite_autoindex_user_7',
  'sqlite_sequencer',
  'SQLITE_X',
  'sqlite_schema',
  'sqlite_master',
] as const

const statements: Readonly<Record<string, (random: Random) => string>> = {
  trigger: (random) => triggerOn(random, nameFor(random, 't'))[1],
  'reserved trigger': (random) => {
    const name = random.pick(reservedNames)
    const [table, sql] = triggerOn(random, name)
    return entry('trigger', name, table, sql)
  },
  view: (random) => `CREATE VIEW ${quoted(nameFor(random, 'v'))} AS SELECT * FROM ${random.pick(tables)}`,
  'reserved view': (random) => {
    const name = random.pick(reservedNames)
    return entry('view', name, name, `CREATE VIEW ${name} AS SELECT 1`)
  },
  'view for a table': (random) => {
    const table = random.pick(tables)
    return `PRAGMA legacy_alter_table = ON; ALTER TABLE ${table} RENAME TO ${quoted(nameFor(random, 'was'))}; CREATE VIEW ${table} AS SELECT 1`
  },
  'virtual table': (random) =>
    `CREATE VIRTUAL TABLE ${quoted(nameFor(random, 'f'))} USING ${random.pick(['fts5(a)', 'fts4(a)', 'rtree(a, b, c)'])}`,
  'virtual table in the text': (random) => {
    const name = nameFor(random, 'f')
    return entry(
      'table',
      name,
      name,
      `CREATE VIRTUAL TABLE ${quoted(name)} USING ${random.pick(['fts5(a)', 'nothing(a)', 'dbstat', 'json_each'])}`,
    )
  },
  table: (random) =>
    `CREATE TABLE ${quoted(nameFor(random, 'x'))} (a${random.pick(['', ' TEXT CHECK (length(a) > 1)', ' DEFAULT (random())'])})`,
  numbered: () => 'CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT)',
  statistics: () => 'ANALYZE',
  'generated column': (random) =>
    `ALTER TABLE ${random.pick(['user', 'file', 'facet', 'partial_record', 'target'])} ADD COLUMN strange AS (${random.pick(['id + 1', "'x'", 'abs(id)'])})`,
  'column more': (random) => `ALTER TABLE ${random.pick(tables)} ADD COLUMN ${quoted(nameFor(random, 'c'))} TEXT`,
  'index on an expression': (random) =>
    `CREATE INDEX ${quoted(nameFor(random, 'i'))} ON user (${random.pick(['abs(id)', 'lower(email)', "source_id || 'x'"])})`,
  'index more': (random) =>
    `CREATE INDEX ${quoted(nameFor(random, 'i'))} ON user (email) ${random.pick(['', "WHERE email LIKE 'a%'"])}`,
  'index replaced': (random) =>
    random.pick([
      'DROP INDEX user_by_email; CREATE INDEX user_by_email ON user (abs(id))',
      'DROP INDEX user_by_phone; CREATE UNIQUE INDEX user_by_phone ON user (id)',
      'DROP INDEX identifier_by_key; CREATE INDEX identifier_by_key ON identifier (key, user_id)',
    ]),
  'table renamed': (random) => `ALTER TABLE ${random.pick(tables)} RENAME TO ${quoted(nameFor(random, 'r'))}`,
  'column renamed': (random) => {
    const table = random.pick(['user', 'file', 'target', 'call'])
    return `ALTER TABLE ${table} RENAME COLUMN ${random.pick(columns[table] ?? ['id'])} TO strange`
  },
  'table gone': (random) => `DROP TABLE ${random.pick(tables)}`,
  'column gone': () => 'ALTER TABLE call DROP COLUMN message',
  'type in the text': (random) =>
    `PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, ' TEXT', ' ${random.pick(['BLOB', 'INTEGER', 'ANY'])}') WHERE name = '${random.pick(['setting', 'file', 'user', 'user_text', 'target', 'call'])}'`,
  'words in the text': (random) =>
    `PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = sql || '${random.pick([' ', '/* */', ' -- x'])}' WHERE name = '${random.pick(tables)}'`,
  'rows of another table': (random) =>
    `PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = '${random.pick(['user', 'call'])}') WHERE name = '${random.pick(['setting', 'user_text', 'identifier'])}'`,
  'another app': (random) => `PRAGMA application_id = ${random.below(1_000_000)}`,
  'another version': (random) => `PRAGMA user_version = ${random.pick([0, 2, 99, -1, 2147483647])}`,
}

export const schemaMutations: readonly Mutation[] = Object.entries(statements).map(([name, statement]) => ({
  name,
  refused: true,
  apply: ({ path }, random) => changeSchema(path, statement(random)),
}))

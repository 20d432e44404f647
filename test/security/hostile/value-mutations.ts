import type { Random } from '../../fuzz/random.ts'
import type { Database, SqlValue } from '../../../electron/engine/document/sqlite.ts'
import { settingKeys } from '../../../electron/engine/document/settings.ts'
import { changeDocument } from '../../support/data/foreign-schema.ts'
import type { Mutation, Place } from './mutation.ts'

const settings = [...settingKeys, '__proto__']

/** Paths that a document may name: of this person, devices, pipes, other machines. */
function hostilePath({ canary, folder }: Place, random: Random): string {
  return random.pick([
    ...canary.paths,
    `${canary.folder}/crm.csv`,
    canary.folder,
    '/etc/passwd',
    '/etc/shadow',
    '/dev/zero',
    '/dev/stdin',
    '/dev/tty',
    '/proc/self/environ',
    '/proc/kmsg',
    '/proc/self/mem',
    '\\\\attacker\\share\\x.csv',
    '//attacker/share/x.csv',
    '\\\\.\\PhysicalDrive0',
    'file:///etc/passwd',
    '../../../../etc/passwd',
    `${folder}/\u0000x`,
    'CON',
    '~/.ssh/id_rsa',
    'x'.repeat(5000),
    '',
  ])
}

function hostileAddress({ port }: Place, random: Random): string {
  return random.pick([
    `http://127.0.0.1:${port}`,
    `http://localhost:${port}/appid-x`,
    `http://name:word@127.0.0.1:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://127.0.0.1:${port}/?a=b#c`,
    'file:///etc/passwd',
    'javascript:alert(1)',
    '\u001b]0;PWNED\u0007\u001b[2J',
    '',
    'http://',
    'x'.repeat(100_000),
  ])
}

function hostileValue(place: Place, random: Random): SqlValue {
  const id = random.below(5)
  return random.pick<SqlValue>([
    null,
    '',
    id,
    -id,
    9007199254740993n,
    -9223372036854775808n,
    1e308,
    0.5,
    new Uint8Array(random.below(2000)),
    'x'.repeat(random.below(3) * 400_000),
    '[',
    '{}',
    '[]',
    'null',
    'true',
    '"x"',
    '{"__proto__": {"polluted": true}}',
    `${'['.repeat(3000)}${']'.repeat(3000)}`,
    'migrated',
    'sending',
    'done',
    'ready',
    'delete-everything',
    '\u0000',
    '\u001b[2J',
    '<script>alert(1)</script>',
    "'; DROP TABLE user; --",
    hostilePath(place, random),
    hostileAddress(place, random),
    JSON.stringify({ path: hostilePath(place, random), name: 'x' }),
    JSON.stringify({ baseUrl: hostileAddress(place, random), dialect: 'auto', allowHttp: true }),
  ])
}

type Table = { readonly name: string; readonly columns: readonly string[] }

/** Tables as the document has them now, so that one that is added later is not forgotten. */
function tablesOf(database: Database): readonly Table[] {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").all()
  return names.flatMap((row) => {
    const name = textOf(row, 'name')
    const columns = database.prepare(`PRAGMA table_info(${name})`).all()
    return name.startsWith('sqlite_') ? [] : [{ name, columns: columns.map((column) => textOf(column, 'name')) }]
  })
}

function textOf(row: unknown, key: string): string {
  return typeof row === 'object' && row !== null ? String(Reflect.get(row, key)) : ''
}

/** Some rows of a table, the same ones for the same seed. */
function first({ name, columns }: Table, rows: number): string {
  const column = columns[0] ?? 'rowid'
  return `${column} IN (SELECT ${column} FROM ${name} ORDER BY 1 LIMIT ${rows})`
}

function oneOf<T>(list: readonly T[], random: Random): T {
  const one = list[random.below(list.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

/** The same value with one part of it replaced. */
function withHostileLeaf(value: unknown, place: Place, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.once(6)) {
    const made = hostileValue(place, random)
    return typeof made === 'bigint' || made instanceof Uint8Array ? String(made) : made
  }
  const keys = Object.keys(value)
  if (keys.length === 0)
    return Array.isArray(value) ? [hostileValue(place, random)?.toString()] : { added: '\u001b[2J' }
  const key = oneOf(keys, random)
  const changed = withHostileLeaf(Reflect.get(value, key), place, random)
  return Array.isArray(value)
    ? value.map((one: unknown, index) => (String(index) === key ? changed : one))
    : { ...value, [key]: changed }
}

const changes: Readonly<Record<string, (database: Database, place: Place, random: Random) => void>> = {
  setting: (database, place, random) => {
    const put = database.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)')
    for (let left = 1 + random.below(4); left > 0; left -= 1) {
      const value = hostileValue(place, random)
      put.run(oneOf(settings, random), random.once(2) ? JSON.stringify(String(value)) : (value ?? ''))
    }
  },
  'path of a file': (database, place, random) => {
    const read = random.pick([
      "provider_override = 'generic', complete = 0",
      'complete = 0, digest = NULL',
      'complete = 1',
      "complete = 0, problem = 'x'",
    ])
    database.prepare(`UPDATE file SET path = ?, ${read}`).run(hostilePath(place, random))
    if (random.once(2)) database.exec("INSERT OR REPLACE INTO setting VALUES ('plans-current', 'false')")
  },
  'path of another file': (database, place, random) => {
    database
      .prepare("INSERT INTO file (path, name, provider_override) VALUES (?, 'users.csv', 'generic')")
      .run(hostilePath(place, random))
  },
  'path of an earlier migration': (database, place, random) => {
    const value = JSON.stringify({ path: hostilePath(place, random), name: 'before.migration' })
    database.prepare("INSERT OR REPLACE INTO setting VALUES ('baseline-pending', ?)").run(value)
  },
  'address of the core': (database, place, random) => {
    const address = hostileAddress(place, random)
    database.prepare('UPDATE target SET base_url = ?, app_url = ?').run(address, random.once(2) ? address : null)
    if (random.once(2)) database.exec("UPDATE progress SET state = 'ready'; UPDATE call SET state = 'todo'")
    const intended = JSON.stringify({ baseUrl: address, dialect: 'auto', allowHttp: true })
    if (random.once(2)) database.prepare("INSERT OR REPLACE INTO setting VALUES ('intended-core', ?)").run(intended)
  },
  'any value': (database, place, random) => {
    for (let left = 1 + random.below(5); left > 0; left -= 1) {
      const table = oneOf(tablesOf(database), random)
      const column = oneOf(table.columns, random)
      const some = random.once(2) ? '' : ` WHERE ${first(table, 1 + random.below(3))}`
      database.prepare(`UPDATE OR REPLACE ${table.name} SET ${column} = ?${some}`).run(hostileValue(place, random))
    }
  },
  'rows gone': (database, _place, random) => {
    const table = oneOf(tablesOf(database), random)
    database.exec(`DELETE FROM ${table.name} WHERE ${first(table, 1 + random.below(4))}`)
  },
  /** Rows of a table that the honest document may leave empty: of a baseline, of records set aside, of places. */
  'rows made up': (database, place, random) => {
    for (let left = 1 + random.below(6); left > 0; left -= 1) {
      const { name, columns } = oneOf(tablesOf(database), random)
      const values = columns.map(() => hostileValue(place, random))
      database
        .prepare(`INSERT OR REPLACE INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`)
        .run(...values.map((value, index) => (index === 0 && random.once(2) ? 1 + random.below(8) : value)))
    }
  },
  /** Names of columns and of tables, counts and samples are kept as JSON that screens and reports show. */
  'values within a setting': (database, place, random) => {
    const rows = database.prepare('SELECT key, value FROM setting ORDER BY 1').all()
    const row = oneOf(rows, random)
    const changed = withHostileLeaf(JSON.parse(textOf(row, 'value')), place, random)
    database.prepare('UPDATE setting SET value = ? WHERE key = ?').run(JSON.stringify(changed), textOf(row, 'key'))
  },
  'ids moved': (database, _place, random) => {
    const table = random.pick(['user', 'target', 'facet', 'file'])
    database.exec(`UPDATE ${table} SET id = id + ${random.pick([1000, 9007199254740000, -5000])}`)
  },
}

export const valueMutations: readonly Mutation[] = Object.entries(changes).map(([name, change]) => ({
  name,
  refused: false,
  apply: (place, random) => changeDocument(place.path, (database) => change(database, place, random)),
}))

import type { Random } from '../../fuzz/random.ts'
import type { Database, SqlValue } from '../../../electron/engine/document/sqlite.ts'
import { changeDocument } from '../../support/foreign-schema.ts'
import type { Mutation, Place } from './mutation.ts'

const settings = [
  'document-id',
  'choices',
  'scrypt',
  'current-target',
  'confirmations',
  'plans-current',
  'plans-stale',
  'users-version',
  'joined',
  'source-providers',
  'intended-core',
  'baseline',
  'baseline-pending',
  'inherited-decisions',
  'hashes-removing',
  'hashes-removed',
  'machine',
  'password-checks',
  'samples',
  'run-audit',
  'retry-after-until',
  'user-filter',
  'user-filter-sources',
  'rollback',
  'verification',
  '__proto__',
] as const

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

const tables: Readonly<Record<string, readonly [string, ...string[]]>> = {
  file: [
    'path',
    'name',
    'size',
    'digest',
    'format',
    'compression',
    'encoding',
    'recognition',
    'provider_override',
    'mapping',
    'records',
    'unreadable',
    'complete',
    'problem',
  ],
  user: [
    'id',
    'file_id',
    'line',
    'byte',
    'facet_id',
    'source_id',
    'email',
    'phone',
    'password_claim',
    'correction',
    'summary',
    'blocking_code',
  ],
  user_text: ['user_id', 'keys', 'source', 'calls'],
  facet: ['id', 'plan_state', 'bucket', 'methods', 'providers', 'accounts'],
  finding: ['user_id', 'code', 'group_key', 'blocks', 'detail'],
  identifier: ['user_id', 'key', 'is_owner'],
  target: ['id', 'kind', 'base_url', 'name', 'dialect', 'cdi_version', 'app_url', 'check_message'],
  progress: ['target_id', 'user_id', 'state', 'failure', 'tries', 'changed_at'],
  call: [
    'target_id',
    'user_id',
    'key',
    'kind',
    'state',
    'since',
    'finished_at',
    'http_status',
    'status',
    'message',
    'tries',
    'core_user_id',
    'recipe_user_id',
    'existed',
    'created',
    'sent_at',
    'ms',
  ],
  attempt: ['user_id', 'key', 'operation', 'at', 'ms', 'outcome', 'http_status', 'message'],
  run: ['target_id', 'started_at', 'ended_at', 'sending_ms', 'calls', 'stopped'],
}
const tableNames = [
  'file',
  'user',
  'user_text',
  'facet',
  'finding',
  'identifier',
  'target',
  'progress',
  'call',
  'attempt',
  'run',
] as const

/** Some rows of a table, the same ones for the same seed. */
function first(table: string, rows: number): string {
  const column = tables[table]?.[0] ?? 'id'
  return `${column} IN (SELECT ${column} FROM ${table} ORDER BY 1 LIMIT ${rows})`
}

const changes: Readonly<Record<string, (database: Database, place: Place, random: Random) => void>> = {
  setting: (database, place, random) => {
    const put = database.prepare('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)')
    for (let left = 1 + random.below(4); left > 0; left -= 1) {
      const value = hostileValue(place, random)
      put.run(random.pick([...settings]), random.once(2) ? JSON.stringify(String(value)) : (value ?? ''))
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
      const table = random.pick([...tableNames])
      const column = random.pick(tables[table] ?? ['id'])
      const some = random.once(2) ? '' : ` WHERE ${first(table, 1 + random.below(3))}`
      database.prepare(`UPDATE OR REPLACE ${table} SET ${column} = ?${some}`).run(hostileValue(place, random))
    }
  },
  'rows gone': (database, _place, random) => {
    const table = random.pick([...tableNames])
    database.exec(`DELETE FROM ${table} WHERE ${first(table, 1 + random.below(4))}`)
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

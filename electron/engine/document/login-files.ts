import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { refersToAccount } from '../../../shared/mapping/names/account-names.ts'
import { lastName } from '../../../shared/mapping/names/column-words.ts'
import { signInKey } from '../../../shared/mapping/entries/sign-in-names.ts'
import type { MappingTarget } from '../../../shared/mapping/targets.ts'
import { partOfUser } from '../../../shared/users/part-of-user.ts'
import { readStoredUser } from '../import-pipeline/stored-user.ts'
import { recordTables } from './clear-records.ts'
import { fileTable, type SourceFile } from './files.ts'
import { lateIndexing } from './schema.ts'
import { fileFact } from './source-facts.ts'
import { allRows, bulkInsert, bulkTransaction, type Database, insertStatement, run, sql } from './sqlite.ts'

/**
 * Joins files of the operator's own that say more of users in another file: password hashes, identities or contacts beside the ID or the
 * address of their user. A wrong join would give a user the password of another, so all rows are compared before any is joined.
 * True: a file was joined.
 */
export async function joinLoginFiles(database: Database): Promise<boolean> {
  const files = fileTable
    .list(database)
    .filter(({ complete, recognition }) => complete && recognition?.role === 'users')
  const logins = files.length < 2 ? [] : files.flatMap((file) => loginsOf(database, file, files) ?? [])
  if (logins.length === 0) return false
  await lateIndexing.create(database)
  let joined = false
  // Of two files of the same people, the later one says more of those in the first.
  const later = logins.filter(({ brings }) => brings === 'details').toReversed()
  for (const one of [...logins.filter(({ brings }) => brings !== 'details'), ...later])
    joined = (await joinFile(database, one)) || joined
  return joined
}

type LoginFile = {
  readonly file: SourceFile
  readonly brings: 'hash' | 'identity' | 'details'
  /** Joined by names, and not by an ID or an address. */
  readonly isByName?: boolean
  /** The condition that makes `a`, a user of another file, the user of `b`, a row of this one. */
  readonly same: string
  readonly key: string
}

/** How the rows of a file may refer to users of another one; null: they are users themselves. */
function loginsOf(database: Database, file: SourceFile, files: readonly SourceFile[]): LoginFile | null {
  const { mapping, recognition } = file
  if (mapping === null || recognition?.provider !== 'generic') return null
  const pathOf = (wanted: MappingTarget) => mapping.columns.find(({ target }) => target === wanted)?.path
  const [id, email] = [pathOf('source-id'), pathOf('email')]
  const brings =
    pathOf('password-hash') !== undefined ? 'hash' : pathOf('provider-user-id') !== undefined ? 'identity' : 'details'
  if (brings === 'details') return detailsOf(file, id, email)
  const hasContact = email !== undefined || pathOf('phone') !== undefined
  // Whole users beside whole users have nothing to bring, so a million of them are not compared.
  if (hasContact && brings === 'hash' && !files.some((other) => other !== file && mayLackHashes(other))) return null
  if (id === undefined && !hasContact && brings === 'hash')
    return { file, brings, key: 'user name', same: sameName, isByName: true }
  if (id === undefined) {
    return email === undefined ? null : { file, brings, key: email, same: 'a.email = b.email' }
  }
  if (brings === 'identity' && hasContact && !refersToAccount(id)) return null
  if (!hasContact && !refersToAccount(id) && hasOtherKey(database, file, id)) return null
  const isSameEmail = hasContact && brings === 'hash' ? ' AND a.email = b.email' : ''
  return { file, brings, key: id, same: `a.source_id = b.source_id${isSameEmail}` }
}

/** Contacts of users in another file: of the same address and ID, or without an address, of the ID of an account. */
function detailsOf(file: SourceFile, id: string | undefined, email: string | undefined): LoginFile | null {
  if (email !== undefined) {
    const same = id === undefined ? '' : ' AND a.source_id = b.source_id'
    return { file, brings: 'details', key: id ?? email, same: `a.email = b.email${same}` }
  }
  if (id === undefined || !refersToAccount(id)) return null
  return { file, brings: 'details', key: id, same: 'a.source_id = b.source_id' }
}

/** Files of users whose mapped ID numbers rows that refer to the users by another column: a profile has its own `id` beside `user_id`. */
export function filesOfProfiles(database: Database): readonly number[] {
  return fileTable.list(database).flatMap(({ id, mapping }) => {
    const key = mapping?.columns.find(({ target }) => target === 'source-id')?.path
    if (key === undefined || ofUser.test(lastName(key))) return []
    const columns = fileFact(database, id, 'column-counts')?.columns ?? []
    return columns.some((one) => ofUser.test(lastName(one.path)) && tellsApart(one)) ? [id] : []
  })
}

const ofUser = /^(?:users?|usr)(?:id|uid|guid|uuid|fk|ref)?$|^id(?:user|usuario|utilisateur)$/

function tellsApart({ filled, distinct }: { readonly filled: number; readonly distinct: number }): boolean {
  return filled > 0 && distinct >= filled * 0.9
}

const ofTime =
  /(?:^|[_ ])(?:at|on|date|time|timestamp)$|(?:created|updated|modified|changed)(?:at|on|_)?|(?:At|On|Date|Time)$/

/** Whether users of a file may have no hash of their own; only reading tells of a known export. */
function mayLackHashes({ mapping }: SourceFile): boolean {
  return mapping === null || mapping.columns.every(({ target }) => target !== 'password-hash')
}

/** Whether another column tells the rows apart, such as a name: then the number of a row may be its own. */
function hasOtherKey(database: Database, file: SourceFile, id: string): boolean {
  const counts = fileFact(database, file.id, 'column-counts')
  const mapped = new Set(file.mapping?.columns.map(({ path }) => path))
  return (
    counts === null ||
    counts.columns.some(
      ({ path, filled, distinct }) =>
        path !== id && !mapped.has(path) && !ofTime.test(path) && tellsApart({ filled, distinct }),
    )
  )
}

const sameName = `a.id IN (SELECT other.user_id FROM sign_in AS own JOIN sign_in AS other ON other.name = own.name
  WHERE own.user_id = b.id)`

/** Collects the names that users sign in with. The ID of a user may be one. */
function collectNames(database: Database): void {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS sign_in (user_id INTEGER NOT NULL, name TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.sign_in_by_name ON sign_in (name);
    CREATE INDEX IF NOT EXISTS temp.sign_in_by_user ON sign_in (user_id);
    DELETE FROM sign_in;
    INSERT INTO sign_in SELECT t.user_id, substr(one.value, ${signInKey.length + 1}) FROM user_text AS t, json_each(t.keys) AS one
      WHERE t.keys IS NOT NULL AND one.value LIKE '${signInKey}%';
    INSERT INTO sign_in SELECT id, source_id FROM user WHERE source_id IS NOT NULL`)
}

const proofRow = z.object({ rows: z.number(), users: z.number(), matched: z.number() })
const loginRow = z.object({
  id: z.number(),
  line: z.number(),
  byte: z.number(),
  source: z.string(),
  owner: z.number(),
})
const atOnce = 10_000
const hasHash = `EXISTS (SELECT 1 FROM user_text AS t WHERE t.user_id = a.id AND json_type(t.source, '$.hash') = 'object')
  OR EXISTS (SELECT 1 FROM partial_record AS p WHERE p.user_id = a.id AND json_type(p.part, '$.hash') = 'object')`

/** The contact of a user may be in a row of another table of its file. */
const hasContact = `a.email IS NOT NULL OR a.phone IS NOT NULL OR EXISTS (SELECT 1 FROM partial_record AS p
  WHERE p.user_id = a.id AND (json_type(p.part, '$.email') = 'text' OR json_type(p.part, '$.phone') = 'text'))`

async function joinFile(database: Database, { file, brings, same, key, isByName }: LoginFile): Promise<boolean> {
  if (isByName === true) collectNames(database)
  const free = brings === 'hash' ? ` AND NOT (${hasHash})` : ''
  const numbered = filesOfProfiles(database).filter((id) => id !== file.id)
  const byId = numbered.length > 0 && same.includes('source_id') ? ` AND a.file_id NOT IN (${numbered.join(', ')})` : ''
  const owners = `FROM user AS a WHERE a.file_id <> b.file_id AND ${same} AND (${hasContact})${free}${byId}`
  const alone = `(SELECT CASE WHEN count(*) = 1 THEN min(a.id) END ${owners})`
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS login_owner (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL);
    DELETE FROM login_owner`)
  run(
    database,
    `INSERT INTO login_owner SELECT id, owner FROM (SELECT b.id, ${alone} AS owner FROM user AS b WHERE b.file_id = ?)
     WHERE owner IS NOT NULL`,
    file.id,
  )
  const proof = `SELECT (SELECT count(*) FROM user WHERE file_id = ?) AS rows, count(*) AS matched,
    count(DISTINCT owner) AS users FROM login_owner`
  const { rows, users, matched } = proofRow.parse(sql(database, proof).get(file.id))
  const isProven = rows > 0 && matched * 10 >= rows * 9 && (brings === 'identity' || users === matched)
  const joins = isProven && !wasSent(database, file.id)
  if (joins) await moveAll(database, file)
  database.exec('DELETE FROM login_owner')
  if (!joins) return false
  const { recognition } = file
  if (recognition !== null) {
    const added = brings === 'details' ? 'its rows say more of' : 'its rows add logins to'
    const reason = `${recognition.reason}; ${added} the users of another file, which have the same ${key}${
      isByName === true ? ` (${matched} of ${rows})` : ''
    }`
    fileTable.change(database, file.id, { recognition: { ...recognition, reason, role: 'parts' } })
  }
  return true
}

function wasSent(database: Database, fileId: number): boolean {
  const sent = 'SELECT 1 FROM progress JOIN user ON user.id = progress.user_id WHERE user.file_id = ? LIMIT 1'
  return sql(database, sent).get(fileId) !== undefined
}

const insertPart = insertStatement(
  'INSERT INTO partial_record (file_id, line, byte, keys, part, user_id)',
  '(?, ?, ?, ?, ?, ?)',
)

/** The rows in `login_owner` are no users any more, but parts of their owners. */
async function moveAll(database: Database, file: SourceFile): Promise<void> {
  const next = sql(
    database,
    `SELECT o.id, b.line, b.byte, t.source, o.owner FROM login_owner AS o CROSS JOIN user AS b ON b.id = o.id
     CROSS JOIN user_text AS t ON t.user_id = o.id WHERE o.id > ? ORDER BY o.id LIMIT ${atOnce}`,
  )
  for (let after = 0; ;) {
    const found = allRows(loginRow, next, after)
    const last = found.at(-1)
    if (last === undefined) return
    bulkTransaction(database, () => move(database, file, found, [after, last.id]))
    after = last.id
    await setImmediate()
  }
}

/** In sets: several tables have no index by user alone, and a deletion reads all of their rows. */
function move(
  database: Database,
  file: SourceFile,
  rows: readonly z.infer<typeof loginRow>[],
  range: readonly [number, number],
): void {
  const among = 'IN (SELECT id FROM login_owner WHERE id > ? AND id <= ?)'
  const owner = '(SELECT owner FROM login_owner WHERE id = partial_record.user_id)'
  run(database, `UPDATE partial_record SET user_id = ${owner} WHERE user_id ${among}`, ...range)
  const phoneField = file.mapping?.columns.find(({ target }) => target === 'phone')?.path
  bulkInsert(database, insertPart, rows, (values, { line, byte, source, owner: of }) => {
    const user = readStoredUser(source)
    const keys = user.sourceId === null ? [] : [`id:${user.sourceId}`]
    values.push(file.id, line, byte, JSON.stringify(keys), JSON.stringify(partOfUser(user, phoneField)), of)
  })
  for (const table of recordTables) run(database, `DELETE FROM ${table} WHERE user_id ${among}`, ...range)
  run(database, `DELETE FROM user WHERE id ${among}`, ...range)
}

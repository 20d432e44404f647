import * as z from 'zod'
import { formatOf } from '../../../../shared/exports/index.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { allRows, type Database, run, sql } from '../sqlite.ts'
import { isOfFiles } from './mapped-files.ts'
import { holdsHash, type LoginFile } from './referring-files.ts'

/*
 * Files with users of one known product, such as the table of its dashboard beside the answer of its API: each may have what the other one
 * lacks. The users are `a`, of a file that comes earlier, and `b`.
 */

/** Files of users of one product that may have users in common, those with hashes first: their users are kept, and the others become parts of them. */
type Peers = {
  readonly files: readonly SourceFile[]
  /** Files in which no user has an ID, so that only addresses tell their users. */
  readonly withoutIds: ReadonlySet<number>
}

/**
 * How users of a file are found in those before it: by an ID that no other installation of the product gives, or by an ID and a contact, unless
 * the addresses or the hashes differ. By decision, the ID alone tells, the address of the first stays, and of two hashes the better one.
 */
export function joinsOfSameProvider(peers: readonly Peers[], isDecided: boolean): readonly LoginFile[] {
  return peers.flatMap(({ files, withoutIds }) =>
    files.flatMap((file, at) => joinsOf(file, files.slice(0, at), withoutIds, isDecided)),
  )
}

function joinsOf(
  file: SourceFile,
  earlier: readonly SourceFile[],
  withoutIds: Peers['withoutIds'],
  isDecided: boolean,
): readonly LoginFile[] {
  if (earlier.length === 0) return []
  const join = { file, brings: 'details', bringsContact: true, toAny: true } as const
  const byId = { ...join, by: 'id', key: 'ID' } as const
  const sameId = `a.source_id = b.source_id AND ${isAmong(earlier)} AND ${haveOneHash}`
  const others = earlier.filter(({ id }) => withoutIds.has(id) || withoutIds.has(file.id))
  const sameAddress = `a.id IN (${namesakes}) AND ${isAmong(others)}`
  const byAddress = { ...join, by: 'email', key: 'email', same: `${sameAddress} AND ${haveOneHash}` } as const
  const decided = { isSure: true, besideHash: true } as const
  return [
    { ...byId, same: `${sameId} AND ${areOnePerson}`, isSure: true },
    ...(isDecided ? [{ ...byId, ...decided, same: `a.source_id = b.source_id AND ${isAmong(earlier)}` } as const] : []),
    ...(others.length === 0
      ? []
      : [isDecided ? ({ ...byAddress, ...decided, same: sameAddress } as const) : byAddress]),
  ]
}

const rowOfUser = z.object({ id: z.number() })

/** The users of two files of one product who have one ID or, in a file without IDs, one address, and were not joined. */
export function unjoinedOfSameProvider(database: Database): readonly number[] {
  const found = peersIn(database)
  collectAddresses(database, found)
  return found.flatMap(({ files, withoutIds }) => {
    const sameId = sql(
      database,
      `SELECT DISTINCT a.id FROM user AS a JOIN user AS b ON b.source_id = a.source_id AND b.file_id <> a.file_id
       WHERE ${isAmong(files)} AND ${isAmong(files, 'b')} AND (${isOfProduct} OR ${haveOneContact})`,
    )
    const alone = files.filter(({ id }) => withoutIds.has(id))
    const sameAddress = `SELECT DISTINCT own.user_id AS id FROM temp.address AS own JOIN temp.address AS other
      ON other.email = own.email AND other.file_id <> own.file_id WHERE own.file_id IN (${idsOf(files)})
      AND other.file_id IN (${idsOf(files)}) AND (own.file_id IN (${idsOf(alone)}) OR other.file_id IN (${idsOf(alone)}))`
    const named = alone.length === 0 ? [] : allRows(rowOfUser, sql(database, sameAddress))
    return [...allRows(rowOfUser, sameId), ...named].map(({ id }) => id)
  })
}

/** Products of which several files were read as users. */
export function peersIn(database: Database): readonly Peers[] {
  const products = new Map<string, SourceFile[]>()
  for (const file of fileTable.list(database)) {
    const { provider, role } = file.recognition ?? { provider: 'generic', role: 'parts' }
    if (file.complete && role === 'users' && provider !== 'generic')
      products.set(provider, [...(products.get(provider) ?? []), file])
  }
  return [...products].flatMap(([provider, files]) => {
    if (files.length < 2) return []
    // Addresses of users of several products tell nothing.
    const alone = formatOf(provider)?.isOfSeveral === true ? [] : files.filter(({ id }) => !hasAny(database, anyId, id))
    const withoutIds = new Set(alone.map(({ id }) => id))
    const common = alone.length > 0 ? files : withSharedIds(database, files)
    if (common.length < 2) return []
    const withHashes = common.filter(({ id }) => hasAny(database, anyHash, id))
    return [{ files: [...withHashes, ...common.filter((file) => !withHashes.includes(file))], withoutIds }]
  })
}

const fileRow = z.object({ file_id: z.number() })

/** Pages of a list have no user in common, and there may be thousands of them. */
function withSharedIds(database: Database, files: readonly SourceFile[]): readonly SourceFile[] {
  const among = `file_id IN (${idsOf(files)})`
  const shared = `SELECT DISTINCT file_id FROM user WHERE ${among} AND source_id IN (SELECT source_id FROM user
    WHERE source_id IS NOT NULL AND ${among} GROUP BY source_id HAVING min(file_id) < max(file_id))`
  const ids = new Set(allRows(fileRow, sql(database, shared)).map(({ file_id: id }) => id))
  return files.filter(({ id }) => ids.has(id))
}

const anyId = 'SELECT 1 FROM user WHERE file_id = ? AND source_id IS NOT NULL LIMIT 1'
const anyHash = `SELECT 1 FROM user AS a WHERE a.file_id = ? AND ${hashOf('a')} IS NOT NULL LIMIT 1`

function hasAny(database: Database, query: string, fileId: number): boolean {
  return sql(database, query).get(fileId) !== undefined
}

/** Collects the addresses of users in files that are told by them; an address may stand in another table of its file. */
export function collectAddresses(database: Database, peers: readonly Peers[]): void {
  if (peers.every(({ withoutIds }) => withoutIds.size === 0)) return
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS address (user_id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, email TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS temp.address_by_email ON address (email);
    DELETE FROM address`)
  for (const { files, withoutIds } of peers)
    if (withoutIds.size > 0)
      run(
        database,
        `INSERT INTO address SELECT * FROM (SELECT a.id, a.file_id, ${addressOf('a')} AS email FROM user AS a WHERE ${isAmong(files)})
         WHERE email IS NOT NULL`,
      )
}

const namesakes = `SELECT other.user_id FROM temp.address AS own JOIN temp.address AS other ON other.email = own.email WHERE own.user_id = b.id`

function idsOf(files: readonly SourceFile[]): string {
  return files.map(({ id }) => id).join(', ')
}

function isAmong(files: readonly SourceFile[], user: 'a' | 'b' = 'a'): string {
  return isOfFiles(
    user,
    files.map(({ id }) => id),
  )
}

function addressOf(user: 'a' | 'b'): string {
  return `lower(trim(coalesce(${user}.email, (SELECT p.part ->> '$.email' FROM partial_record AS p
    WHERE p.user_id = ${user}.id AND json_type(p.part, '$.email') = 'text' LIMIT 1))))`
}

/** The hash of a user, in its own row or in one that was joined. */
function hashOf(user: 'a' | 'b'): string {
  return `coalesce((SELECT t.source ->> '$.hash.hash' FROM user_text AS t WHERE t.user_id = ${user}.id AND ${holdsHash('t.source')}),
    (SELECT p.part ->> '$.hash.hash' FROM partial_record AS p WHERE p.user_id = ${user}.id AND ${holdsHash('p.part')} LIMIT 1))`
}

/** Of two hashes, none is known to be the right one. */
const haveOneHash = `coalesce(${hashOf('a')} = ${hashOf('b')}, 1)`

/** Small numbers and short names are given by every installation. */
const isOfProduct = `(length(a.source_id) >= 15 AND a.source_id GLOB '*[0-9]*')`
const haveOneContact = `(${addressOf('a')} = ${addressOf('b')} OR a.phone = b.phone)`
const areOnePerson = `(${isOfProduct} OR ${haveOneContact}) AND coalesce(${addressOf('a')} = ${addressOf('b')}, 1)`

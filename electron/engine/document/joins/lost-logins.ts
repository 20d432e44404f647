import * as z from 'zod'
import { count, counted } from '../../../../shared/format.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { getSetting } from '../settings.ts'
import { fileFact, type FactsOfFile, placeNames, setFileFact } from '../source-facts.ts'
import { allRows, type Database, oneNumber, sql } from '../sqlite.ts'
import { isListOfHashes, mapsContact } from './mapped-files.ts'
import { hasContact, holdsHash } from './referring-files.ts'

/*
 * Logins without a user while some users have none: rows match no user, or rows of a file of logins cannot be read. The passwords of these users would
 * stay behind. A ban of one of several users would let all of them in.
 */

/** Why a part whose key several users carry has no user. */
export const severalUsersMatch = 'more than one user matches'
/** Why a part of which no user has the key has none. */
export const noUserMatches = 'no user in the other files matches'

type LostLogins = NonNullable<FactsOfFile['lost-logins']>
type Group = LostLogins['groups'][number]

const isFree = 'p.file_id = ? AND p.user_id IS NULL AND p.is_other = 0'
const hasIdentity = (text: string) => `json_type(${text}, '$.identities') = 'array'`
/** Whether the text of a user does not say that it was deleted. */
export const isKept = (text: string) => `coalesce(json_extract(${text}, '$.standing'), 'active') <> 'deleted'`

/** Of `t`: the export says that its user signs in without a password, or has none. */
const needsNone = `(coalesce(json_extract(t.source, '$.phoneIsLogin'), 0) OR coalesce(json_extract(t.source, '$.emailIsLogin'), 0)
  OR coalesce(json_extract(t.source, '$.hasPassword'), 1) = 0)`

/** Of `u` with its text `t`: a user without a login of this kind, in its own row or in one that was joined. */
const lacksHash = `NOT coalesce(${holdsHash('t.source')}, 0) AND NOT EXISTS (SELECT 1 FROM partial_record AS p
  WHERE p.user_id = u.id AND ${holdsHash('p.part')})`
const lacksIdentity = `NOT coalesce(${hasIdentity('t.source')}, 0) AND NOT EXISTS (SELECT 1 FROM partial_record AS p
  WHERE p.user_id = u.id AND ${hasIdentity('p.part')})`
const usersThat = (lack: string) =>
  `SELECT count(*) AS n FROM user AS u CROSS JOIN user_text AS t ON t.user_id = u.id WHERE ${isKept('t.source')} AND ${lack}`

/** Stores for each file the logins that no user got. Users of a filter have no parts for the others. */
export function storeLostLogins(database: Database): void {
  const isFiltered = (getSetting(database, 'user-filter') ?? null) !== null
  const files = fileTable.list(database).filter(({ complete }) => complete)
  const known = new Map<string, number>()
  /** Rows of a known product are of no users but its own. */
  const countLacking = (kind: 'hash' | 'identity', provider: string, without: number | null) => {
    const key = `${kind} ${provider} ${without ?? ''}`
    const ids = files.flatMap(({ id, recognition }) => (recognition?.provider === provider ? [id] : []))
    const ofFiles = provider === 'generic' ? '' : ` AND u.file_id IN (${ids.join(', ')})`
    const others = without === null ? '' : ` AND u.file_id <> ${without} AND (${hasContact('u')})`
    const lack = `${lacksHash} AND ${lacksIdentity}${kind === 'hash' ? ` AND NOT ${needsNone}` : ''}${ofFiles}${others}`
    const found = known.get(key) ?? oneNumber(sql(database, usersThat(lack)))
    known.set(key, found)
    return found
  }
  for (const file of files) {
    const { provider = 'generic' } = file.recognition ?? {}
    const found = isFiltered ? [] : groupsIn(database, file)
    // Where most rows of a known product find their users by its own keys, the others are of users who were removed there.
    const isOfRemoved = ({ why }: Group) => why === noUserMatches && provider !== 'generic' && findsMost(database, file)
    // The rows of a file that became users have no hashes of other users in it, and a user without a contact is not sent at all.
    const lackFor = (group: Group) => {
      const lack = lackOf([group])
      return lack === null ? 0 : countLacking(lack, provider, group.kind === 'nobody' ? file.id : null)
    }
    const groups = found.filter((one) => !isOfRemoved(one) && (one.kind === 'standing' || lackFor(one) > 0))
    const lack = lackOf(groups)
    const counts = groups.map((one) => (lackOf([one]) === lack ? lackFor(one) : 0))
    const value = groups.length === 0 ? null : { groups: [...groups], lacking: Math.max(...counts) }
    if (value !== null || fileFact(database, file.id, 'lost-logins') !== null)
      setFileFact(database, file.id, 'lost-logins', value)
  }
}

/** Whether most parts of a file have a user. */
function findsMost(database: Database, { id }: SourceFile): boolean {
  const parts = (condition: string) =>
    oneNumber(sql(database, `SELECT count(*) AS n FROM partial_record AS p WHERE p.file_id = ? AND ${condition}`), id)
  return parts('p.user_id IS NOT NULL') > parts('p.user_id IS NULL')
}

/** Whether any part of a file has a user. */
export function findsUsers(database: Database, { id }: SourceFile): boolean {
  const found = 'SELECT 1 FROM partial_record WHERE file_id = ? AND user_id IS NOT NULL LIMIT 1'
  return sql(database, found).get(id) !== undefined
}

function groupsIn(database: Database, file: SourceFile): readonly Group[] {
  const hashes = groupsOf(database, file, 'hash', holdsHash('p.part'))
  const identities = groupsOf(
    database,
    file,
    'identity',
    `${hasIdentity('p.part')} AND NOT coalesce(${holdsHash('p.part')}, 0)`,
  )
  // A list may also ban users that the export lacks, as long as it names one that the export has.
  const isLost = ({ why }: Group) => why === severalUsersMatch || (why === noUserMatches && !findsUsers(database, file))
  const bans = groupsOf(database, file, 'standing', keepsOut).filter(isLost)
  return [
    ...hashes,
    ...identities,
    ...unreadableRows(database, file),
    ...usersAlone(database, file),
    ...rowsOfNobody(database, file),
    ...bans,
  ]
}

/** The kind of login that users lack where these groups have one; null: the rows only keep users out. */
function lackOf(groups: readonly Group[]): 'hash' | 'identity' | null {
  if (groups.some(({ kind }) => kind !== 'identity' && kind !== 'standing')) return 'hash'
  return groups.some(({ kind }) => kind === 'identity') ? 'identity' : null
}

/** Of `p`: a row that keeps its user out, or may do so. */
export const keepsOut = `(coalesce(json_extract(p.part, '$.standing'), 'active') <> 'active'
  OR EXISTS (SELECT 1 FROM json_each(p.part, '$.unmapped') AS one WHERE one.value ->> '$.kind' = 'status'))`

const groupRow = z.object({ why: z.string(), records: z.number() })
const placeRow = z.object({ line: z.number(), byte: z.number() })
/** Reasons and places that are named. */
const [maxReasons, maxPlaces] = [5, 5]

/** The parts of a file that no user has and that meet a condition, by the reason why. */
function groupsOf(database: Database, { id }: SourceFile, kind: Group['kind'], condition: string): readonly Group[] {
  const rows = allRows(
    groupRow,
    sql(
      database,
      `SELECT p.unmatched_reason AS why, count(*) AS records FROM partial_record AS p WHERE ${isFree} AND ${condition}
       GROUP BY 1 ORDER BY 2 DESC LIMIT ${maxReasons}`,
    ),
    id,
  )
  const places = `SELECT p.line, p.byte FROM partial_record AS p WHERE ${isFree} AND ${condition}
    AND p.unmatched_reason = ? ORDER BY p.byte LIMIT ${maxPlaces}`
  return rows.map(({ why, records }) => ({
    kind,
    why,
    records,
    first: allRows(placeRow, sql(database, places), id, why),
  }))
}

/** The rows of a file of hashes that cannot be read. Of a file with several tables, only those with something like a hash count. */
function unreadableRows(database: Database, file: SourceFile): readonly Group[] {
  if (file.unreadable === 0 || sql(database, anyJoinedHash).get(file.id) === undefined) return []
  const isOfTables = file.offers?.kind === 'tables'
  if (isOfTables && hashesIn(database, file) === 0) return []
  if (!isOfTables && file.recognition?.role !== 'parts') return []
  const rows = `FROM unreadable WHERE file_id = ? AND kind = 'record'`
  const records = oneNumber(sql(database, `SELECT count(*) AS n ${rows}`), file.id)
  if (records === 0) return []
  const first = allRows(placeRow, sql(database, `SELECT line, byte ${rows} ORDER BY byte LIMIT ${maxPlaces}`), file.id)
  return [{ kind: 'record', why: '', records, first }]
}

const anyJoinedHash = `SELECT 1 FROM partial_record AS p WHERE p.file_id = ? AND p.user_id IS NOT NULL AND ${holdsHash('p.part')} LIMIT 1`

/** The number of values like a hash in unreadable records. */
function hashesIn(database: Database, { id }: SourceFile): number {
  const accounts = fileFact(database, id, 'control-totals')?.accounts ?? []
  return accounts.reduce((sum, { kind, hashes }) => (kind === 'unreadable' ? sum + hashes : sum), 0)
}

/** The rows of a joined list of hashes whose address no other file has: each is a user of its own. */
function usersAlone(database: Database, file: SourceFile): readonly Group[] {
  const isList = file.recognition?.provider === 'generic' && file.recognition.role === 'parts' && mapsContact(file)
  if (!isList || sql(database, anyJoinedHash).get(file.id) === undefined) return []
  return hashesOfUsers(database, file, 'user')
}

/** Hashes in a file of which no row is joined with another file, but those that get a contact from one, or about whose rows the operator is asked. */
function rowsOfNobody(database: Database, file: SourceFile): readonly Group[] {
  if (!isListOfHashes(file) || file.recognition?.role === 'parts') return []
  const isAlone = `json_type(t.source, '$.sameIdElsewhere') IS NULL AND NOT (${hasContact('u')})`
  return hashesOfUsers(database, file, 'nobody', `AND ${isAlone}`)
}

function hashesOfUsers(database: Database, { id }: SourceFile, kind: Group['kind'], only = ''): readonly Group[] {
  const rows = `FROM user AS u CROSS JOIN user_text AS t ON t.user_id = u.id WHERE u.file_id = ? AND ${holdsHash('t.source')} ${only}`
  const records = oneNumber(sql(database, `SELECT count(*) AS n ${rows}`), id)
  if (records === 0) return []
  const first = allRows(placeRow, sql(database, `SELECT u.line, u.byte ${rows} ORDER BY u.id LIMIT ${maxPlaces}`), id)
  return [{ kind, why: '', records, first }]
}

/**
 * The lost logins of a file in words, `2 password hashes (line 4, line 9): no user in the other files matches; 3 users have no password`; null: there are
 * none.
 */
export function lostLoginsText(database: Database, fileId: number): string | null {
  const lost = fileFact(database, fileId, 'lost-logins')
  if (lost === null) return null
  const placeOf = placeNames(database)
  const texts = lost.groups.map(({ kind, why, records, first }) => {
    const places = first.map((at) => placeOf(fileId, at)).join(', ')
    const more = records > first.length ? `, and ${count(records - first.length)} more` : ''
    return textOf[kind](records, `(${places}${more})`, why)
  })
  const lack = lackOf(lost.groups)
  if (lack === null) return texts.join('; ')
  const have = lost.lacking === 1 ? 'has' : 'have'
  return `${texts.join('; ')}; ${counted(lost.lacking, 'user')} ${have} no ${lack === 'hash' ? 'password' : 'login of their own'}`
}

const textOf: Readonly<Record<Group['kind'], (records: number, places: string, why: string) => string>> = {
  hash: (n, places, why) => `${counted(n, 'password hash', 'password hashes')} ${places}: ${why}`,
  identity: (n, places, why) => `${counted(n, 'third-party login')} ${places}: ${why}`,
  record: (n, places) => `${counted(n, 'record')} that cannot be read ${places}`,
  nobody: (n, places) =>
    `${counted(n, 'password hash', 'password hashes')} ${places} without an email or phone number, by which no user of another file is found`,
  standing: (n, places, why) =>
    why === noUserMatches
      ? `${counted(n, 'row')} ${places} that ${n === 1 ? 'keeps' : 'keep'} people out: ${why}`
      : `${counted(n, 'row')} ${places} ${n === 1 ? 'keeps out one' : 'keep out some'} of several users with the same ID`,
  user: (n, places) =>
    `${counted(n, 'password hash', 'password hashes')} beside an email that no other file has ${places}, which ${n === 1 ? 'becomes a user of its own' : 'become users of their own'}`,
}

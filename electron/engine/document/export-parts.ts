import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { withTexts } from './facets.ts'
import { fileTable, type SourceFile, zipMemberName } from './files.ts'
import { forgetRecords } from './clear-records.ts'
import { filesOfOtherKey, replaceIds, replaceNamedIds } from './joins/ids-in-other-forms.ts'
import { joinBansInOtherLetters } from './joins/bans-in-other-letters.ts'
import { joinLoginFiles, joinMentions } from './joins/login-files.ts'
import { outdatedPlans } from './plans/outdated-plans.ts'
import { marksOfElsewhere } from '../../../shared/hashes/absence.ts'
import { isSameHash } from '../../../shared/hashes/two-hashes.ts'
import { twoPlaces } from '../../../shared/users/two-places.ts'
import { namePrefixes } from '../../../shared/exports/logins/names-of-products.ts'
import { possibleNameKey, profileKey, signInKey } from '../../../shared/mapping/entries/sign-in-names.ts'
import { nilUuid } from '../../../shared/mapping/columns/keys/key-values.ts'
import { stemOfFile } from '../../../shared/mapping/names/column-words.ts'
import { listsRequests } from '../../../shared/mapping/names/people-names.ts'
import { anyEmailKey, anyUserKey, sameColumnKey } from '../../../shared/mapping/rows/standing-rows.ts'
import { filesOfWholeUsers, filesWithSameId, isOfFiles, placeOfHashes } from './joins/mapped-files.ts'
import { filesOfAddresses } from './joins/address-files.ts'
import { filesOfAllParts } from './joins/file-of-all.ts'
import { filesOfOwnNumbers, filesOfProfiles } from './joins/reference-columns.ts'
import { settlePages } from './pages-of-lists.ts'
import { filesOfThings, markPeople } from './joins/people-beside-accounts.ts'
import { possibleLinks, storeJoinColumns } from './joins/profiles-of-accounts.ts'
import { noUserMatches, severalUsersMatch, storeLostLogins } from './joins/lost-logins.ts'
import { markSameIds } from './joins/same-ids.ts'
import { signInNames } from './joins/sign-in-names.ts'
import { lateIndexing } from './schema.ts'
import { getChoices, getSetting, setSetting } from './settings.ts'
import { allRows, bulkTransaction, type Database, oneNumber, sql, transaction } from './sqlite.ts'

const chunk = 10_000

const partRow = z.object({ id: z.number(), file_id: z.number(), keys: z.string(), part: z.string() })
const keysSchema = z.array(z.string())
const usersWithId = (without: readonly number[]) =>
  `SELECT id AS user_id, (email IS NOT NULL OR phone IS NOT NULL) AS reached FROM user WHERE source_id = ?${without.length === 0 ? '' : ` AND file_id NOT IN (${without.join(', ')})`}
   ORDER BY reached DESC, id LIMIT 2`
const usersWithEmail = 'SELECT id AS user_id FROM user WHERE email = ? LIMIT 2'
const userRow = z.object({ user_id: z.number() })

/**
 * Joins the parts of users (hashes, identities) with their users. For each part the first key that exactly one user, or an entry that is no
 * user, carries decides; a part without either stays unmatched with its reason.
 * Returns at once if no part is new. True: a part found its user.
 */
export async function joinParts(database: Database): Promise<boolean> {
  if (getSetting(database, 'joined') === true) return false
  let joined = false
  if (sql(database, 'SELECT 1 FROM partial_record WHERE user_id IS NULL LIMIT 1').get() !== undefined) {
    await collectKeys(database)
    if (sql(database, partOfAnyUser).get() !== undefined) await lateIndexing.create(database)
    await replaceNamedIds(database)
    joined = await joinAll(database)
  }
  const replaced = await replaceIds(database, getChoices(database).sameIds === 'join')
  if (replaced.joined) joined = (await joinAll(database)) || joined
  joined = joinBansInOtherLetters(database) || joined
  const names = signInNames(database, filesOfWholeUsers(database))
  if (await joinLoginFiles(database, names)) {
    joined = true
    // Rows of a list of passwords were users with the IDs of their users until now.
    if (sql(database, anyUnmatched).get() !== undefined) await joinAll(database)
  }
  // Joining comes first: a file whose hashes have found their users holds people from now on.
  const links = possibleLinks(database)
  joined = markPeople(database, links) || joined
  // Some rows are known only now to be no users: their numbers are no IDs of users.
  if ([await joinMentions(database, names), forgetNumbersOfThings(database)].includes(true)) {
    joined = true
    if (sql(database, anyUnmatched).get() !== undefined) await joinAll(database)
  }
  const without = numberedFiles(database)
  const files = filesOfAllParts(database, { several: severalUsersMatch, plainKey, without })
  if (files.size > 0) joined = (await joinAll(database, files)) || joined
  // Rows that may be no users are asked about as such.
  joined = markSameIds(database, names, links, replaced.asked) || joined
  settlePages(database)
  transaction(database, () => {
    storeJoinColumns(database, links)
    storeLostLogins(database)
    database.exec('DELETE FROM join_key')
    if (joined) outdatedPlans.forgetPlanned(database)
    setSetting(database, 'joined', true)
  })
  return joined
}

/** Of `partial_record`: a part that no user has, and no entry that is no user. */
export const isUnmatched = 'user_id IS NULL AND is_other = 0'

const anyUnmatched = `SELECT 1 FROM partial_record WHERE ${isUnmatched} LIMIT 1`
const partOfAnyUser = `SELECT 1 FROM partial_record WHERE user_id IS NULL
  AND (keys LIKE '["${anyUserKey}%' OR keys LIKE '["${sameColumnKey}%' OR keys LIKE '["${anyEmailKey}%') LIMIT 1`

/** Begins the key of a user by an ID, and by no product. */
const plainKey = 'id:'

/** `numbered`: files whose IDs number their rows, and not the users. */
const keysOfUsers = (numbered: readonly number[]) => `
  SELECT coalesce(word.value ->> '$', '${plainKey}') || user.source_id AS key, user.id FROM user ${withTexts}
    LEFT JOIN file_fact AS word ON word.file_id = user.file_id AND word.fact = 'key-word'
    WHERE user.id > ? AND user.id <= ? AND t.keys IS NULL AND user.source_id IS NOT NULL
      AND user.file_id NOT IN (${numbered.join(', ')})
  UNION SELECT one.value, t.user_id FROM user_text AS t, json_each(t.keys) AS one
    WHERE t.user_id > ? AND t.user_id <= ? AND t.keys IS NOT NULL${
      numbered.length === 0
        ? ''
        : ` AND (one.value LIKE '${profileKey}%' OR t.user_id NOT IN (SELECT id FROM user WHERE file_id IN (${numbered.join(', ')})))`
    }
  ORDER BY 1`

/** Writes down under which keys users can be found. Most migrations have no parts and need none of it. */
async function collectKeys(database: Database): Promise<void> {
  database.exec('DELETE FROM join_key')
  const insert = sql(
    database,
    `INSERT OR IGNORE INTO join_key (key, user_id) ${keysOfUsers(filesOfProfiles(database))}`,
  )
  const last = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user'))
  for (let after = 0; after < last; after += chunk) {
    const part = [after, after + chunk]
    bulkTransaction(database, () => insert.run(...part, ...part))
    await setImmediate()
  }
  database.exec(`DELETE FROM join_key WHERE key LIKE '${plainKey}%' AND user_id IN (${usersOfRequests(database)})`)
  forgetNumbersOfThings(database)
}

/** Forgets the numbers of rows that may be no users, such as the entries of a log, where users have the same ones. True: some did. */
function forgetNumbersOfThings(database: Database): boolean {
  const files = filesOfThings(database)
  if (files.length === 0) return false
  const among = `user_id IN (SELECT id FROM user WHERE file_id IN (${files.join(', ')}))`
  const forgotten = sql(
    database,
    `DELETE FROM join_key WHERE key LIKE '${plainKey}%' AND ${among}
     AND EXISTS (SELECT 1 FROM join_key AS other WHERE other.key = join_key.key AND NOT (other.${among}))`,
  )
  return Number(forgotten.run().changes) > 0
}

/** The rows of files of invitations and requests beside files with users: they have numbers of their own, which are no IDs of the users of a product. */
function usersOfRequests(database: Database): string {
  const files = allRows(fileOfUsers, sql(database, 'SELECT DISTINCT file_id FROM user')).map(({ file_id }) => file_id)
  const requests = files.filter((id) => listsRequests(stemOfFile(fileTable.get(database, id)?.name ?? '')))
  return `SELECT id FROM user WHERE file_id IN (${requests.length < files.length ? requests.join(', ') : ''})`
}

const fileOfUsers = z.object({ file_id: z.number() })

/** Files that number their own rows, such as lists of addresses and of orders. */
function numberedFiles(database: Database): readonly number[] {
  return [...filesOfOwnNumbers(database), ...filesOfAddresses(database), ...filesOfThings(database)]
}

/** `owners`: for a file, the only other one whose users its IDs name. */
async function joinAll(database: Database, owners: ReadonlyMap<number, number> = new Map()): Promise<boolean> {
  let joined = false
  const files = fileTable.list(database)
  const near = filesWithSameId(database)
  const others = new Map(files.map((file) => [file.id, filesOfOtherKey(database, file, files)]))
  const numbered = numberedFiles(database)
  for (let after = 0; ;) {
    const rows = allRows(
      partRow,
      sql(
        database,
        'SELECT id, file_id, keys, part FROM partial_record WHERE user_id IS NULL AND id > ? ORDER BY id LIMIT 2000',
      ),
      after,
    )
    const last = rows.at(-1)
    if (last === undefined) return joined
    bulkTransaction(database, () => {
      for (const row of rows)
        joined =
          joinPart(database, row, {
            near: near.get(row.file_id) ?? [],
            others: others.get(row.file_id) ?? [],
            numbered,
            owners: owners.get(row.file_id) ?? null,
          }) || joined
      if (joined) outdatedPlans.forgetPlanned(database)
    })
    after = last.id
    await setImmediate()
  }
}

/** Other files with IDs in a column of the same name, and those whose users have these IDs in another column than that of their own. */
type Beside = {
  readonly near: readonly number[]
  readonly others: readonly number[]
  /** Files that number their own rows, such as lists of addresses: their numbers are of users only where no other user has one. */
  readonly numbered: readonly number[]
  /** The only file whose users the IDs name; null: any. */
  readonly owners: number | null
}

function joinPart(database: Database, row: z.infer<typeof partRow>, beside: Beside): boolean {
  const found = findUser(database, beside, keysSchema.parse(JSON.parse(row.keys)))
  if (found.kind !== 'user') {
    setWhy(database, row.id, found)
    return false
  }
  const part = row.part.includes('"hash":{') ? besideOwnHash(database, found.userId, row) : row.part
  sql(
    database,
    "UPDATE partial_record SET user_id = ?, part = ?, unmatched_reason = '', is_other = 0 WHERE id = ?",
  ).run(found.userId, part, row.id)
  return true
}

const partWithHash = z.looseObject({
  hash: z.looseObject({ hash: z.string() }),
  unmapped: z.array(z.unknown()).optional(),
})
const hashRow = z.object({ hash: z.string(), file_id: z.number() })

/** The part of a user who has another hash already: one of the two may be an old password, so the operator is asked. The same hash adds nothing. */
function besideOwnHash(database: Database, userId: number, { file_id: fileId, part }: z.infer<typeof partRow>): string {
  const [own] = allRows(hashRow, sql(database, hashOfUser), userId, userId)
  if (own === undefined || marksOfElsewhere.includes(own.hash)) return part
  const { hash, unmapped = [], ...rest } = partWithHash.parse(JSON.parse(part))
  if (isSameHash({ hash: hash.hash }, { hash: own.hash }))
    return JSON.stringify(unmapped.length === 0 ? rest : { ...rest, unmapped })
  const [place = '', ownPlace = ''] = [fileId, own.file_id].map((id) => {
    const file = fileTable.get(database, id)
    return file === undefined ? '' : placeOfHashes(file)
  })
  const field = fileId === own.file_id ? place : twoPlaces.field(place, ownPlace)
  const told = { kind: 'second-hash', field, value: hash.hash, asks: true }
  return JSON.stringify({ ...rest, unmapped: [...unmapped, told] })
}

/** The hash of a row that was joined comes before that of the user's own row. */
const hashOfUser = `SELECT part ->> '$.hash.hash' AS hash, file_id FROM partial_record WHERE user_id = ? AND json_type(part, '$.hash') = 'object'
  UNION ALL SELECT source ->> '$.hash.hash', file_id FROM user_text JOIN user ON user.id = user_id
    WHERE user_id = ? AND json_type(source, '$.hash') = 'object' LIMIT 1`

type NoUser = { readonly kind: 'none' | 'other'; readonly why: string }
type Found = { readonly kind: 'user'; readonly userId: number } | NoUser

function findUser(database: Database, beside: Beside, keys: readonly string[]): Found {
  let several = false
  for (const key of keys) {
    if (key.endsWith(`:${nilUuid}`)) continue
    if (key.startsWith(plainKey) && hasKeysLike(database, keys[0] ?? '')) continue
    const users = beside.owners === null ? usersOf(database, beside, key) : usersInFile(database, beside.owners, key)
    const [first] = users
    if (first !== undefined && users.length === 1) return { kind: 'user', userId: first.user_id }
    if (first === undefined && sql(database, ofOther).get(key) !== undefined) return { kind: 'other', why: '' }
    several ||= first !== undefined
  }
  return { kind: 'none', why: several ? severalUsersMatch : noUserMatches }
}

const ofOther = 'SELECT 1 FROM other_key WHERE key = ? LIMIT 1'

/** The users that carry a key, two of them at most. */
function usersOf(database: Database, beside: Beside, key: string): readonly z.infer<typeof userRow>[] {
  const { near, others, numbered } = beside
  if (key.startsWith(sameColumnKey)) {
    const inFiles = `SELECT id AS user_id FROM user WHERE source_id = ? AND ${isOfFiles('user', near)} LIMIT 2`
    return allRows(userRow, sql(database, inFiles), key.slice(sameColumnKey.length))
  }
  if (key.startsWith(anyEmailKey)) return allRows(userRow, sql(database, usersWithEmail), key.slice(anyEmailKey.length))
  if (key.startsWith(signInKey)) {
    const name = key.slice(signInKey.length)
    const users = allRows(userRow, sql(database, usersWithName), name)
    return users.length > 0 ? users : usersOf(database, beside, `${possibleNameKey}${name}`)
  }
  if (!key.startsWith(anyUserKey)) {
    const users = allRows(userRow, sql(database, 'SELECT user_id FROM join_key WHERE key = ? LIMIT 2'), key)
    // Where no user has the ID, a row with a login may name its user by it.
    return users.length > 0 || !key.startsWith(plainKey)
      ? users
      : usersOf(database, beside, `${profileKey}${key.slice(plainKey.length)}`)
  }
  const withId = (without: readonly number[]) =>
    allRows(rowWithId, sql(database, usersWithId(without)), key.slice(anyUserKey.length))
  const own = numbered.length === 0 ? [] : withId([...others, ...numbered])
  return withoutLists(own.length > 0 ? own : withId(others))
}

function usersInFile(database: Database, fileId: number, key: string): readonly z.infer<typeof userRow>[] {
  const word = [anyUserKey, plainKey].find((one) => key.startsWith(one))
  const users = `SELECT id AS user_id FROM user WHERE source_id = ? AND ${isOfFiles('user', [fileId])} LIMIT 2`
  return word === undefined ? [] : allRows(userRow, sql(database, users), key.slice(word.length))
}

/** Users of known products have names under words of their own. */
const usersWithName = `SELECT DISTINCT user_id FROM join_key WHERE key IN (${namePrefixes.map((prefix) => `'${prefix}' || ?1`).join(', ')}) LIMIT 2`

const rowWithId = userRow.extend({ reached: z.number() })

/** The user with a contact rather than a row of a list of passwords that was not joined. */
function withoutLists(rows: readonly z.infer<typeof rowWithId>[]): readonly z.infer<typeof userRow>[] {
  const [first, second] = rows
  return first !== undefined && first.reached === 1 && second?.reached === 0 ? [first] : rows
}

/** Whether users of the same product are there: then an equal plain ID belongs to another user. */
function hasKeysLike(database: Database, key: string): boolean {
  const provider = key.slice(0, key.indexOf(':') + 1)
  if (provider === '' || provider === plainKey) return false
  const next = `${provider.slice(0, -1)};`
  return sql(database, 'SELECT 1 FROM join_key WHERE key >= ? AND key < ? LIMIT 1').get(provider, next) !== undefined
}

function setWhy(database: Database, id: number, { kind, why }: NoUser): void {
  sql(database, 'UPDATE partial_record SET unmatched_reason = ?, is_other = ? WHERE id = ?').run(
    why,
    kind === 'other' ? 1 : 0,
    id,
  )
}

/** A file that offers all of these parts; null: they cannot be read. Users are read from one table of a file. */
function offering(database: Database, fileId: number, names: readonly string[]): SourceFile | null {
  const file = fileTable.get(database, fileId)
  const offered = new Set(file?.offers?.parts.map(({ name }) => name))
  if (file === undefined || names.length === 0 || !names.every((name) => offered.has(name))) return null
  return file.offers?.kind === 'tables' && names.length > 1 ? null : file
}

/**
 * The operator chose what is read of a file: one of its tables, or files of a zip archive, of which the second and all later ones
 * become files of the export as well. Nothing happens when the file does not offer them.
 */
export function chooseParts(database: Database, fileId: number, names: readonly string[]): void {
  const file = offering(database, fileId, names)
  if (file === null) return
  const { offers, name, path, size } = file
  const [first = '', ...others] = names
  forgetRecords(database, fileId)
  if (offers?.kind === 'tables') return fileTable.change(database, fileId, { table_override: first, mapping: null })
  fileTable.change(database, fileId, { zip_member: first, name: zipMemberName(name, first) })
  if (others.length > 0) fileTable.addZipMembers(database, path, name, size, others)
}

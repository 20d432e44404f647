import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { counted } from '../../../../shared/format.ts'
import { hasIdsOfPeople, refersToProfile } from '../../../../shared/mapping/names/account-names.ts'
import { shownName } from '../../../../shared/mapping/shown/shown-name.ts'
import { partOfUser } from '../../../../shared/users/part-of-user.ts'
import type { ContactField, UserPart } from '../../../../shared/users/user.ts'
import { readStoredUser } from '../../import-pipeline/stored-user.ts'
import { filesWithJoinedUsers, forgetRecords, recordTables } from '../clear-records.ts'
import { fileTable } from '../files.ts'
import { asksOfOutranked, collectOutranked, holdsAddresses } from './address-files.ts'
import { decidedLogins, holdsHash, type LoginFile, loginsOf, mayHoldUsers } from './referring-files.ts'
import { idMaps, joinsOfIdMaps, settleIdMaps } from './id-maps.ts'
import { mapsContact, pathIn, placeOfHashes } from './mapped-files.ts'
import { collectLinks, joinsOfLinks, possibleLinks } from './profiles-of-accounts.ts'
import { joinsOfSameEmails, joinsOfTwoPasswords } from './same-emails.ts'
import { joinsOfMentions } from './mentions.ts'
import { joinsOfSameContacts } from './same-contacts.ts'
import { collectSeveral } from './several-owners.ts'
import { isTelling, signInNames, type SignInNames } from './sign-in-names.ts'
import { ownerAlone, possibleOwners, wasSent } from './possible-owners.ts'
import { collectAddresses, joinsOfSameProvider, peersIn } from './same-provider.ts'
import { joinsOfSameRows } from './same-rows.ts'
import { lateIndexing } from '../schema.ts'
import { getChoices } from '../settings.ts'
import { fileFact, setFileFact } from '../source-facts.ts'
import { allRows, bulkInsert, bulkTransaction, type Database, insertStatement, run, sql } from '../sqlite.ts'

/**
 * Joins files of the operator's own that say more of users in another file: password hashes, identities or contacts beside the ID or the
 * address of their user. A wrong join would give a user the password of another, so all rows are compared before any is joined.
 * True: a file was joined.
 */
export async function joinLoginFiles(database: Database, names: SignInNames = signInNames(database)): Promise<boolean> {
  const files = fileTable.list(database).filter((file) => file.complete && mayHoldUsers(file))
  if (files.length < 2) return false
  const isDecided = getChoices(database).sameIds === 'join'
  const decided = isDecided ? files.flatMap((file) => decidedLogins(database, file, files)) : []
  const peers = peersIn(database)
  const logins = inTurn(files.flatMap((file) => loginsOf(database, file, files)))
  const ofProducts = joinsOfSameProvider(peers, isDecided)
  const links = possibleLinks(database)
  const maps = idMaps(database)
  const sameRows = joinsOfSameRows(database)
  const twice = joinsOfTwoPasswords(database)
  if (!isDecided && [logins, ofProducts, links, maps, sameRows, twice].every(({ length }) => length === 0)) return false
  await lateIndexing.create(database)
  // Making indexes drops temporary tables.
  collectAddresses(database, peers)
  names.collect()
  collectLinks(database, links)
  const linked = joinsOfLinks(database, links, isDecided)
  const paired = joinsOfIdMaps(database, maps)
  const details = logins.findIndex(({ brings }) => brings === 'details')
  const at = details < 0 ? logins.length : details
  let joined = false
  /** Answers the joins that failed. */
  const join = async (...all: readonly (readonly LoginFile[])[]) => {
    const failed: LoginFile[] = []
    for (const one of all.flat()) {
      if (await joinFile(database, one, names)) joined = true
      else failed.push(one)
    }
    return failed
  }
  const all = [paired, sameRows, ofProducts, logins.slice(0, at), linked, logins.slice(at), inTurn(decided), twice]
  let open = await join(...all)
  // A file that was joined leaves its user as the only one of rows that could be of two, in whatever order the files were added.
  for (let before = all.flat().length; joined && open.length < before && hasUsersLeft(database, open);) {
    before = open.length
    open = await join(open)
  }
  // Last, since users of one contact may have been joined by their IDs or names before.
  await join(joinsOfSameEmails(database, isDecided), isDecided ? joinsOfSameContacts(database) : [])
  settleIdMaps(database, maps)
  return joined
}

/** Whether one of these files still has users of its own. */
function hasUsersLeft(database: Database, logins: readonly LoginFile[]): boolean {
  const anyUser = 'SELECT 1 FROM user WHERE file_id = ? LIMIT 1'
  const ids = new Set(logins.map(({ file }) => file.id))
  return [...ids].some((id) => sql(database, anyUser).get(id) !== undefined)
}

/**
 * Of two files of the same people, the later one says more of those in the first. Contacts of the same address are theirs before others are,
 * users with a contact before those without, and users without a hash before those with one.
 */
function inTurn(logins: readonly LoginFile[]): readonly LoginFile[] {
  const details = logins.filter(({ brings }) => brings === 'details').toReversed()
  const others = logins.filter(({ brings, besideHash }) => brings !== 'details' && besideHash !== true)
  return [
    ...others.filter(({ toAny }) => toAny !== true),
    ...others.filter(({ toAny }) => toAny === true),
    ...details.filter(({ bringsContact }) => bringsContact !== true),
    ...details.filter(({ bringsContact }) => bringsContact === true),
    ...logins.filter(({ besideHash }) => besideHash === true),
  ]
}

/** Joins rows that only name users of another file, once the rows that may be no users are marked. True: some did. */
export async function joinMentions(database: Database, names: SignInNames): Promise<boolean> {
  const mentions = joinsOfMentions(database)
  let joined = false
  if (mentions.length > 0) names.collect()
  for (const one of mentions) joined = (await joinFile(database, one, names)) || joined
  return joined
}

/** Takes joins back, so that the decision about equal IDs and names can be another one: their files are read again. Files with users that were sent stay. */
export function takeJoinsBack(database: Database): void {
  for (const id of filesWithJoinedUsers(database)) if (!wasSent(database, id)) forgetRecords(database, id)
}

const proofRow = z.object({
  rows: z.number(),
  matched: z.number(),
  telling: z.number(),
  users: z.number(),
  peers: z.number(),
})
type Proof = z.infer<typeof proofRow>
const loginRow = z.object({
  id: z.number(),
  line: z.number(),
  byte: z.number(),
  source: z.string(),
  owner: z.number(),
  place: z.number().nullable(),
  asks: z.number().nullable(),
})
const atOnce = 10_000

async function joinFile(database: Database, login: LoginFile, names: SignInNames): Promise<boolean> {
  const { file, brings } = login
  const owners = possibleOwners(database, login)
  const alone = ownerAlone(owners)
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS login_owner (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL);
    DELETE FROM login_owner`)
  run(
    database,
    `INSERT INTO login_owner SELECT id, owner FROM (SELECT b.id, ${alone} AS owner FROM user AS b WHERE b.file_id = ?)
     WHERE owner IS NOT NULL`,
    file.id,
  )
  collectSeveral(database, login, owners)
  if (login.isSure === true && brings !== 'identity' && login.isMention !== true) database.exec(forgetSeveral(brings))
  const proof = proofRow.parse(sql(database, selectProof).get(file.id))
  const joins =
    isProven(login, proof, () => mayRepeat(database, login)) &&
    !namesOthers(database, login) &&
    !wasSent(database, file.id)
  if (joins) {
    collectOutranked(database)
    if (login.by === 'name') setFileFact(database, file.id, 'named-owners', ownersIn(database))
    if (login.by === 'name' || login.by === 'email') noteOtherIds(database, file.id)
    await moveInOrder(database, login, names)
  }
  database.exec('DELETE FROM login_owner')
  if (!joins) return false
  const { recognition } = file
  if (recognition !== null) {
    const reason = `${recognition.reason}; ${reasonOf(login, proof)}`
    // The role of a known format says how its records are read. Few rows of others leave a file of users what it is.
    const isOfOthers = login.isSameRow !== true && login.isMention !== true && !areFew(login, proof)
    const role = recognition.provider === 'generic' && isOfOthers ? 'parts' : recognition.role
    fileTable.change(database, file.id, { recognition: { ...recognition, reason, role } })
  }
  return true
}

/** Counts the rows in `login_owner` with another ID than that of their owner. */
function noteOtherIds(database: Database, fileId: number): void {
  const { rows } = otherIds.parse(sql(database, selectOtherIds).get())
  if (rows > 0) setFileFact(database, fileId, 'other-ids', (fileFact(database, fileId, 'other-ids') ?? 0) + rows)
}

const otherIds = z.object({ rows: z.number() })
const selectOtherIds = `SELECT count(*) AS rows FROM login_owner AS o CROSS JOIN user AS a ON a.id = o.owner CROSS JOIN user AS b ON b.id = o.id
  WHERE b.source_id IS NOT NULL AND a.source_id IS NOT b.source_id`

/** The files of the owners of rows that are to be joined. */
function ownersIn(database: Database): readonly number[] {
  const owners = 'SELECT DISTINCT a.file_id AS id FROM login_owner AS o CROSS JOIN user AS a ON a.id = o.owner'
  return allRows(ownerRow, sql(database, owners)).map(({ id }) => id)
}

const ownerRow = z.object({ id: z.number() })

/** Of hashes or contacts that share their user, none is known to be the right one. A row without a hash takes no other's place. */
const forgetSeveral = (brings: 'hash' | 'details') =>
  `DELETE FROM login_owner WHERE owner IN (SELECT owner FROM login_owner
   ${brings === 'hash' ? "JOIN user_text AS t ON t.user_id = login_owner.id AND json_type(t.source, '$.hash') = 'object'" : ''}
   GROUP BY owner HAVING count(*) > 1)`

/** `peers`: all users of the files that have the owners. */
const selectProof = `SELECT (SELECT count(*) FROM user WHERE file_id = ?) AS rows, count(*) AS matched,
  coalesce(sum(${isTelling}), 0) AS telling, count(DISTINCT owner) AS users, (SELECT count(*) FROM user
    WHERE file_id IN (SELECT DISTINCT a.file_id FROM login_owner AS o CROSS JOIN user AS a ON a.id = o.owner)) AS peers
  FROM login_owner AS o CROSS JOIN user AS b ON b.id = o.id`

/**
 * Whether rows are of the users that they match. One match of IDs that a program made is enough. All other values may agree by chance, so
 * nearly all rows have to match, or by an ID nearly all users of the other file: most rows are theirs, or name an account. Two lists with a hash
 * of each user, or addresses and the users of a known export, are of the same people where nearly all of both have the same names, and more than one has.
 */
function isProven(
  { brings, by, key, isSure, besideHash, isMutual }: LoginFile,
  { rows, matched, telling, users, peers }: Proof,
  repeats: () => boolean,
): boolean {
  if (matched === 0) return false
  if (isSure === true) return true
  const areTheirs = hasIdsOfPeople(key) || matched * 2 >= rows
  const areNearlyAll = (found: number) => areTheirs && found * 10 >= peers * 9
  if (brings !== 'identity' && users < matched) return (matched * 10 >= rows * 9 || areNearlyAll(users)) && repeats()
  if (besideHash === true || isMutual === true)
    return matched > 1 && matched * 10 >= rows * 9 && matched * 10 >= peers * 9
  if (matched * 10 >= rows * 9) return true
  return by === 'id' ? telling === matched || areNearlyAll(matched) : by === 'reference' && areNearlyAll(matched)
}

/**
 * Whether more names are in the addresses of other users than in the address beside the same ID: both files count from 1, each in an order of
 * its own. So it is where more than half of the rows have the word of another user. The first rows tell.
 */
function namesOthers(database: Database, { by, isSure }: LoginFile): boolean {
  if (by !== 'id' && by !== 'reference') return false
  const { pairs, ofOthers } = wordsOfPairs.parse(sql(database, selectWordsOfOthers).get())
  if (ofOthers * 2 > pairs) return true
  const { own, others } = namesInAddresses.parse(sql(database, selectNamesInAddresses).get())
  return isSure !== true && others > own
}

const wordsOfPairs = z.object({ pairs: z.number(), ofOthers: z.number() })
/** Pairs of a row and its user who have no word in common that may be a name to sign in with, where another user of that file has the word of the row. The label of an entry names the row. */
const selectWordsOfOthers = `SELECT count(*) AS pairs, coalesce(sum(NOT EXISTS (SELECT 1 FROM temp.sign_in AS o
      CROSS JOIN temp.sign_in AS n WHERE o.user_id = f.id AND n.user_id = f.owner AND n.name = o.name)
    AND EXISTS (SELECT 1 FROM temp.sign_in AS o CROSS JOIN temp.sign_in AS n ON n.name = o.name CROSS JOIN user AS x ON x.id = n.user_id
      WHERE o.user_id = f.id AND NOT o.is_counted AND NOT n.is_counted AND x.file_id = a.file_id
        AND NOT EXISTS (SELECT 1 FROM temp.label AS l WHERE l.name = o.name AND l.user_id = f.id))), 0) AS ofOthers
  FROM (SELECT id, owner FROM login_owner ORDER BY id LIMIT ${atOnce}) AS f CROSS JOIN user AS a ON a.id = f.owner`

const namesInAddresses = z.object({ own: z.number(), others: z.number() })
const selectNamesInAddresses = `WITH found AS (SELECT id, owner FROM login_owner ORDER BY id LIMIT ${atOnce}),
  pair (named, addressed) AS (SELECT id, owner FROM found UNION ALL SELECT owner, id FROM found)
  SELECT coalesce(sum(own), 0) AS own, coalesce(sum(NOT own AND other), 0) AS others FROM (
    SELECT instr(a.email, lower(n.name)) > 0 AS own, EXISTS (SELECT 1 FROM user AS x
        WHERE x.email >= lower(n.name) || '@' AND x.email < lower(n.name) || 'A' AND x.file_id = a.file_id) AS other
      FROM pair CROSS JOIN user AS a ON a.id = pair.addressed CROSS JOIN temp.named AS n ON n.user_id = pair.named
      WHERE a.email IS NOT NULL AND length(n.name) > 1)`

/**
 * Whether several rows may say more of one user: they name a person, as addresses and orders name a customer, and none says that one is kept out.
 * The first contact counts, and the others are told.
 */
function mayRepeat(database: Database, { file, brings, by, key }: LoginFile): boolean {
  const isNamed = (by === 'id' || by === 'reference') && hasIdsOfPeople(key) && !refersToProfile(key)
  return (
    brings === 'details' &&
    (isNamed || holdsAddresses(database, file)) &&
    sql(database, anyStanding).get(file.id) === undefined
  )
}

const anyStanding = `SELECT 1 FROM user AS b CROSS JOIN user_text AS t ON t.user_id = b.id WHERE b.file_id = ?
  AND (coalesce(json_extract(t.source, '$.standing'), 'active') <> 'active'
    OR EXISTS (SELECT 1 FROM json_each(t.source, '$.unmapped') AS one WHERE one.value ->> '$.kind' = 'status')) LIMIT 1`

/** Whether most rows of a file with contacts stay users of their own. */
function areFew({ file }: LoginFile, { rows, matched }: Proof): boolean {
  return mapsContact(file) && matched * 2 < rows
}

/** Says of a joined file what kind of data it adds, and to how many rows and users where some have no partner. */
function reasonOf(login: LoginFile, proof: Proof): string {
  const { brings, by, key, besideHash, isSameRow } = login
  const { rows, matched, users, peers } = proof
  if (isSameRow === true)
    return `${matched} of its ${counted(rows, 'row')} ${matched === 1 ? 'stands' : 'stand'} in another file as well and ${matched === 1 ? 'is' : 'are'} read once`
  if (login.isMention === true)
    return `${matched} of its ${counted(rows, 'row')} ${matched === 1 ? 'names a user' : 'name users'} of another file by ${key}, and ${matched === 1 ? 'is no user' : 'are no users'}`
  const added =
    brings === 'details'
      ? 'its rows say more of'
      : besideHash === true
        ? 'its rows have password hashes of'
        : 'its rows add logins to'
  const isWhole = matched === rows && users === peers
  const shares =
    by === 'name'
      ? ` (${matched} of ${rows})`
      : isWhole
        ? ''
        : ` (${matched} of ${rows} rows, ${users} of ${peers} users)`
  // Columns without names are numbered.
  const value = /^\d+$/.test(key) ? `value in column ${key}` : key
  const which =
    by === 'map'
      ? `${shownName(key)} pairs with them`
      : by === 'link'
        ? `name them by ${shownName(value)}`
        : `have the same ${value}`
  if (areFew(login, proof))
    return `${matched} of its ${counted(rows, 'row')} ${matched === 1 ? 'belongs' : 'belong'} to users of another file, which ${which}`
  return `${added} the users of another file, which ${which}${shares}`
}

const insertPart = insertStatement(
  'INSERT INTO partial_record (file_id, line, byte, keys, part, user_id)',
  '(?, ?, ?, ?, ?, ?)',
)

/** Moves the rows with the primary address of their user before those with another one: the first address counts. */
async function moveInOrder(database: Database, login: LoginFile, names: SignInNames): Promise<void> {
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS login_later (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL);
    DELETE FROM login_later;
    INSERT INTO login_later SELECT o.id, o.owner FROM login_owner AS o CROSS JOIN temp.outranked AS r ON r.id = o.id;
    DELETE FROM login_owner WHERE id IN (SELECT id FROM login_later)`)
  await moveAll(database, login, names)
  database.exec(`DELETE FROM login_owner;
    INSERT INTO login_owner SELECT id, owner FROM login_later;
    DELETE FROM login_later`)
  await moveAll(database, login, names)
}

/** The rows in `login_owner` are no users any more, but parts of their owners. */
async function moveAll(database: Database, login: LoginFile, names: SignInNames): Promise<void> {
  const next = sql(
    database,
    `SELECT o.id, b.line, b.byte, t.source, o.owner, ${login.besideHash === true ? fileOfHash : 'NULL'} AS place,
       ${asksOfOutranked} AS asks
     FROM login_owner AS o CROSS JOIN user AS b ON b.id = o.id
     CROSS JOIN user_text AS t ON t.user_id = o.id WHERE o.id > ? ORDER BY o.id LIMIT ${atOnce}`,
  )
  for (let after = 0; ;) {
    const found = allRows(loginRow, next, after)
    const last = found.at(-1)
    if (last === undefined) return
    bulkTransaction(database, () => {
      move(database, login, found, [after, last.id])
      names.forget(among, after, last.id)
    })
    after = last.id
    await setImmediate()
  }
}

/** The file that the hash of an owner is from; null: it has none. */
const fileOfHash = `coalesce(
  (SELECT a.file_id FROM user AS a CROSS JOIN user_text AS w ON w.user_id = a.id WHERE a.id = o.owner AND ${holdsHash('w.source')}),
  (SELECT p.file_id FROM partial_record AS p WHERE p.user_id = o.owner AND ${holdsHash('p.part')} ORDER BY p.id LIMIT 1))`

const among = 'IN (SELECT id FROM login_owner WHERE id > ? AND id <= ?)'

/** An address beside others of one user, of which the operator says which one counts. */
function withAskedEmail(part: UserPart): UserPart {
  const unmapped = part.unmapped?.map((one) => (one.kind === 'email' ? { ...one, asks: true } : one))
  return unmapped === undefined ? part : { ...part, unmapped }
}

/** In sets: several tables have no index by user alone, and a deletion reads all of their rows. */
function move(
  database: Database,
  { file, bringsContact, isSameRow, isMention }: LoginFile,
  rows: readonly z.infer<typeof loginRow>[],
  range: readonly [number, number],
): void {
  const owner = '(SELECT owner FROM login_owner WHERE id = partial_record.user_id)'
  run(database, `UPDATE partial_record SET user_id = ${owner} WHERE user_id ${among}`, ...range)
  const pathOf = (field: ContactField) =>
    file.recognition?.provider === 'generic' ? pathIn(file, field) : `${file.name}: ${field}`
  const fields = { email: pathOf('email'), phone: pathOf('phone') }
  const names = new Map(fileTable.list(database).map((one) => [one.id, placeOfHashes(one)]))
  const nameOf = (id: number) => names.get(id) ?? ''
  bulkInsert(database, insertPart, rows, (values, { line, byte, source, owner: of, place, asks }) => {
    const user = readStoredUser(source)
    const keys = user.sourceId === null ? [] : [`id:${user.sourceId}`]
    const whole = isSameRow === true ? {} : partOfUser(user, fields, bringsContact === true && asks === null)
    const told = whole.unmapped?.filter(({ kind }) => kind === 'phone').map((one) => ({ ...one, asks: false })) ?? []
    const added = isMention !== true ? whole : told.length === 0 ? {} : { unmapped: told }
    const part = bringsContact === true && asks === 1 ? withAskedEmail(added) : added
    const besideHash =
      place === null
        ? {}
        : { besideHash: { field: nameOf(file.id), ownField: nameOf(place), isFirst: file.id < place } }
    values.push(file.id, line, byte, JSON.stringify(keys), JSON.stringify({ ...part, ...besideHash }), of)
  })
  for (const table of recordTables) run(database, `DELETE FROM ${table} WHERE user_id ${among}`, ...range)
  run(database, `DELETE FROM user WHERE id ${among}`, ...range)
}

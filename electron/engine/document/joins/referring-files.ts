import { marksOfElsewhere } from '../../../../shared/hashes/absence.ts'
import { hasIdsOfPeople, refersToProfile } from '../../../../shared/mapping/names/account-names.ts'
import { nilUuid } from '../../../../shared/mapping/columns/keys/key-values.ts'
import { wordsOf } from '../../../../shared/mapping/names/column-words.ts'
import { mayRefer } from '../../../../shared/mapping/entries/references.ts'
import type { MappingTarget } from '../../../../shared/mapping/targets.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { holdsAddresses } from './address-files.ts'
import {
  countsRows,
  isListOfHashes,
  isNamedAfterPasswords,
  isNamedAfterUsers,
  isOfFiles,
  mapsContact,
  notInLaterList,
  pathIn,
} from './mapped-files.ts'
import { isNamedAfterRows } from './named-rows.ts'
import {
  filesOfSameKey,
  namesRowsAlone,
  numbersOwnRows,
  possibleReference,
  referenceOf,
  sameReference,
} from './reference-columns.ts'
import { differInName, isMadeId, isTelling, sameName, similarName } from './sign-in-names.ts'
import { fileFact } from '../source-facts.ts'
import { type Database, sql } from '../sqlite.ts'

/* Files of the operator's own whose rows may refer to users of another file, and by what. */

/** A file whose rows may be parts of users of another one. */
export type LoginFile = {
  readonly file: SourceFile
  readonly brings: 'hash' | 'identity' | 'details'
  /** The user may have no contact, as in the lists of accounts of a system: their hashes stand in a file of their own. */
  readonly toAny?: true
  /** The user may be in a file of which nothing but its name says that it has users. */
  readonly toDoubted?: true
  /** The kind of value that tells the user of a row. Names have keys of their own, and short IDs may agree by chance. */
  readonly by: 'id' | 'reference' | 'link' | 'email' | 'name' | 'map'
  /** Users may get their first address or number from it. */
  readonly bringsContact?: boolean
  /** The user may have a hash of its own: one of the two counts, and the other one is told. */
  readonly besideHash?: true
  /** Nearly all rows and nearly all users of the other file have to match. */
  readonly isMutual?: true
  /** Each row and its user are one person: the operator decided so, or their IDs tell. */
  readonly isSure?: true
  /** Each row is the same as that of its user, and brings nothing. */
  readonly isSameRow?: true
  /** Rows name their user, several the same one, and bring nothing. */
  readonly isMention?: true
  /** The condition that makes `a`, a user of another file, the user of `b`, a row of this one. */
  readonly same: string
  readonly key: string
}

/** Whether a file may have users: rows without a partner stay users, and find one in a file that is added later. */
export function mayHoldUsers({ recognition, mapping }: SourceFile): boolean {
  return recognition?.role === 'users' || (recognition?.provider === 'generic' && mapping !== null)
}

/** How the rows of a file may refer to users of another one, in the order to try; none: they are users themselves. */
export function loginsOf(database: Database, file: SourceFile, files: readonly SourceFile[]): readonly LoginFile[] {
  return [...loginsOfLacking(database, file, files), ...secondHashes(database, file, files)]
}

/** Hashes beside names, of users who may have a hash in another file as well: `.htpasswd` beside `.htdigest`, `shadow` beside `passwd`. */
function secondHashes(database: Database, file: SourceFile, files: readonly SourceFile[]): readonly LoginFile[] {
  if (!isListOfHashes(file) || broughtBy(database, file) !== 'hash' || namesRowsAlone(database, file)) return []
  if (referenceOf(database, file) !== null) return []
  const same = `${sameName}${notInLaterList(file, files)}`
  return [{ file, brings: 'hash', by: 'name', key: userName, same, toAny: true, besideHash: true }]
}

/** The same, of users who lack what the rows bring. */
function loginsOfLacking(database: Database, file: SourceFile, files: readonly SourceFile[]): readonly LoginFile[] {
  if (file.mapping === null || file.recognition?.provider !== 'generic') return []
  const [id, email, phone] = [pathIn(file, 'source-id'), pathIn(file, 'email'), pathIn(file, 'phone')]
  const brings = broughtBy(database, file)
  const reference = referenceOf(database, file)
  if (reference !== null) return referringLogins(database, file, brings, reference, files)
  if (numbersOwnRows(database, file)) return []
  const addresses = holdsAddresses(database, file) ? addressesByName(file) : []
  // Further addresses of users who have a password and an address of their own are told.
  const further: readonly LoginFile[] =
    addresses.length === 0 || id === undefined || !hasIdsOfPeople(id)
      ? []
      : [{ file, brings, by: 'id', key: id, same: `${sameId} AND (${hasHash})` }]
  if (brings === 'details')
    return [
      ...addresses,
      ...(addresses.length === 0 && id === undefined && email !== undefined && !namesRowsAlone(database, file)
        ? addressesOfProducts(file, files)
        : []),
      ...(mapsContact(file) || namesRowsAlone(database, file)
        ? []
        : [{ ...byName(file, brings), toAny: true } as const]),
      ...detailsOf(
        file,
        { id, email, phone, near: id === undefined ? [] : filesOfSameKey(database, file.id, id) },
        files.some((other) => other !== file && mayLack(other, 'email')),
      ),
      ...further,
    ]
  const isReached = mapsContact(file)
  // Whole users beside whole users have nothing to bring, so a million of them are not compared.
  if (isReached && brings === 'hash' && !files.some((other) => other !== file && mayLack(other, 'password-hash')))
    return []
  const named: readonly LoginFile[] =
    !isReached && brings === 'hash' && !namesRowsAlone(database, file)
      ? [byName(file, brings), { ...byName(file, brings), toAny: true }]
      : []
  if (id === undefined)
    return email === undefined ? named : [{ file, brings, by: 'email', key: email, same: sameEmail }]
  if (brings === 'identity' && isReached && !hasIdsOfPeople(id)) return []
  if (!isReached && !hasIdsOfPeople(id) && hasOtherKey(database, file, id)) {
    // The number of an employee in both files is no number of a row.
    const near = !mayRefer(id) ? [] : filesOfSameKey(database, file.id, id)
    const byKey = { file, brings, by: 'id', key: id, same: `${sameId} AND ${isOfFiles('a', near)}` } as const
    return near.length === 0 ? named : [byKey, ...named]
  }
  const also = isReached && brings === 'hash' ? ` AND ${sameEmailToo}` : ''
  // A user has several logins at third parties, which mostly have numbers of their own.
  const ofLogin = pathIn(file, 'provider-user-id') !== undefined && !hasIdsOfPeople(id) ? ` AND ${isTelling}` : ''
  const byId = { file, brings, by: 'id', key: id, same: `${ofOwner(id)}${also}${ofLogin}` } as const
  // The contacts of some users may be in a third file.
  const mayLackContact = hasIdsOfPeople(id) && (brings === 'identity' || !isReached)
  const anybody = mayLackContact ? [{ ...byId, toAny: true as const }] : []
  return [byId, ...anybody, ...named, ...byAddress(database, file, files, brings, { id, email })]
}

/**
 * Hashes beside an address and a made ID that no user has, such as the `_id` of a collection: it is the row's own, and tells no user. The IDs in a file of
 * passwords number its rows, unless users in another file have the same IDs and addresses.
 */
function byAddress(
  database: Database,
  file: SourceFile,
  files: readonly SourceFile[],
  brings: LoginFile['brings'],
  { id, email }: { readonly id: string; readonly email: string | undefined },
): readonly LoginFile[] {
  if (brings !== 'hash' || email === undefined || hasIdsOfPeople(id) || hasOtherKey(database, file, id)) return []
  const login = { file, brings, by: 'email', key: email } as const
  const isList = (one: SourceFile) =>
    isNamedAfterUsers(one) && (pathIn(one, 'source-id') !== undefined || countsRows(database, file))
  const lists = isNamedAfterPasswords(file) ? files.filter(isList).map((one) => one.id) : []
  const ofLists = `${sameEmail} AND ${isOfFiles('a', lists)} AND NOT (${knowsUsers(file)})`
  return [
    { ...login, same: `${sameEmail} AND ${isTelling} AND NOT (${knowsIds(file)})` },
    ...(lists.length === 0 ? [] : [{ ...login, same: ofLists, toDoubted: true as const }]),
  ]
}

/** Whether more than one in ten rows of a file have the ID and the address of a user in another one. Fewer may have them by chance. */
const knowsUsers = ({ id }: SourceFile) => `EXISTS (SELECT 1 FROM partial_record WHERE file_id = ${id})
  OR (SELECT count(*) FROM user AS x WHERE x.file_id = ${id} AND EXISTS (SELECT 1 FROM user AS y
    WHERE y.source_id = x.source_id AND y.file_id <> x.file_id AND +y.email = x.email)) * 10 > (SELECT count(*) FROM user WHERE file_id = ${id})`

/** Whether IDs of a file are of users in another one: an address that has got another ID since is of another account. */
const knowsIds = ({ id }: SourceFile) => `EXISTS (SELECT 1 FROM partial_record WHERE file_id = ${id})
  OR EXISTS (SELECT 1 FROM user AS x CROSS JOIN user AS y ON y.source_id = x.source_id AND y.file_id <> x.file_id WHERE x.file_id = ${id})`

function byName(file: SourceFile, brings: LoginFile['brings']): LoginFile {
  return { file, brings, by: 'name', key: userName, same: sameName }
}

/** Addresses of users without one, and further ones of users who have a password. */
function addressesByName(file: SourceFile): readonly LoginFile[] {
  const named = byName(file, 'details')
  const only = `AND (${sameEmail} OR (${lacksEmail}))`
  return [
    { ...named, same: `${sameName} ${only}`, bringsContact: true },
    { ...named, same: `${sameName} AND (${hasHash})` },
  ]
}

/** Addresses beside the names of users of known exports, which lack one: their hashes are no list of the operator's own that looks for an address. */
function addressesOfProducts(file: SourceFile, files: readonly SourceFile[]): readonly LoginFile[] {
  const products = files.filter(({ recognition }) => recognition !== null && recognition.provider !== 'generic')
  if (products.length === 0) return []
  const ofProduct = isOfFiles(
    'a',
    products.map(({ id }) => id),
  )
  const same = `${sameName} AND ${ofProduct} AND (${sameEmail} OR (${lacksEmail}))`
  return [{ ...byName(file, 'details'), same, bringsContact: true, isMutual: true }]
}

const userName = 'user name'

/** Whether a user or a part has a hash itself, and not only a mark of one in another file. */
export const holdsHash = (text: string): string =>
  `json_extract(${text}, '$.hash.hash') NOT IN (${marksOfElsewhere.map((mark) => `'${mark}'`).join(', ')})`

/** Of `a`: a user with a hash, in its own row or in one that was joined. */
export const hasHash = `EXISTS (SELECT 1 FROM user_text AS t WHERE t.user_id = a.id AND ${holdsHash('t.source')})
  OR EXISTS (SELECT 1 FROM partial_record AS p WHERE p.user_id = a.id AND ${holdsHash('p.part')})`

const hashOf = (user: string) =>
  `(SELECT json_extract(t.source, '$.hash.hash') FROM user_text AS t WHERE t.user_id = ${user}.id)`
/** Both have one hash: it is the same row in two files. */
export const sameHash = `${hashOf('a')} = ${hashOf('b')}`

/** The contact of a user may be in a row of another table of its file. */
export const hasContact = (
  user: 'a' | 'u',
): string => `${user}.email IS NOT NULL OR ${user}.phone IS NOT NULL OR EXISTS (SELECT 1 FROM partial_record AS p
  WHERE p.user_id = ${user}.id AND (json_type(p.part, '$.email') = 'text' OR json_type(p.part, '$.phone') = 'text'))`

const sameId = `a.source_id = b.source_id AND a.source_id <> '${nilUuid}' AND NOT (${differInName})`
const sameEmail = 'a.email = b.email'
/** Beside an ID, which fewer rows share: without the plus sign SQLite begins with the email. */
const sameEmailToo = `+${sameEmail}`
const lacksEmail = `a.email IS NULL AND NOT EXISTS (SELECT 1 FROM partial_record AS p
  WHERE p.user_id = a.id AND json_type(p.part, '$.email') = 'text')`
/** By the ID in a column that refers to a person. Profiles may count in numbers of their own, which agree with IDs of users by chance. */
function ofOwner(column: string): string {
  return refersToProfile(column) ? `${sameId} AND ${isTelling}` : sameId
}

/** The columns of a file with contacts, and `near`, the files with the same IDs by the name of their column. */
type Contacts = Readonly<Record<'id' | 'email' | 'phone', string | undefined>> & { readonly near: readonly number[] }

/**
 * Contacts of users in another file: of the same address and ID; of the ID of an account; and where users may lack an address, of theirs by
 * any ID that tells.
 */
function detailsOf(file: SourceFile, { id, email, phone, near }: Contacts, areLacking: boolean): readonly LoginFile[] {
  const brings = 'details'
  if (id === undefined) return email === undefined ? [] : [{ file, brings, by: 'email', key: email, same: sameEmail }]
  const details = { file, brings, by: 'id', key: id } as const
  const refers = hasIdsOfPeople(id)
  // Two files with one number of customers by its name count the same people.
  const isNear = refers ? '1' : isOfFiles('a', near)
  if (email === undefined)
    return refers || (phone !== undefined && near.length > 0)
      ? [{ ...details, same: `${sameId} AND ${isNear}`, bringsContact: phone !== undefined }]
      : []
  const lacks = refers ? lacksEmail : `${lacksEmail} AND ${isTelling}`
  const added = { ...details, same: `${sameId} AND (${sameEmail} OR (${lacks}))`, bringsContact: true }
  return [{ ...details, same: `${sameId} AND ${sameEmailToo}` }, ...(areLacking ? [added] : [])]
}

/** Finds the users of rows with a number or a label of their own by the column that names a user, and by nothing else. */
function referringLogins(
  database: Database,
  file: SourceFile,
  brings: LoginFile['brings'],
  key: string,
  files: readonly SourceFile[],
): readonly LoginFile[] {
  const referring = { file, brings, by: 'reference', key } as const
  const same = sameReference(key)
  if (brings !== 'details') {
    const also = mapsContact(file) ? ` AND (b.email IS NULL OR ${sameEmail} OR (${lacksEmail}))` : ''
    const one = { ...referring, same: `${same}${also}` }
    return [one, { ...one, toAny: true }]
  }
  const alike = `${same} AND (b.email IS NULL OR ${sameEmail} OR (${lacksEmail}))`
  // A number in a column of another name may be that of a person in a system that is not here, whose address is another one.
  const named = files.flatMap((one) => (one.id !== file.id && isNamedAfterRows(database, key, one) ? [one.id] : []))
  const isSurely = `(${hasHash}) OR ${isOfFiles('a', named)} OR ${isMadeId('a')}`
  const told = { ...referring, same: `${same} AND (${isSurely})` }
  return mapsContact(file) ? [{ ...referring, same: alike, bringsContact: true }, told] : []
}

/**
 * How the rows of a file refer to users by a name or an ID that the operator trusts: names first, as they tell more. Rows with a login and
 * another address, or with a second hash beside an ID, are not joined.
 */
export function decidedLogins(
  database: Database,
  file: SourceFile,
  files: readonly SourceFile[],
): readonly LoginFile[] {
  if (file.recognition?.provider !== 'generic') return []
  const id = pathIn(file, 'source-id')
  const bringsContact = mapsContact(file)
  const brings = broughtBy(database, file)
  // A user with a password keeps its address, and the other one is told.
  const mayDiffer = brings === 'details' ? ` OR (${hasHash})` : ''
  const only = bringsContact ? ` AND (b.email IS NULL OR ${sameEmail} OR (${lacksEmail})${mayDiffer})` : ''
  const decided = { file, brings, bringsContact, isSure: true } as const
  const beside = brings === 'hash' && isListOfHashes(file) ? ({ besideHash: true } as const) : {}
  const same = `${similarName}${only}${notInLaterList(file, files)}`
  const named = { ...decided, ...beside, by: 'name', key: userName, same } as const
  const anybody = named.besideHash === true ? [{ ...named, toAny: true as const }] : []
  const names = namesRowsAlone(database, file) ? [] : [named, ...anybody]
  const reference = referenceOf(database, file)
  if (reference !== null) {
    // A row that says more of its user is that of the user whatever its address.
    const also = brings === 'details' ? '' : only
    return [...names, { ...decided, by: 'reference', key: reference, same: `${sameReference(reference)}${also}` }]
  }
  if (id === undefined) return names
  if (numbersOwnRows(database, file)) return names
  const possible = brings !== 'details' && !bringsContact ? possibleReference(database, file) : null
  if (possible !== null)
    return [...names, { ...decided, by: 'reference', key: possible.path, same: `a.source_id IN (${possible.values})` }]
  return [...names, { ...decided, by: 'id', key: id, same: `${sameId}${only}` }]
}

/** The kind of data that the rows of a file add to users of another one. */
export function broughtBy(database: Database, file: SourceFile): LoginFile['brings'] {
  const anyHash = `SELECT 1 FROM user AS b CROSS JOIN user_text AS t ON t.user_id = b.id
    WHERE b.file_id = ? AND ${holdsHash('t.source')} LIMIT 1`
  if (pathIn(file, 'password-hash') !== undefined && sql(database, anyHash).get(file.id) !== undefined) return 'hash'
  if (pathIn(file, 'provider-user-id') !== undefined) return 'identity'
  // Second factors stand apart from the contacts of their users; a mapping may name columns of other files.
  const filled = new Set(
    (fileFact(database, file.id, 'column-counts')?.columns ?? []).flatMap(({ path, filled: n }) =>
      n > 0 ? [path] : [],
    ),
  )
  const isFilled = (target: MappingTarget) => filled.has(pathIn(file, target) ?? '')
  return isFilled('totp-secret') && !isFilled('email') && !isFilled('phone') ? 'identity' : 'details'
}

/**
 * Files that speak of users of other files by the names of their columns: of the ID, as `user_id` of a table of contacts, or of an address
 * that is one of several of a person, as `private_email`.
 */
export function filesOfSamePeople(database: Database): readonly number[] {
  const files = fileTable.list(database).map((file) => ({
    id: file.id,
    refers: hasIdsOfPeople(pathIn(file, 'source-id') ?? ''),
    kinds: wordsOf(pathIn(file, 'email') ?? '')
      .filter((word) => kindsOfAddresses.has(word))
      .join(' '),
  }))
  const areSeveral = new Set(files.map(({ kinds }) => kinds)).size > 1
  return files.flatMap(({ id, refers, kinds }) => (refers || (areSeveral && kinds !== '') ? [id] : []))
}

const kindsOfAddresses: ReadonlySet<string> = new Set(
  'private personal home work business office company school'.split(' '),
)

function tellsApart({ filled, distinct }: { readonly filled: number; readonly distinct: number }): boolean {
  return filled > 0 && distinct >= filled * 0.9
}

const ofTime =
  /(?:^|[_ ])(?:at|on|date|time|timestamp)$|(?:created|updated|modified|changed)(?:at|on|_)?|(?:At|On|Date|Time)$/

/** Whether users of a file may have no such value of their own; only reading tells of a known export. */
function mayLack(file: SourceFile, wanted: MappingTarget): boolean {
  return pathIn(file, wanted) === undefined
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

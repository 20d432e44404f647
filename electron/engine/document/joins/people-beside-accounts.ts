import * as z from 'zod'
import { mentionsEmail } from '../../../../shared/mapping/columns/email-columns.ts'
import { holdsContactsAlone } from '../../../../shared/mapping/columns/table-doubt.ts'
import { labelColumn } from '../../../../shared/mapping/entries/label-key.ts'
import { stemOfFile, wordsOf } from '../../../../shared/mapping/names/column-words.ts'
import {
  holdsGroups,
  holdsPeople,
  isPeopleWord,
  listsRequests,
  mayHoldAccounts,
  mentionsPeople,
} from '../../../../shared/mapping/names/people-names.ts'
import { fitOfName } from '../../../../shared/mapping/names/name-fit.ts'
import { newerFile } from '../../../../shared/planning/decisions/newer-file.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { getSetting, setSetting } from '../settings.ts'
import { isOfColumns, pathIn } from './mapped-files.ts'
import { filesWithLinkedPeople, type Link } from './profiles-of-accounts.ts'
import { fileFact } from '../source-facts.ts'
import { allRows, bulkTransaction, type Database, run, sql } from '../sqlite.ts'

/*
 * Files of people beside a file of accounts with passwords: people with a contact alone, such as staff or customers, people named by a
 * foreign key of the accounts, people who asked for an account, and users of an older list alone. These people may have no account.
 */

const mark = '$.mayBeOther'
/** A row describes a person whose account is in another file, a group of people such as a team, a request for an account, or a former user. The last three may have a password. */
const marks = ['person', 'group', 'request', 'former'] as const
type Mark = (typeof marks)[number]
const usersOf = 'user_id IN (SELECT id FROM user WHERE file_id = ?)'
/** Rows that are doubted for what they hold stay so. */
const markUsers = `UPDATE user_text SET source = json_set(source, '${mark}', ?) WHERE json_type(source, '${mark}') IS NULL AND ${usersOf}`
const unmarkUsers = `UPDATE user_text SET source = json_remove(source, '${mark}') WHERE source ->> '${mark}' IN (${marks.map((one) => `'${one}'`).join(', ')}) AND ${usersOf}`
const anyUnmarked = `SELECT 1 FROM user_text WHERE json_type(source, '${mark}') IS NULL AND ${usersOf} LIMIT 1`

/** Marks the users of such files, so that planning asks whether they are users. Files are joined before, so that people with an account are parts of it. True: marks changed. */
export function markPeople(database: Database, links: readonly Link[]): boolean {
  const before = getSetting(database, 'people-marked') ?? []
  const lists = filesOfPeople(database, links)
  const ids = lists.map(({ id }) => id)
  const gone = before.filter((id) => !ids.includes(id))
  const open = lists.filter(({ id }) => sql(database, anyUnmarked).get(id) !== undefined)
  if (gone.length === 0 && open.length === 0) return false
  bulkTransaction(database, () => {
    for (const id of gone) run(database, unmarkUsers, id)
    for (const { id, as } of open) run(database, markUsers, as, id)
    setSetting(database, 'people-marked', ids)
  })
  return true
}

/** Files that may hold something other than users, such as orders. A user with a contact and a password is not joined into one. */
export function doubtedFiles(database: Database): readonly number[] {
  const isDoubted = (file: SourceFile) =>
    namesPeopleOfThings(file) || sql(database, firstDoubted).get(file.id) !== undefined
  return fileTable.list(database).flatMap((file) => (isDoubted(file) ? [file.id] : []))
}

/** Files of rows that may be no users, and are called after no people: the numbers of orders or of sign-in attempts are no IDs of users. */
export function filesOfThings(database: Database): readonly number[] {
  return doubtedFiles(database).filter((id) => !holdsPeople(stemOfFile(fileTable.get(database, id)?.name ?? '')))
}

/** Whether the rows of a file are things that name a person by an address, as `customer_email` of `sales.csv` does: their numbers and states are no one's. */
export function namesPeopleOfThings(file: SourceFile): boolean {
  const [email, name] = [pathIn(file, 'email'), stemOfFile(file.name)]
  if (email === undefined || !isOfColumns(file) || pathIn(file, 'password-hash') !== undefined) return false
  const isNamed = mentionsEmail(email) && wordsOf(email).some((word) => isPeopleWord(word) || roles.test(word))
  return isNamed && fitOfName('email', email) !== 'exact' && !mentionsPeople(name) && !mayHoldAccounts(name)
}

/** Words for what a person is to a thing. */
const roles =
  /^(?:reporter|author|writer|organi[sz]er|buyer|purchaser|seller|vendor|applicant|candidate|request[eo]r|sender|recipient|submitter|creator|owner|assignee|guest|host|payer|payee|attendee|participant|visitor|melder|verfasser|kaufer|verkaufer|bewerber|auteur|acheteur|vendeur|autor|comprador|vendedor|autore|acquirente|venditore)$/

/** All rows of a file are doubted, or none is. */
const firstDoubted = `SELECT 1 FROM (SELECT t.source FROM user AS a CROSS JOIN user_text AS t ON t.user_id = a.id
  WHERE a.file_id = ? LIMIT 1) WHERE json_type(source, '${mark}') IS NOT NULL`

function filesOfPeople(
  database: Database,
  links: readonly Link[],
): readonly { readonly id: number; readonly as: Mark }[] {
  const files = fileTable.list(database).filter(({ complete }) => complete)
  if (files.length < 2) return []
  const groups = files.filter((file) => isOfColumns(file) && holdsGroups(stemOfFile(file.name)))
  const requests = files.filter((file) => isOfColumns(file) && listsRequests(stemOfFile(file.name)))
  const named = filesWithLinkedPeople(database, links)
  const isOne = (file: SourceFile) =>
    !groups.includes(file) && !requests.includes(file) && (named.has(file.id) || isList(database, file))
  const lists = files.filter(isOne)
  const former = olderLists(database, files)
  if (lists.length + groups.length + requests.length + former.length === 0) return []
  const withPasswords = new Set(allRows(fileRow, sql(database, filesWithPasswords)).map(({ id }) => id))
  const withAccounts = files.filter(
    (file) => withPasswords.has(file.id) && !groups.includes(file) && !requests.includes(file),
  )
  // The users of the passwords may be in any file that is named after them, or tells nothing by its name.
  const passwordsWait = withAccounts.length === 0
  if (passwordsWait && sql(database, anyWaitingPassword).get() === undefined) return []
  return [
    ...former.map(({ id }) => ({ id, as: 'former' as const })),
    ...(withAccounts.length === 0 ? [] : requests.map(({ id }) => ({ id, as: 'request' as const }))),
    ...groups
      .filter((group) => !withAccounts.some((file) => hasFieldsOf(database, group, file)))
      .map(({ id }) => ({ id, as: 'group' as const })),
    ...lists
      .filter(({ id, name }) => !withPasswords.has(id) && (!passwordsWait || !mayHoldAccounts(stemOfFile(name))))
      .filter((list) => named.has(list.id) || !withAccounts.some((file) => isOfSameForm(database, list, file)))
      .map(({ id }) => ({ id, as: 'person' as const })),
  ]
}

/** Files whose names call them older than another file with the same users. A user of the older file alone may have been removed since. */
function olderLists(database: Database, files: readonly SourceFile[]): readonly SourceFile[] {
  const names = new Map(files.map(({ id, name }) => [id, name]))
  return files.filter((file) => {
    const isOlder = (id: number) => newerFile({ added: file.name, own: names.get(id) ?? '' })?.place === 'own'
    return (
      isOfColumns(file) && allRows(fileRow, sql(database, filesOfMost), file.id, file.id).some(({ id }) => isOlder(id))
    )
  })
}

/** The files that have the users of most rows of another one. */
const filesOfMost = `SELECT a.file_id AS id FROM partial_record AS p CROSS JOIN user AS a ON a.id = p.user_id WHERE p.file_id = ?
  AND json_type(p.part, '$.besideHash') = 'object' GROUP BY a.file_id HAVING count(*) > (SELECT count(*) FROM user WHERE file_id = ?)`

const fileRow = z.object({ id: z.number() })

/** Files with a user who has a password and an address, in its own row or in one that was joined. */
const filesWithPasswords = `SELECT id FROM file WHERE
  EXISTS (SELECT 1 FROM user AS a CROSS JOIN user_text AS t ON t.user_id = a.id
    WHERE a.file_id = file.id AND a.email IS NOT NULL AND json_type(t.source, '$.hash') = 'object')
  OR EXISTS (SELECT 1 FROM partial_record AS p CROSS JOIN user AS a ON a.id = p.user_id
    WHERE a.file_id = file.id AND json_type(p.part, '$.hash') = 'object')`

/** A password that no user with an address has: whose it is has to be found before anybody is created without one. */
const anyWaitingPassword = `SELECT 1 FROM user AS a CROSS JOIN user_text AS t ON t.user_id = a.id
    WHERE a.email IS NULL AND a.phone IS NULL AND json_type(t.source, '$.hash') = 'object'
  UNION ALL SELECT 1 FROM partial_record WHERE user_id IS NULL AND json_type(part, '$.hash') = 'object' LIMIT 1`

/** Whether a file was read by its columns, none of which the operator chose, and has nothing but contacts. */
function isList(database: Database, file: SourceFile): boolean {
  const name = stemOfFile(file.name)
  // Fixtures number the labels of their entries: `customers_1`.
  const isLabel = (path: string) => file.format === 'yaml' && path === labelColumn && !mayHoldAccounts(name)
  const columns = columnsOf(database, file).filter((path) => !isLabel(path))
  return isOfColumns(file) && file.mapping !== null && holdsContactsAlone(columns, file.mapping, name)
}

function columnsOf(database: Database, { id }: SourceFile): readonly string[] {
  return (fileFact(database, id, 'column-counts')?.columns ?? []).map(({ path }) => path)
}

/**
 * Whether a list is a part of the same export, of users without a password: it has the column of the hashes, or, where each record names its
 * fields, no field that the accounts lack.
 */
function isOfSameForm(database: Database, list: SourceFile, accounts: SourceFile): boolean {
  const own = columnsOf(database, list)
  const hashes = accounts.mapping?.columns.filter(({ target }) => target === 'password-hash') ?? []
  if (hashes.some(({ path }) => own.includes(path))) return true
  if (list.format === null || !namingFields.includes(list.format)) return false
  return own.length >= enoughFields && hasFieldsOf(database, list, accounts)
}

/** Whether the accounts have every field of a list. */
function hasFieldsOf(database: Database, list: SourceFile, accounts: SourceFile): boolean {
  const others = new Set(columnsOf(database, accounts))
  return columnsOf(database, list).every((path) => others.has(path))
}

const namingFields: readonly SourceFile['format'][] = ['json', 'ndjson', 'yaml', 'bson', 'xml']
const enoughFields = 3

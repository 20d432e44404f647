import { stemOfFile } from '../../../../shared/mapping/names/column-words.ts'
import { areOtherRegions, environmentIn } from '../../../../shared/mapping/names/ids/environment-names.ts'
import { fileTable, type SourceFile } from '../files.ts'
import { type Database, sql } from '../sqlite.ts'
import { filesOfAddresses } from './address-files.ts'
import { filesOfOtherKey } from './ids-in-other-forms.ts'
import { filesOfOtherIds, filesOfTwoIds } from './ids-of-things.ts'
import { mapsContact } from './mapped-files.ts'
import { filesOfOtherPeople, filesOfOtherRows, isNamedAfterRows } from './named-rows.ts'
import { doubtedFiles, filesOfThings } from './people-beside-accounts.ts'
import { isTelling } from './sign-in-names.ts'
import { filesOfOwnNumbers, labelledProfiles } from './reference-columns.ts'
import { hasContact, hasHash, type LoginFile, sameHash } from './referring-files.ts'
import { filesOfSameTenants, haveOneTenant } from './same-tenants.ts'

/* Users of other files who may be the owners of the rows of a file. Equal numbers alone may be of other people, as names say. */

/** The part of a query from FROM on that finds the possible owners `a` of `b`, a row of the file. */
export function possibleOwners(database: Database, login: LoginFile): string {
  const { file, brings, same, bringsContact, besideHash, isSure } = login
  const files = fileTable.list(database)
  const free =
    brings === 'hash' && besideHash !== true ? ` AND (NOT (${hasHash})${isSure === true ? ` OR ${sameHash}` : ''})` : ''
  const reached = bringsContact === true || login.toAny === true ? '' : ` AND (${hasContact('a')})`
  const apart = [file.id, ...filesApart(database, login, files)]
  return `FROM user AS a WHERE a.file_id NOT IN (${apart.join(', ')}) AND ${same}${reached}${free}${unlessTold(login, files)}${inTenant(login, files)}`
}

/** The first of these owners, which tell whether there are more: an address that thousands of rows share has all of them as owners of each row. */
export function firstOwners(owners: string, count: number): string {
  return `(SELECT a.id AS id, a.file_id AS file ${owners} LIMIT ${count})`
}

/** The owner of a row that has one alone; null: it has none or several. */
export function ownerAlone(owners: string): string {
  return `(SELECT CASE WHEN count(*) = 1 THEN min(id) END FROM ${firstOwners(owners, 2)})`
}

/** Files whose users are no owners at all. */
function filesApart(database: Database, login: LoginFile, files: readonly SourceFile[]): readonly number[] {
  const { file, brings, by, key, bringsContact, isSure } = login
  // Users in the core get no contact any more.
  const sent = bringsContact === true ? files.filter(({ id }) => wasSent(database, id)).map(({ id }) => id) : []
  const doubted = brings === 'hash' && mapsContact(file) && login.toDoubted !== true ? doubtedFiles(database) : []
  if (by !== 'id' && by !== 'reference' && by !== 'name') return [...sent, ...doubted]
  const addresses = filesOfAddresses(database)
  if (by === 'name') return [...sent, ...doubted, ...addresses, ...labelledProfiles(database)]
  const isNamed = (id: number) => files.some((one) => one.id === id && isNamedAfterRows(database, key, one))
  const profiles = filesOfOwnNumbers(database).filter((id) => by === 'reference' || !isNamed(id))
  const byNames =
    isSure === true
      ? []
      : [
          ...filesOfOtherPeople(file, key, files),
          ...filesOfOtherEnvironments(file, files),
          ...filesOfTwoIds(database, file, key, files),
        ]
  return [
    ...sent,
    ...doubted,
    ...addresses,
    ...profiles,
    ...byNames,
    ...filesOfThings(database),
    ...filesOfOtherKey(database, file, files),
    ...filesOfOtherRows(database, file, key, files),
  ]
}

/** Files that are from another environment by their names, where others are not, or from another region. */
function filesOfOtherEnvironments({ id, name }: SourceFile, files: readonly SourceFile[]): readonly number[] {
  const own = stemOfFile(name)
  return files.flatMap((other) => {
    const theirs = stemOfFile(other.name)
    const isApart = environmentIn(theirs) !== environmentIn(own) || areOtherRegions(theirs, own)
    return other.id !== id && isApart ? [other.id] : []
  })
}

/** An ID that counts things is the ID of a user only where another value tells. */
function unlessTold({ file, by, key }: LoginFile, files: readonly SourceFile[]): string {
  const others = by === 'id' || by === 'reference' ? filesOfOtherIds(file, key, files) : []
  return others.length === 0 ? '' : ` AND (a.file_id NOT IN (${others.join(', ')}) OR ${tellsAlone})`
}

/** Of `a` and `b`: a value that they share tells more than a number that they are one person. */
const tellsAlone = `(${isTelling.replaceAll('b.', 'a.')} OR a.email = b.email)`

function inTenant({ file, by }: LoginFile, files: readonly SourceFile[]): string {
  const near = by === 'map' || by === 'link' ? [] : filesOfSameTenants(file, files)
  return near.length === 0 ? '' : ` AND (a.file_id NOT IN (${near.join(', ')}) OR ${haveOneTenant})`
}

/** Whether users of a file were sent. */
export function wasSent(database: Database, fileId: number): boolean {
  const sent = 'SELECT 1 FROM progress JOIN user ON user.id = progress.user_id WHERE user.file_id = ? LIMIT 1'
  return sql(database, sent).get(fileId) !== undefined
}

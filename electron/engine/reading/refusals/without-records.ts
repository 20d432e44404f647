import { schemaFirst } from '../../../../shared/exports/tables/table-terms.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { fitOfName } from '../../../../shared/mapping/names/name-fit.ts'
import { mappingTargets } from '../../../../shared/mapping/targets.ts'
import { hashesIn } from '../../../../shared/hashes/hash-likeness.ts'
import type { Problem } from '../../../../shared/result.ts'
import { sqlChange } from '../sql/changes/sql-changes.ts'
import { fileCommand } from '../sql/sql-dialect.ts'
import { fileWithoutRows } from './file-kind.ts'

/* Messages for files without records: lists with a header alone, dumps without rows, XML with its users in a comment. */

const noRecords =
  'This file has no records, only column names or an empty list. If the old system has none of these either, leave the file out; otherwise export it again.'

const oneLine = `${noRecords} If its one line is a user, put a line with the names of its columns above it.`

/** The message for XML such as a `tomcat-users.xml` as it was installed. */
export const usersInComment =
  'All users of this XML are in a comment (<!-- … -->), so none of them is active. Choose the file that your server uses, or remove the marks of the comment.'

/** The message for XML without users before the place where its marks do not fit together. */
export function notWellFormed(opened: number, closed: number | undefined): string {
  const place = closed === undefined ? 'where the file ends' : `where line ${closed} closes another`
  return `This XML is not well-formed: the element that begins in line ${opened} is still open ${place}. Correct this place, or export the file again.`
}

/** The problem of a table with nothing below its first line. A header names the logins that the table lacks. */
export function withoutLines(header: readonly string[]): Problem {
  return header.some((name) => mappingTargets.some((target) => fitOfName(target, name) !== 'none'))
    ? { code: fileWithoutRows, message: noRecords }
    : { code: 'file-empty', message: oneLine }
}

/** Whether an object has nothing, or nothing but empty lists and their numbers: `{}`, `{"bans": [], "total": 0}`. */
export function holdsEmptyLists(record: SourceRecord): boolean {
  const values = Object.values(record)
  const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0
  const isNumber = (value: unknown) => value === null || typeof value === 'number' || typeof value === 'boolean'
  return values.every((value) => isEmpty(value) || isNumber(value)) && (values.length === 0 || values.some(isEmpty))
}

/** The message for a dump without rows. `text`: its beginning. */
export function withoutRows(text: string): string {
  const command = fileCommand(text)
  if (command !== null)
    return `The rows of this dump are in another file, which its command “${command}” reads. Choose that file instead.`
  const hasTables =
    /^[ \t]{0,40}create\s(?![^\n(;]{0,40}\btemp(?:orary)?\s{1,20}table\b)[^\n(;]{0,60}\btable\s{1,20}(?!\[?#)/im.test(
      text,
    )
  if (!hasTables && /^[ \t]{0,40}create\s{1,20}(?:user|role|login)\s/im.test(text)) return ofServer
  const hasRoutines = /^[ \t]{0,40}(?:create|alter)\s[^\n(;]{0,60}\b(?:proc(?:edure)?|function|trigger)\b/im.test(text)
  if (!hasTables && hasRoutines) return ofRoutines
  const changes = hasRoutines ? null : sqlChange.ofScript(text)
  if (changes !== null) return changes
  return hashesIn(text).length > 0 ? ofQueries : hasTables ? noRows : `This dump has no rows. ${ofDump}`
}

const noRows = `This dump has no rows, only tables. If the rows are in another dump that does not name their columns, ${schemaFirst}.`

const ofDump = 'Export the table of users with its rows, and choose that file.'

const ofRoutines = `This script has no rows, only procedures, functions or triggers. ${ofDump}`

const ofServer = `This script creates accounts of the database server (CREATE USER, ROLE or LOGIN), which are no users of an app. ${ofDump}`

const ofQueries =
  'This dump has no rows, but password hashes in statements that only a database can run. Load it into a database and export the table of users.'

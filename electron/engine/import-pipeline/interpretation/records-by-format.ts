import { isOfOtherPeople } from '../../../../shared/mapping/names/other-people.ts'
import type { Entry, Sample, SourceRecord } from '../../../../shared/mapping/export-format.ts'
import {
  hasNoLogin,
  isBulkAction,
  isAroundRecords,
  isEmptyRow,
  isOfFile,
  saysGroup,
  saysTotals,
  settingsOfProgram,
  withOtherKind,
  withTotals,
} from '../../../../shared/exports/kinds/other-kind.ts'
import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { namesOfColumns } from '../../../../shared/mapping/first-records.ts'
import { isChecksum } from '../../../../shared/mapping/unmapped/login-likeness.ts'
import { withoutComputed } from '../../../../shared/mapping/entries/without-computed.ts'
import { unknownProvider } from '../../../../shared/mapping/entries/identities.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { isHashKind, type User, userWith } from '../../../../shared/users/user.ts'
import type { OpenedExport } from '../../reading/open-export.ts'
import type { Interpretation } from './interpretation.ts'

/* Records that are no users by the format of their file: rows of totals, lines of one value, other objects, cells that are cut off. */

/** The first records without rows of totals, names of groups and empty rows, actions of a bulk load and descriptions of the file, which say nothing about the fields of users. */
export function withoutOthers<S extends Sample>({ format }: OpenedExport, sample: S): S {
  const isOther = otherIn[format]
  if (isOther === undefined || sample.records.length < 2) return sample
  return { ...sample, records: sample.records.filter((record) => !isOther(record)) }
}

function isBesideRows(record: SourceRecord): boolean {
  return isAroundRecords(record) || isEmptyRow(record) || saysTotals(record) || saysGroup(record)
}

const otherIn: Readonly<Partial<Record<OpenedExport['format'], (record: SourceRecord) => boolean>>> = {
  csv: isBesideRows,
  xlsx: isBesideRows,
  json: isOfFile,
  yaml: isOfFile,
  ndjson: (record) => isBulkAction(record) || isOfFile(record),
}

/** Entries of JSON may be of several kinds; all rows of a table are of one kind, except for rows of totals. */
export function withKinds(interpretation: Interpretation, { format, isOneObject }: OpenedExport): Interpretation {
  const { read } = interpretation
  if (format === 'csv' || format === 'xlsx') {
    const { header } = interpretation.sample
    const isApart = namesOfColumns(interpretation.sample).length !== 1
    const last = header?.at(-1)
    return {
      ...interpretation,
      read: (record, table) => {
        const entry = withMissingCells(withTotals(read(record, table), record), record, last)
        if (isApart || !isOneValue(entry, header)) return entry
        return { kind: 'unreadable', reason: whyNoUser(record) }
      },
    }
  }
  if (format === 'sql') return withWidths(interpretation)
  if (format === 'sqlite') return interpretation
  return {
    ...interpretation,
    read: (record, table) => {
      const known = read(record, table)
      const entry = withOtherKind(format === 'yaml' ? withoutComputed(known, record) : known, record)
      if (!isOneObject || entry.kind !== 'user' || !hasNoLoginOfItsOwn(entry.user)) return entry
      if (isNoPerson(entry.user)) return { kind: 'unreadable', reason: oneObject }
      return hasAddressesOfOthers(entry.user) ? { kind: 'aside', what: settingsOfProgram } : entry
    },
  }
}

/** Whether no value in the place of a login is one, whatever its name says, as in texts of an app: `"password": "Your password"`. */
function hasNoLoginOfItsOwn({ email, phone, hash, identities }: User): boolean {
  const isLogin =
    (email !== null && isEmailAddress(email.trim())) ||
    phone !== null ||
    identities.some(({ provider }) => provider !== unknownProvider) ||
    (hash !== null && hashLikeness(hash.hash) !== null)
  return !isLogin
}

/** Whether no other value of such a record may be a login. */
function isNoPerson({ unmapped = [] }: User): boolean {
  return unmapped.every((one) => one.kind === 'status' || (isHashKind(one.kind) && isChecksum(one.value, one.field)))
}

/** Whether all that may be a login are addresses of others, as settings name a sender: `mail.from`. */
function hasAddressesOfOthers({ unmapped = [] }: User): boolean {
  return unmapped.every(({ kind, field }) => kind === 'status' || (kind === 'email' && isOfOtherPeople(field)))
}

const oneObject =
  'This file is one object, such as settings or texts of an app, and no value where a login would be is an email address, a phone number or a password hash. Export the users themselves.'

/** Marks users whose email is as long as its column is wide: what went beyond it was cut off without a word. */
function withWidths(interpretation: Interpretation): Interpretation {
  const { read, sample } = interpretation
  const widths = [...(sample.widths ?? [])]
  if (widths.length === 0) return interpretation
  return {
    ...interpretation,
    read: (record, table, names) => {
      const entry = read(record, table, names)
      if (entry.kind !== 'user' || table !== sample.table) return entry
      const { email } = entry.user
      // A column of fixed width is filled with blanks.
      const isFull =
        email !== null &&
        !email.endsWith(' ') &&
        widths.some(([name, width]) => width === email.length && record[name] === email)
      return isFull ? { ...entry, user: userWith(entry.user, { mayBeCut: true }) } : entry
    },
  }
}

/** Marks users whose rows lack the last cells. `last`: the last column of the header. */
function withMissingCells(entry: Entry, record: SourceRecord, last: string | undefined): Entry {
  if (entry.kind !== 'user' || last === undefined || last in record) return entry
  return { ...entry, user: userWith(entry.user, { lacksCells: true }) }
}

/** Whether a value alone is no login. Without a name of its column, it is no hash either that could not be anything else. */
function isOneValue(entry: Entry, header: Sample['header']): boolean {
  if (hasNoLogin(entry)) return true
  if (entry.kind !== 'user' || header !== null) return false
  const { email, phone, hash, identities } = entry.user
  const isBare = email === null && phone === null && identities.length === 0
  return isBare && hash !== null && hashLikeness(hash.hash) !== 'certain'
}

/** Why a row of one cell is no user. A workbook may compose statements of its cells. */
function whyNoUser(record: SourceRecord): string {
  const values = Object.values(record).map(String)
  if (values.some((value) => /^\s*(?:(?:insert|replace)\s+into|update)\s[^]*\b(?:values|set|select)\b/i.test(value)))
    return oneStatement
  if (!values.every((value) => /^(?!(?:\S+\s+){5})[^:=,;|\t<>[\]{}()]{0,200}$/.test(value))) return noForm
  return values.every((value) => /\S\s+\S/.test(value.trim())) ? betweenBlanks : oneValue
}

const noForm =
  'This line is in no form that this app reads: no comma, semicolon, tab or bar divides all lines of the file into the same fields. Export the users as CSV or JSON.'

const oneValue =
  'This line is one value, such as the name of an account, which alone is no login: no comma, semicolon, tab or bar stands between fields. Export the users as CSV or JSON.'

const betweenBlanks =
  'This line is several words with blanks between them, which divide fields only where one is a hash. Put a comma or a tab between its fields, or export the users as CSV or JSON.'

const oneStatement =
  'This line is an SQL statement as the one value of a table. Save the statements in a file of their own, without a heading and without quotation marks around them.'

import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import { fitOfName } from '../../../shared/mapping/names/name-fit.ts'
import { isEmailAddress } from '../../../shared/users/normalise-email.ts'

export const byValue =
  'This table has one row for each value of a user, not one for each user: one column names the field, another one has its value. Export it with one row for each user, for example with a query that makes a column of each field, and choose that.'

export const byField =
  'This table has one row for each field and one column for each user. Turn it, for example by “Paste special, transpose” of a spreadsheet program, so that each user has a row, and choose that.'

/** Whether the first column of a table names the fields, and the others have the values of one user each: `email,ann@acme.example,ben@acme.example`. */
export function isByField(records: readonly SourceRecord[]): boolean {
  const rows = records.map((record) =>
    Object.values(record).map((value) => (typeof value === 'string' ? value.trim() : '')),
  )
  const emails = rows.find(([name = '']) => fitOfName('email', name) === 'exact')?.slice(1) ?? []
  return emails.length > 1 && emails.every(isEmailAddress)
}

const minRows = 4

/** Whether a table has a user in several rows, each with the name of a field and its value: `7,email,ann@acme.example`. */
export function isByValue(header: readonly string[] | null, records: readonly SourceRecord[]): boolean {
  if (header === null || header.length < 3 || records.length < minRows) return false
  return header.some((column) => {
    const names = new Set(records.map((record) => textIn(record, column)))
    const passwords = [...names].filter((name) => /^(?:exact|likely)$/.test(fitOfName('password-hash', name)))
    const emails = new Set([...names].filter((name) => fitOfName('email', name) === 'exact'))
    if (names.size * 2 > records.length || passwords.length === 0 || emails.size === 0) return false
    const ofEmails = records.filter((record) => emails.has(textIn(record, column)))
    return header.some((other) => ofEmails.every((record) => isEmailAddress(textIn(record, other))))
  })
}

function textIn(record: SourceRecord, column: string): string {
  const value = record[column]
  return typeof value === 'string' ? value.trim().slice(0, 300) : ''
}

import { booleanOf } from '../cell.ts'
import { fitOfValues } from '../columns/value-fit.ts'
import { profileColumns } from '../columns/profile-columns.ts'
import type { Entry, Sample, SourceRecord } from '../export-format.ts'
import { isCalled } from '../names/name-fit.ts'
import { readerOf } from '../value-at.ts'

/**
 * Reads whether an email is verified from a column that a known export has and its format does not know, as software built upon a
 * framework adds it: `email_confirmed` of BookStack among the columns of Laravel. Null: there is none, or the format says so itself.
 */
export function withVerified(
  { records, header }: Sample,
  read: (record: SourceRecord) => Entry,
): ((entry: Entry, record: SourceRecord) => Entry) | null {
  const users = records.flatMap((record) => {
    const entry = read(record)
    return entry.kind === 'user' ? [entry.user] : []
  })
  if (users.length === 0 || users.some(({ emailVerified }) => emailVerified !== null)) return null
  const columns = profileColumns(records, header).filter(
    (column) =>
      isCalled('email-verified', column.path.replace(/^fields\./, '')) &&
      fitOfValues('email-verified', column).kind === 'fits',
  )
  const [column] = columns
  if (column === undefined || columns.length > 1) return null
  const valueOf = readerOf(column.path)
  return (entry, record) => {
    if (entry.kind !== 'user' || entry.user.email === null || entry.user.emailVerified !== null) return entry
    const value = valueOf(record)
    return value === undefined ? entry : { ...entry, user: { ...entry.user, emailVerified: booleanOf(value) === true } }
  }
}

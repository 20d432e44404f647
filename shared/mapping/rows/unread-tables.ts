import { count, counted } from '../../format.ts'
import { sectionWord } from '../../places.ts'
import type { LoginColumn } from '../export-format.ts'

/* Tables that nothing reads: how they are counted and named, and whether their values hold the run back. */

/**
 * A column of a table that nothing reads, and how many of its rows have a value that looks like a login. `own`: the further rows, whose
 * addresses or hashes users have as well; absent: none.
 */
type CountedColumn = LoginColumn & { readonly rows: number; readonly own?: number }

/** A table of a dump that nothing reads, and that holds values which look like logins. */
export type UnreadTable = { readonly table: string; readonly columns: readonly CountedColumn[] }

/** Whether values like logins in a table hold the run back: not where all of them are of people or things beside the users. */
export function holdsBack({ columns }: UnreadTable): boolean {
  return columns.some(({ isBeside }) => isBeside !== true)
}

/** Whether a table that nothing reads has passwords: its rows may be further users, whatever it is called. */
export function holdsPasswords({ columns }: UnreadTable): boolean {
  const isPassword = ({ kind }: CountedColumn) => kind === 'password-hash' || kind === 'clear-password'
  return columns.some((column) => column.isBeside !== true && isPassword(column))
}

/** The kind under which rows of a table that nothing reads are counted among the entries that are no users. */
export function tableKind(table: string): string {
  return `table ${table}`
}

/** Whether entries of this kind are the rows of that table; of a format without tables, the kind is the table. */
export function isOfTable(kind: string, table: string): boolean {
  return kind === table || kind === tableKind(table)
}

/** A kind of entries that are no users, as people read it: the tables of a workbook are sheets. */
export function otherKindText(kind: string, format: string | null): string {
  return kind.startsWith('table ') ? `${sectionWord(format)} ${kind.slice('table '.length)}` : kind
}

const nouns: Readonly<Record<LoginColumn['kind'], string>> = {
  'clear-password': 'probably clear passwords',
  'totp-secret': 'secrets of authenticator apps',
  'password-hash': 'password hashes',
  'second-hash': 'password hashes',
  email: 'emails',
  phone: 'phone numbers',
  'provider-user-id': 'provider user IDs',
  status: 'disabled users',
  provider: 'providers',
}

/** `password hashes in password_digest (40 rows), emails in email (38 rows)` */
export function unreadTableText({ columns }: UnreadTable): string {
  const ofUsers = (what: string, own: number) => (own === 0 ? '' : `, ${count(own)} more with ${what} of users`)
  return columns
    .map(({ column, kind, rows, own = 0 }) => {
      const what = kind === 'email' ? 'addresses' : 'hashes'
      return `${nouns[kind]} in ${column} (${counted(rows, 'row')}${ofUsers(what, own)})`
    })
    .join(', ')
}

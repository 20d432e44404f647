import { sectionWord } from '../places.ts'
import type { UnmappedKind } from '../users/user.ts'
import type { Entry, LoginColumn, SourceRecord } from './export-format.ts'
import { loginLikenesses } from './login-likeness.ts'
import { hintsOf, type NameHints } from './name-hints.ts'

/** A column of a table that nothing reads, and how many of its rows have a value that looks like a login. */
export type CountedColumn = LoginColumn & { readonly rows: number }

/** A table of a dump that nothing reads, and that holds values which look like logins. */
export type UnreadTable = { readonly table: string; readonly columns: readonly CountedColumn[] }

/** What rows of a table that nothing reads are counted as among the entries that are no users. */
export function tableKind(table: string): string {
  return `table ${table}`
}

/** A kind of entries that are no users, as people read it: the tables of a workbook are sheets. */
export function otherKindText(kind: string, format: string | null): string {
  return kind.startsWith('table ') ? `${sectionWord(format)} ${kind.slice('table '.length)}` : kind
}

/**
 * Reads rows of tables that hold no users: each counts, and what in it looks like a login is noted. Bare digests count only
 * under a name that says password; under other names they are checksums and tokens.
 */
export function unreadRows(): (record: SourceRecord, table: string) => Entry {
  const hints = new Map<string, NameHints>()
  return (record, table) => {
    const logins: LoginColumn[] = []
    for (const [column, value] of Object.entries(record)) {
      if (typeof value !== 'string' || value === '') continue
      let known = hints.get(column)
      if (known === undefined) hints.set(column, (known = hintsOf(column)))
      for (const { kind, certain, byName } of loginLikenesses(value, known) ?? []) {
        const isNew = !logins.some((other) => other.column === column && other.kind === kind)
        const isHash = certain || byName || known.password !== null || (kind === 'password-hash' && isSalted(value))
        if (isHash && isNew) logins.push({ column, kind })
      }
    }
    const aside = { kind: 'aside', what: tableKind(table) } as const
    return logins.length === 0 ? aside : { ...aside, table, logins }
  }
}

/** A digest with its salt, as shops keep passwords among other values of their customers: checksums and tokens have none. */
function isSalted(value: string): boolean {
  return /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}):[\w+/=.-]{2,64}(?::\d)?$/i.test(value.trim())
}

const nouns: Readonly<Record<UnmappedKind, string>> = {
  'password-hash': 'password hashes',
  email: 'emails',
  phone: 'phone numbers',
  'provider-user-id': 'provider user IDs',
  status: 'statuses',
  provider: 'providers',
}

/** `password hashes in password_digest (40 rows), emails in email (38 rows)` */
export function unreadTableText({ columns }: UnreadTable): string {
  return columns
    .map(({ column, kind, rows }) => `${nouns[kind]} in ${column} (${rows} ${rows === 1 ? 'row' : 'rows'})`)
    .join(', ')
}

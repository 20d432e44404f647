import type { Entry } from '../../../shared/mapping/export-format.ts'
import type { UnreadTable } from '../../../shared/mapping/rows/unread-rows.ts'
import { createClaimIndex } from './fast/claim-index.ts'

/** Compares addresses in unread tables with the addresses of users: a list of roles repeats them and leaves no user behind. */
type OwnAddresses = {
  readonly add: (entry: Entry) => void
  /** The tables without the columns that hold addresses of users alone, or other secrets than passwords; other columns count the rows with other addresses. */
  readonly withoutOwn: (tables: readonly UnreadTable[]) => readonly UnreadTable[]
}

/** Addresses that are compared; of more, all rows count. */
const maxCompared = 200_000

/** `expected`: approximate number of users. */
export function ownAddresses(expected: number): OwnAddresses {
  const known = createClaimIndex(expected)
  const rows = new Map<string, Map<string, number>>()
  /** Columns of hashes that are named like another secret; in a table with password hashes the name is believed. */
  const otherSecrets = new Set<string>()
  let hasHashes = false
  let compared = 0
  let isWhole = true
  const note = (key: string, emails: readonly string[]) => {
    const counts = rows.get(key) ?? new Map<string, number>()
    rows.set(key, counts)
    const row = emails.map((email) => email.toLowerCase()).join(' ')
    if (!counts.has(row)) compared += 1
    if (compared > maxCompared) isWhole = false
    else counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  return {
    add: (entry) => {
      if (entry.kind === 'user') hasHashes ||= entry.user.hash !== null
      if (entry.kind === 'part') hasHashes ||= entry.part.hash !== undefined
      if (!isWhole) return
      const email = entry.kind === 'user' ? entry.user.email : entry.kind === 'part' ? entry.part.email : null
      if (email !== null && email !== undefined) isWhole &&= known.note(email.trim().toLowerCase())
      if (entry.kind !== 'aside' || entry.table === undefined) return
      for (const { column, emails, isOtherSecret } of entry.logins ?? []) {
        if (emails !== undefined) note(keyOf(entry.table, column), emails)
        if (isOtherSecret === true) otherSecrets.add(keyOf(entry.table, column))
      }
    },
    withoutOwn: (all) => {
      const tables = hasHashes ? withoutSecrets(all, otherSecrets) : all
      return isWhole
        ? tables.flatMap(({ table, columns }) => {
            const left = columns.flatMap((one) => {
              const counts = one.kind === 'email' ? rows.get(keyOf(table, one.column)) : undefined
              if (counts === undefined) return [one]
              const others = [...counts].filter(([row]) => !row.split(' ').every((email) => known.isKnown(email)))
              const sum = others.reduce((total, [, count]) => total + count, 0)
              const own = one.rows - sum
              return sum === 0 ? [] : [{ ...one, rows: sum, ...(own > 0 ? { own } : {}) }]
            })
            return left.length === 0 ? [] : [{ table, columns: left }]
          })
        : tables
    },
  }
}

function withoutSecrets(tables: readonly UnreadTable[], secrets: ReadonlySet<string>): readonly UnreadTable[] {
  return tables.flatMap(({ table, columns }) => {
    const left = columns.filter(({ column, kind }) => kind !== 'password-hash' || !secrets.has(keyOf(table, column)))
    return left.length === 0 ? [] : [{ table, columns: left }]
  })
}

function keyOf(table: string, column: string): string {
  return JSON.stringify([table, column])
}

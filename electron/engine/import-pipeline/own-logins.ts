import type { Entry } from '../../../shared/mapping/export-format.ts'
import type { UnreadTable } from '../../../shared/mapping/rows/unread-tables.ts'
import { createClaimIndex } from './fast/claim-index.ts'

/** Compares addresses and hashes in unread tables with the logins of users, which a list of roles or a copy of the users repeats. */
type OwnLogins = {
  readonly add: (entry: Entry) => void
  /** The tables without the columns that hold values of users alone, or other secrets than passwords; other columns count the rows with other values. */
  readonly withoutOwn: (tables: readonly UnreadTable[]) => readonly UnreadTable[]
}

/** Values that are compared; of more, all rows count. */
const maxCompared = 200_000

/** `expected`: approximate number of users. */
export function ownLogins(expected: number): OwnLogins {
  const known = createClaimIndex(expected)
  const rows = new Map<string, Map<string, number>>()
  /** Columns of hashes that are named like another secret; in a table with password hashes the name is believed. */
  const otherSecrets = new Set<string>()
  let hasHashes = false
  let compared = 0
  let users = 0
  let reached = 0
  let isWhole = true
  const note = (key: string, values: readonly string[]) => {
    const counts = rows.get(key) ?? new Map<string, number>()
    rows.set(key, counts)
    const row = values.join(' ')
    if (!counts.has(row)) compared += 1
    if (compared > maxCompared) isWhole = false
    else counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  /** Two people may have one hash without a salt, and a script may have copied one with a salt to several. */
  const isOwn = (value: string) => {
    const hash = hashAlone(value)
    return hash === null ? known.isKnown(value) : known.isKnown(hash) && !known.isKnown(asShared(hash)) && hasSalt(hash)
  }
  return {
    add: (entry) => {
      const own = entry.kind === 'user' ? entry.user : entry.kind === 'part' ? entry.part : null
      hasHashes ||= (own?.hash ?? null) !== null
      if (entry.kind === 'user') users += 1
      if ((own?.email ?? own?.phone ?? null) !== null) reached += 1
      if (!isWhole) return
      if (own?.email !== null && own?.email !== undefined) isWhole &&= known.note(own.email.trim().toLowerCase())
      if (own?.hash !== null && own?.hash !== undefined) {
        const hash = ofHash(own.hash.hash)
        const isShared = entry.kind === 'user' && known.isKnown(hash)
        isWhole &&= known.note(isShared ? asShared(hash) : hash)
      }
      if (entry.kind !== 'aside' || entry.table === undefined) return
      const addresses = (entry.logins ?? []).flatMap(({ emails = [] }) => emails.map((email) => email.toLowerCase()))
      for (const { column, kind, emails, hashes, isOtherSecret } of entry.logins ?? []) {
        // A hash belongs to a user if an address beside it does, or if no other person can have it.
        const ofHashes = hashes?.map(addresses.length > 0 ? ofHash : (hash) => asAlone(ofHash(hash)))
        const values = emails?.map((email) => email.toLowerCase()) ?? (ofHashes && [...ofHashes, ...addresses])
        if (values !== undefined) note(keyOf(entry.table, `${kind} ${column}`), values)
        if (isOtherSecret === true) otherSecrets.add(keyOf(entry.table, column))
      }
    },
    withoutOwn: (all) => {
      const asked = reached * 10 < users * 9 ? all.map(askedAbout) : all
      const tables = hasHashes ? withoutSecrets(asked, otherSecrets) : asked
      return isWhole
        ? tables.flatMap(({ table, columns }) => {
            const left = columns.flatMap((one) => {
              const counts = rows.get(keyOf(table, `${one.kind} ${one.column}`))
              if (counts === undefined) return [one]
              const others = [...counts].filter(([row]) => !row.split(' ').every(isOwn))
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

/** A hash as it is compared, which has no blanks. */
function ofHash(hash: string): string {
  return `hash:${hash.trim().replaceAll(' ', '_')}`
}

/** The key of a hash that several users have. */
function asShared(hash: string): string {
  return `shared ${hash}`
}

/** A hash in a row without an address. */
function asAlone(hash: string): string {
  return `alone:${hash}`
}

function hashAlone(value: string): string | null {
  return value.startsWith('alone:') ? value.slice('alone:'.length) : null
}

function hasSalt(hash: string): boolean {
  return !/^hash:(?:[\da-f]{32,128}|\*[\da-f]{40})$/i.test(hash)
}

/** Where users lack addresses, any table may have them. */
function askedAbout({ table, columns }: UnreadTable): UnreadTable {
  const asked = columns.map((column) => {
    const { isBeside: _, ...others } = column
    return others
  })
  return { table, columns: asked }
}

function keyOf(table: string, column: string): string {
  return JSON.stringify([table, column])
}

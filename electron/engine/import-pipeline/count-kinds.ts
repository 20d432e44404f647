import type { LoginColumn } from '../../../shared/mapping/export-format.ts'
import type { UnreadTable } from '../../../shared/mapping/rows/unread-tables.ts'

/** Counts of entries by their kind. */
type KindCounts = {
  readonly add: (counts: Readonly<Record<string, number>>) => void
  readonly counts: () => Readonly<Record<string, number>>
}

/** Kinds that are named. A file may give each of its entries a kind of its own. */
const maxKinds = 100

/** The kind under which the entries of all further kinds are counted. */
const furtherKinds = 'further kinds'

const maxName = 80

export function countKinds(): KindCounts {
  const kinds = new Map<string, number>()
  const add = (name: string, count: number) => {
    const short = name === '__proto__' ? '(__proto__)' : name.slice(0, maxName)
    const kind = kinds.has(short) || kinds.size < maxKinds ? short : furtherKinds
    kinds.set(kind, (kinds.get(kind) ?? 0) + count)
  }
  return {
    add: (counts) => {
      for (const [name, count] of Object.entries(counts)) add(name, count)
    },
    counts: () => Object.fromEntries(kinds),
  }
}

/** Counts of columns that nothing reads and that hold values like logins, by their tables. */
type UnreadCounts = {
  readonly add: (table: string, logins: readonly LoginColumn[]) => void
  readonly merge: (tables: readonly UnreadTable[]) => void
  readonly tables: () => readonly UnreadTable[]
}

/** Columns that are named. A dump may give each of its rows a table of its own. */
const maxColumns = 200
const maxColumnName = 200

export function countUnread(): UnreadCounts {
  type Counted = { table: string; column: string; kind: LoginColumn['kind']; isBeside: boolean; rows: number }
  const counted = new Map<string, Counted>()
  const count = (table: string, { column, kind, isBeside }: LoginColumn, rows: number) => {
    const names = {
      table: table.slice(0, maxColumnName),
      column: column.slice(0, maxColumnName),
      kind,
      isBeside: isBeside === true,
    }
    const key = JSON.stringify(names)
    const known = counted.get(key)
    if (known !== undefined) known.rows += rows
    else if (counted.size < maxColumns) counted.set(key, { ...names, rows })
  }
  return {
    add: (table, logins) => {
      for (const login of logins) count(table, login, 1)
    },
    merge: (tables) => {
      for (const { table, columns } of tables) for (const column of columns) count(table, column, column.rows)
    },
    tables: () => {
      const names = new Set([...counted.values()].map(({ table }) => table))
      return [...names].map((name) => ({
        table: name,
        columns: [...counted.values()]
          .filter(({ table }) => table === name)
          .map(({ column, kind, isBeside, rows }) => ({ column, kind, rows, ...(isBeside ? { isBeside: true } : {}) })),
      }))
    },
  }
}

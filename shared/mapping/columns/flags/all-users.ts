import { isSideOfNow } from '../../end-of-account.ts'
import type { ColumnCount, TableCounts } from '../column-counts.ts'

/* Values of columns over all users, those included that something keeps out or asks about. */

type Values = Partial<Pick<ColumnCount, 'open' | 'values'>>

/** The counts of a table with all its users in place of those that nothing keeps out. */
export function withKept({ kept, open = 0, columns, ...rest }: TableCounts): TableCounts {
  const ofKept = new Map(kept?.columns.map((column) => [column.path, column]))
  return {
    ...rest,
    open: open + (kept?.open ?? 0),
    columns: columns.map((column) => ({ ...column, ...sumOf(column, ofKept.get(column.path)) })),
  }
}

function sumOf(one: Values, other: Values = {}): Values {
  const all = [...(one.values ?? []), ...(other.values ?? [])]
  const records = new Map<string, number>()
  for (const { value, records: n } of all) records.set(value, (records.get(value) ?? 0) + n)
  // Times of which some are to come are counted by their side of now, others one by one.
  const areMixed = all.some(({ value }) => isSideOfNow(value)) && !all.every(({ value }) => isSideOfNow(value))
  const values = areMixed ? [] : [...records].map(([value, n]) => ({ value, records: n }))
  return { open: (one.open ?? 0) + (other.open ?? 0), values }
}

/** Whether a column says no more than what keeps users out: all users that nothing keeps out have one value, which none of the others has. */
export function followsStanding(path: string, { open = 0, columns, kept }: TableCounts): boolean {
  const valueOf = (some: readonly (Values & { readonly path: string })[]) => some.find((one) => one.path === path)
  const ofOpen = groupsOf(valueOf(columns), open)
  const ofKept = groupsOf(valueOf(kept?.columns ?? []), kept?.open ?? 0)
  return ofOpen.size === 1 && ![...ofOpen].some((value) => ofKept.has(value))
}

/** The values of some users; null: none; undefined: one that is not among the few. */
function groupsOf(
  { open: filled = 0, values = [] }: Values = {},
  users: number,
): ReadonlySet<string | null | undefined> {
  const counted = values.reduce((sum, { records }) => sum + records, 0)
  return new Set([
    ...values.map(({ value }) => value),
    ...(filled > counted ? [undefined] : []),
    ...(users > filled ? [null] : []),
  ])
}

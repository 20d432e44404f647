import type { UserFilter } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'

/** What the table is narrowed to: one part of a bar, one finding, or one cause of failure. */
export type TableFilter =
  | { readonly kind: 'hash' | 'method' | 'provider' | 'failure'; readonly key: string; readonly label: string }
  | { readonly kind: 'finding'; readonly code: string; readonly group: string; readonly label: string }

/** Everything that narrows the table: at most one lens of each kind, all of which a user has to pass. */
export type Narrowing = {
  readonly filters: readonly TableFilter[]
  readonly state: UserState | null
  readonly search: string
}

export const everybody: Narrowing = { filters: [], state: null, search: '' }

/** The same narrowing as main understands it; `always` are states that the screen shows when none is chosen. */
export function filterOf({ filters, state, search }: Narrowing, always: readonly UserState[] = []): UserFilter {
  const states = state ? [state] : always
  const words = search.trim()
  return {
    ...(states.length > 0 ? { states: [...states] } : {}),
    ...Object.fromEntries(
      filters.map((filter) => [
        filter.kind,
        filter.kind === 'finding' ? { code: filter.code, group: filter.group } : filter.key,
      ]),
    ),
    ...(words ? { search: words } : {}),
  }
}

/** Whether two lenses show the same users, so that pressing the same part again takes it off. */
export function sameFilter(a: TableFilter | null, b: TableFilter | null): boolean {
  if (!a || !b || a.kind !== b.kind) return a === b
  if (a.kind === 'finding') return b.kind === 'finding' && a.code === b.code && a.group === b.group
  return b.kind !== 'finding' && a.key === b.key
}

/** Puts a lens on in place of the one of its kind; null takes the kind off. */
export function withFilter(
  filters: readonly TableFilter[],
  kind: TableFilter['kind'],
  filter: TableFilter | null,
): readonly TableFilter[] {
  const others = filters.filter((other) => other.kind !== kind)
  return filter === null ? others : [...others, filter]
}

/** Puts a lens on, or takes it off when it is on; those of other kinds stay. */
export function toggled(filters: readonly TableFilter[], filter: TableFilter): readonly TableFilter[] {
  const isOn = filters.some((other) => sameFilter(other, filter))
  return withFilter(filters, filter.kind, isOn ? null : filter)
}

export function isNarrowed({ filters, state, search }: Narrowing): boolean {
  return filters.length > 0 || state !== null || search.trim() !== ''
}

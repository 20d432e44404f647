import type { UserFilter } from '../../../shared/ipc/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'

/** One value that the table is narrowed to: a part of a bar, a finding, or a cause of failure. */
export type TableFilter =
  | { readonly kind: 'hash' | 'method' | 'provider' | 'failure'; readonly key: string; readonly label: string }
  | { readonly kind: 'finding'; readonly code: string; readonly group: string; readonly label: string }

/** Everything that narrows the table. Values of one kind are alternatives; a user has to pass every kind that is named. */
export type Narrowing = {
  readonly filters: readonly TableFilter[]
  readonly states: readonly UserState[]
  readonly search: string
}

export const noNarrowing: Narrowing = { filters: [], states: [], search: '' }

/** The same narrowing as main understands it; `always` are states that the screen shows when none is chosen. */
export function filterOf({ filters, states, search }: Narrowing, always: readonly UserState[] = []): UserFilter {
  const wanted = states.length > 0 ? states : always
  const words = search.trim()
  const keysOf = (kind: Exclude<TableFilter['kind'], 'finding'>) => {
    const keys = filters.flatMap((filter) => (filter.kind !== 'finding' && filter.kind === kind ? [filter.key] : []))
    return keys.length > 0 ? { [kind]: keys } : {}
  }
  const findings = filters.flatMap((filter) =>
    filter.kind === 'finding' ? [{ code: filter.code, group: filter.group }] : [],
  )
  return {
    ...(wanted.length > 0 ? { states: [...wanted] } : {}),
    ...keysOf('method'),
    ...keysOf('hash'),
    ...keysOf('provider'),
    ...(findings.length > 0 ? { finding: findings } : {}),
    ...keysOf('failure'),
    ...(words ? { search: words } : {}),
  }
}

/** Whether two filters let the same users through, so that pressing the same part again takes it off. */
export function sameFilter(a: TableFilter | null, b: TableFilter | null): boolean {
  if (!a || !b || a.kind !== b.kind) return a === b
  if (a.kind === 'finding') return b.kind === 'finding' && a.code === b.code && a.group === b.group
  return b.kind !== 'finding' && a.key === b.key
}

/** Adds a value, or takes it off when it is on; all others stay. */
export function toggled(filters: readonly TableFilter[], filter: TableFilter): readonly TableFilter[] {
  const others = filters.filter((other) => !sameFilter(other, filter))
  return others.length < filters.length ? others : [...filters, filter]
}

/** The same for states. */
export function toggledState(states: readonly UserState[], state: UserState): readonly UserState[] {
  return states.includes(state) ? states.filter((other) => other !== state) : [...states, state]
}

export function isNarrowed({ filters, states, search }: Narrowing): boolean {
  return filters.length > 0 || states.length > 0 || search.trim() !== ''
}

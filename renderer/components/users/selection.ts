import type { Scope } from '../../../shared/ipc/contract.ts'
import type { UserFilter } from '../../../shared/ipc/views.ts'

/**
 * Selected users: one by one, or all users of a filter except for a few. The latter holds no ids, so that a million
 * users are selected as quickly as ten.
 */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly filter: UserFilter; readonly except: ReadonlySet<number> }

export const noSelection: Selection = { kind: 'some', ids: new Set() }

/** All users of the filter, loaded or not. */
export function allMatching(filter: UserFilter): Selection {
  return { kind: 'all', filter, except: new Set() }
}

export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

/** `total`: users that the filter of the table lets through now. */
export function countSelected(selection: Selection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(total - selection.except.size, 0)
}

/** How many ids the selection holds: of who is meant, or of who is not. */
export function namedOneByOne(selection: Selection): number {
  return selection.kind === 'some' ? selection.ids.size : selection.except.size
}

/** Selects these users, or takes them out. */
export function select(selection: Selection, ids: readonly number[], on: boolean): Selection {
  const of = selection.kind === 'some' ? selection.ids : selection.except
  const grows = on === (selection.kind === 'some')
  const next = new Set(of)
  for (const id of ids) {
    if (grows) next.add(id)
    else next.delete(id)
  }
  return selection.kind === 'some' ? { kind: 'some', ids: next } : { ...selection, except: next }
}

/** Changing the filter clears a "select all". */
export function afterNarrowing(selection: Selection): Selection {
  return selection.kind === 'all' ? noSelection : selection
}

/** The same for a run; null when no user is selected. */
export function scopeOf(selection: Selection): Scope | null {
  if (selection.kind === 'all') {
    return { kind: 'filter', filter: selection.filter, except: [...selection.except] }
  }
  return selection.ids.size === 0 ? null : { kind: 'users', ids: [...selection.ids] }
}

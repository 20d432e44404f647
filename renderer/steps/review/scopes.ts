import type { Scope } from '../../../shared/ipc/contract.ts'
import { scopeOf } from '../../components/users/selection.ts'
import type { Selection } from '../../components/users/selection.ts'

export type ScopeKind = 'all' | 'first' | 'selected'

/** Scope of a run; null when it has no users. */
export function scopeFrom(kind: ScopeKind, first: number, selection: Selection): Scope | null {
  if (kind === 'all') return { kind: 'all' }
  if (kind === 'first') return Number.isInteger(first) && first > 0 ? { kind: 'first', users: first } : null
  return scopeOf(selection)
}

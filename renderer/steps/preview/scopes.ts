import type { Scope } from '../../../shared/bridge/contract.ts'

export type ScopeKind = 'all' | 'first' | 'selected'

/** Whom a run concerns; null when nobody would be left. */
export function scopeFrom(kind: ScopeKind, first: number, selected: readonly number[]): Scope | null {
  if (kind === 'all') return { kind: 'all' }
  if (kind === 'first') return Number.isInteger(first) && first > 0 ? { kind: 'first', users: first } : null
  return selected.length > 0 ? { kind: 'users', ids: [...selected] } : null
}

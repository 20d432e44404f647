import type { UserFilter } from '../../../shared/bridge/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'

/** What the table is narrowed to: one part of a bar, one finding, or one cause of failure. */
export type Lens =
  | { readonly kind: 'hash' | 'method' | 'provider' | 'failure'; readonly key: string; readonly label: string }
  | { readonly kind: 'finding'; readonly code: string; readonly group: string; readonly label: string }

/** Everything that narrows the table. */
export type Narrowing = { readonly lens: Lens | null; readonly state: UserState | null; readonly search: string }

export const everybody: Narrowing = { lens: null, state: null, search: '' }

/** The same narrowing as main understands it; `always` are states that the screen shows when none is chosen. */
export function filterOf({ lens, state, search }: Narrowing, always: readonly UserState[] = []): UserFilter {
  const states = state ? [state] : always
  const words = search.trim()
  return {
    ...(states.length > 0 ? { states: [...states] } : {}),
    ...(lens?.kind === 'finding' ? { finding: { code: lens.code, group: lens.group } } : {}),
    ...(lens && lens.kind !== 'finding' ? { [lens.kind]: lens.key } : {}),
    ...(words ? { search: words } : {}),
  }
}

/** Whether two lenses show the same users, so that pressing the same part again takes it off. */
export function sameLens(a: Lens | null, b: Lens | null): boolean {
  if (!a || !b || a.kind !== b.kind) return a === b
  if (a.kind === 'finding') return b.kind === 'finding' && a.code === b.code && a.group === b.group
  return b.kind !== 'finding' && a.key === b.key
}

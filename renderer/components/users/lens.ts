import type { UserFilter } from '../../../shared/bridge/views.ts'
import type { UserState } from '../../../shared/planning/call.ts'

/** What the table is narrowed to: one part of a bar, one finding, or one cause of failure. */
export type Lens =
  | { readonly kind: 'hash' | 'method' | 'provider' | 'failure'; readonly key: string; readonly label: string }
  | { readonly kind: 'finding'; readonly code: string; readonly group: string; readonly label: string }

/** Everything that narrows the table: at most one lens of each kind, all of which a user has to pass. */
export type Narrowing = {
  readonly lenses: readonly Lens[]
  readonly state: UserState | null
  readonly search: string
}

export const everybody: Narrowing = { lenses: [], state: null, search: '' }

/** The same narrowing as main understands it; `always` are states that the screen shows when none is chosen. */
export function filterOf({ lenses, state, search }: Narrowing, always: readonly UserState[] = []): UserFilter {
  const states = state ? [state] : always
  const words = search.trim()
  return {
    ...(states.length > 0 ? { states: [...states] } : {}),
    ...Object.fromEntries(
      lenses.map((lens) => [lens.kind, lens.kind === 'finding' ? { code: lens.code, group: lens.group } : lens.key]),
    ),
    ...(words ? { search: words } : {}),
  }
}

/** Whether two lenses show the same users, so that pressing the same part again takes it off. */
export function sameLens(a: Lens | null, b: Lens | null): boolean {
  if (!a || !b || a.kind !== b.kind) return a === b
  if (a.kind === 'finding') return b.kind === 'finding' && a.code === b.code && a.group === b.group
  return b.kind !== 'finding' && a.key === b.key
}

/** Puts a lens on in place of the one of its kind; null takes the kind off. */
export function withLens(lenses: readonly Lens[], kind: Lens['kind'], lens: Lens | null): readonly Lens[] {
  const others = lenses.filter((other) => other.kind !== kind)
  return lens === null ? others : [...others, lens]
}

/** Puts a lens on, or takes it off when it is on; those of other kinds stay. */
export function toggled(lenses: readonly Lens[], lens: Lens): readonly Lens[] {
  const isOn = lenses.some((other) => sameLens(other, lens))
  return withLens(lenses, lens.kind, isOn ? null : lens)
}

export function isNarrowed({ lenses, state, search }: Narrowing): boolean {
  return lenses.length > 0 || state !== null || search.trim() !== ''
}

import type { MappingColumn, MappingTarget } from './mapping.ts'

/** What one column became, and why. */
export type ColumnUse = {
  readonly column: string
  readonly becomes: string
  readonly confidence: 'exact' | 'likely' | 'chosen'
  readonly reason: string
}

/** A column that stays behind, and why. `users`: whose values in it look like a login; `decide`: how that is decided. */
export type UnusedColumn = {
  readonly column: string
  readonly reason: string
  readonly users?: number
  readonly blocked?: number
}

const likely: Readonly<Partial<Record<MappingTarget, string>>> = {
  'password-hash': 'it may be a password hash',
  email: 'it may be an email',
  phone: 'it may be a phone number',
  'provider-user-id': 'it may be a user id at a provider',
}

/** Why nothing reads a column of a table of the operator's own. */
export function whyUnused({ suggestion, samples }: MappingColumn, ignored: boolean): string {
  if (ignored) return 'ignored by the mapping'
  if (suggestion !== null) {
    const may = likely[suggestion.target] ?? `it may be the ${suggestion.target}`
    return `${may}, but is not surely one: ${suggestion.reason}`
  }
  return samples.length === 0 ? 'empty in the first records' : 'nothing in its name or values says a login'
}

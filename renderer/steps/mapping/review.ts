import type { DocumentView, MappingView } from '../../../shared/ipc/views.ts'

export type UnmappedField = DocumentView['unmappedFields'][number]

/** The fields about which users wait for a decision; a field of several files is decided once. */
export function fieldsToReview(fields: readonly UnmappedField[]): readonly UnmappedField[] {
  const open = fields.filter(({ blocked, chosen }) => blocked > 0 && chosen === null)
  return open.filter(
    ({ code, path }, at) => open.findIndex((other) => other.code === code && other.path === path) === at,
  )
}

/** Open decisions first, then what was decided, then what is only counted. */
export function inReviewOrder(fields: readonly UnmappedField[]): readonly UnmappedField[] {
  const rank = ({ blocked, chosen }: UnmappedField) => (chosen !== null ? 1 : blocked > 0 ? 0 : 2)
  return fields.toSorted((one, other) => rank(one) - rank(other) || other.users - one.users)
}

/** How many columns of a file become something, of how many. */
export function columnsUsed({ editable, columns, mapping }: MappingView): {
  readonly used: number
  readonly total: number
} {
  const mapped = new Set((mapping?.columns ?? []).map(({ path }) => path))
  const used = columns.filter(({ path, becomes }) => (editable ? mapped.has(path) : becomes !== null))
  return { used: used.length, total: columns.length }
}

const maxNamed = 3

/** Names for the foot of the page, the first few of them. */
export function namesOf(fields: readonly UnmappedField[]): string {
  const named = fields.slice(0, maxNamed).map(({ path }) => path)
  const more = fields.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

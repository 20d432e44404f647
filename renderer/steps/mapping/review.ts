import type { DocumentView, MappingView } from '../../../shared/ipc/views.ts'

export type UnmappedField = DocumentView['unmappedFields'][number]

/** The fields that the operator has to decide about; a field of several files is decided once. */
export function fieldsToReview(fields: readonly UnmappedField[]): readonly UnmappedField[] {
  const open = fields.filter(({ asks, chosen }) => asks && chosen === null)
  return open.filter(
    ({ code, path }, at) => open.findIndex((other) => other.code === code && other.path === path) === at,
  )
}

/**
 * The fields that are asked about now. A file without a login is mapped as a whole first: it is asked about once, not once more
 * for each of its columns.
 */
export function askedFields({
  unmappedFields,
  needsMapping,
}: Pick<DocumentView, 'unmappedFields' | 'needsMapping'>): readonly UnmappedField[] {
  return fieldsToReview(unmappedFields.filter(({ fileId }) => !needsMapping.includes(fileId)))
}

/** Fields with decisions, open ones first, then by number of users. */
export function inReviewOrder(fields: readonly UnmappedField[]): readonly UnmappedField[] {
  const rank = ({ chosen }: UnmappedField) => (chosen === null ? 0 : 1)
  return fields
    .filter(({ asks, chosen }) => asks || chosen !== null)
    .toSorted((one, other) => rank(one) - rank(other) || other.users - one.users)
}

/** Does a column of the file hold the values that a field names? Lists are counted as one field. */
export function isField(path: string, field: string): boolean {
  return path === field || path.replaceAll('[0]', '[]') === field
}

/** How many columns of a file become something, of how many. */
export function columnsUsed({ columns, mapping }: Pick<MappingView, 'columns' | 'mapping'>): {
  readonly used: number
  readonly total: number
} {
  const mapped = new Set((mapping?.columns ?? []).map(({ path }) => path))
  const used = columns.filter(({ path, becomes }) => mapped.has(path) || becomes !== null)
  return { used: used.length, total: columns.length }
}

const maxNamed = 3

/** Names for the foot of the page, the first few of them. */
export function namesOf(fields: readonly UnmappedField[]): string {
  const named = fields.slice(0, maxNamed).map(({ path }) => path)
  const more = fields.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

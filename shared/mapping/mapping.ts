import * as z from 'zod'
import { constantTargets, type MappingTarget, mappingTargets, standingTargets } from './targets.ts'

/** Confidence a suggestion is, in the words shown to the operator. */
export type Confidence = 'exact' | 'likely' | 'unsure'

/** A column and its target. `values`: of one that says who is disabled or deleted, those that say so; none says it by yes or no. */
const mappedColumn = z.object({
  path: z.string().min(1).max(500),
  target: z.enum(mappingTargets),
  values: z.array(z.string().max(100)).min(1).max(50).exactOptional(),
})
export type MappedColumn = Readonly<z.infer<typeof mappedColumn>>

/**
 * How the columns of a table or JSON of the operator's own become a user. Saved in the document and as a
 * small JSON file. Paths use dots (`profile.contact.email`); a column not listed is not migrated.
 */
export const mappingSchema = z.object({
  version: z.literal(1),
  columns: z.array(mappedColumn).max(200),
  /** A provider for every record that has a provider user id, e.g. `google`; null when a column says it. */
  fixedProvider: z.string().max(100).nullable(),
  /** Values for every record in which no column of the same target says anything, written as in a cell. */
  constants: z
    .array(z.object({ target: z.enum(constantTargets), value: z.string().min(1).max(500) }))
    .max(constantTargets.length)
    .exactOptional(),
  /** Columns that stay behind by the operator's word, although their values look like a way to log in. */
  ignored: z.array(z.string().min(1).max(500)).max(400).exactOptional(),
})

export type Mapping = z.infer<typeof mappingSchema>

/** Whether all columns of a mapping keep people out. Such a mapping is an addition to a known format, or to the suggested mapping. */
export function isStandingAlone({ columns, constants = [], fixedProvider }: Mapping): boolean {
  const areAll = columns.every(({ target }) => standingTargets.includes(target))
  return columns.length > 0 && areAll && constants.length === 0 && fixedProvider === null
}

/** One source column as the mapping screen shows it. */
export type MappingColumn = {
  readonly path: string
  /** Up to three distinct sample values; masked when the column or the value looks secret. */
  readonly samples: readonly string[]
  readonly suggestion: {
    readonly target: MappingTarget
    readonly confidence: Confidence
    readonly reason: string
    /** Whether its values come again, which keeps it from being a key. */
    readonly repeats: boolean
  } | null
  /** Nothing is suggested for it, and its values may be the names that users sign in with. */
  readonly isUserName?: true
  /** Nothing is suggested for it, although it is called like a login: why its values are none. */
  readonly misfit?: string
}

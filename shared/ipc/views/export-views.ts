import * as z from 'zod'
import { mappingSchema, mappingTargets } from '../../mapping/mapping.ts'
import { unsureTargets } from '../../mapping/column-report.ts'
import { choicesSchema } from '../../planning/decisions/choices-schema.ts'

/* Views of the files of an export: values that look secret are masked. */

const count = z.number().int().nonnegative()
const text = z.string().max(20_000)

export const mappingViewSchema = z.object({
  fileId: z.number().int(),
  /** Recognised provider files show what is read; generic ones can be changed. */
  editable: z.boolean(),
  columns: z.array(
    z.object({
      path: text,
      samples: z.array(text),
      /** Over the whole file; null where it was not counted. */
      counts: z.object({ filled: count, distinct: count, exact: z.boolean() }).nullable(),
      suggestion: z
        .object({ target: z.enum(mappingTargets), confidence: z.enum(['exact', 'likely', 'unsure']), reason: text })
        .nullable(),
      /** For recognised exports: what the column becomes, in words. */
      becomes: text.nullable(),
    }),
  ),
  mapping: mappingSchema.nullable(),
  /** Decisions about its columns that are not mapped, and about columns that no file has; by `unmappedKey`. */
  decisions: choicesSchema.shape.unmapped,
  /** Columns that are asked about as a whole, as `inspect` asks. */
  unsure: z.array(z.object({ path: text, mayBe: z.enum(unsureTargets), title: text })),
  /** Some of its rows may be no users. */
  mayBeNoUsers: z.boolean(),
  /** Records that the counts are of; null: not counted. */
  records: count.nullable(),
  /** Provider names that its users have, with how many have each. */
  providers: z.array(z.object({ source: text, users: count })),
  /** Tenants of the source that its users have, with how many have each; of very many the largest. */
  tenants: z.array(z.object({ source: text, users: count })),
})
export type MappingView = z.infer<typeof mappingViewSchema>

/** One record of the file, column by column, with what a mapping makes of it. A value that looks secret is masked. */
export const recordViewSchema = z.object({
  index: count,
  total: count,
  line: count,
  /** Why the record cannot be shown; null when it can. */
  problem: text.nullable(),
  columns: z
    .array(
      z.object({
        path: text,
        /** Null: empty. */
        value: text.nullable(),
        /** Its target; null: it is not imported. */
        becomes: text.nullable(),
        /** The value as it would be sent; null where there is none, or where the format of the export says what it is. */
        result: text.nullable(),
        /** Why it cannot be sent like this; empty when it can. */
        problem: text,
      }),
    )
    .max(400),
})
export type RecordView = z.infer<typeof recordViewSchema>

/** A skipped record: it is unreadable, or it belongs to an unknown user. */
export const skippedRecordSchema = z.object({
  kind: z.enum(['unreadable', 'unmatched']),
  line: count,
  /** Where in the file it is, in words. */
  place: text,
  /** Where it begins in the unpacked text, in bytes. */
  byte: count,
  reason: text,
})
export type SkippedRecord = z.infer<typeof skippedRecordSchema>

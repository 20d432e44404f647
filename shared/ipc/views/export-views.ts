import * as z from 'zod'
import { mappingSchema, mappingTargets } from '../../mapping/mapping.ts'

/* What the files of an export hold, as the screen may see it: what looks secret is masked. */

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
      suggestion: z
        .object({ target: z.enum(mappingTargets), confidence: z.enum(['exact', 'likely', 'unsure']), reason: text })
        .nullable(),
      /** For recognised exports: what the column becomes, in words. */
      becomes: text.nullable(),
    }),
  ),
  mapping: mappingSchema.nullable(),
})
export type MappingView = z.infer<typeof mappingViewSchema>

/** One record as it would be migrated, for the forward and back preview. Hashes are masked. */
export const recordViewSchema = z.object({
  index: count,
  total: count,
  source: text,
  fields: z.array(z.object({ label: text, value: text })),
})
export type RecordView = z.infer<typeof recordViewSchema>

/** A record that became nobody: it could not be read, or what it adds to found no user. */
export const skippedRecordSchema = z.object({
  kind: z.enum(['unreadable', 'unmatched']),
  line: count,
  /** Where it begins in the unpacked text, in bytes. */
  byte: count,
  reason: text,
})
export type SkippedRecord = z.infer<typeof skippedRecordSchema>

import * as z from 'zod'
import { maxNamed, type UnusedRecords } from './unused-records.ts'

/** A system that users are fetched from, without its secrets. */
export const fetchedFromSchema = z.object({
  kind: z.literal('fetch'),
  source: z.string().max(100),
  settings: z.record(z.string().max(100), z.union([z.string().max(20_000), z.boolean()])),
})

/** Where passes read from: a system by the options of `fetch`, without its secrets, or a file or folder where dumps appear. */
export const passSourceSchema = z.discriminatedUnion('kind', [
  fetchedFromSchema,
  z.object({ kind: z.literal('path'), path: z.string().max(4096) }),
])
export type PassSource = z.infer<typeof passSourceSchema>

/** From the beginning of a pass to the next one: a second to a week. */
const minMinutes = 1 / 60
const maxMinutes = 7 * 24 * 60
const everyMinutesSchema = z.number().min(minMinutes).max(maxMinutes)

export function isInterval(minutes: number): boolean {
  return everyMinutesSchema.safeParse(minutes).success
}

export const followSettingsSchema = z.object({
  source: passSourceSchema,
  everyMinutes: everyMinutesSchema,
  /** Whether users can sign in at the core, as the operator said. */
  signIn: z.enum(['can', 'not-yet']),
  /** The file that new users of passes belong to; null: there were none. */
  file: z.number().int().nullable(),
})
export type FollowSettings = z.infer<typeof followSettingsSchema>

/** Up to where the changes of a source are known. */
export const changeMarkSchema = z.object({
  /** The field that has the times, such as a column. */
  name: z.string().max(200),
  /** A further input of the listing: marks of another one are not compared. */
  of: z.string().max(100),
  /** The newest change time that was listed, Unix epoch, milliseconds. */
  newest: z.number(),
})

export const cutOverSchema = z.object({
  target: z.number().int(),
  /** Unix epoch, milliseconds. */
  at: z.number(),
  pass: z.number().int(),
  /** The time of the source data that was read last. */
  lastRead: z.number(),
  /** The last answer of the core to a write; null: no pass had anything to send. */
  lastWrite: z.number().nullable(),
  /** Users that were looked up in the core afterwards; null: this core cannot be asked. */
  verified: z.object({ looked: z.number(), found: z.number(), missing: z.number(), unanswered: z.number() }).nullable(),
})
export type CutOver = z.infer<typeof cutOverSchema>

const place = z.string().max(1000)
const text = z.string().max(1000)

export const unusedRecordsSchema = z.object({
  unclear: z.number().int().nonnegative(),
  keys: z
    .array(z.object({ key: text, place }))
    .max(maxNamed)
    .readonly(),
  unreadable: z.number().int().nonnegative(),
  reasons: z
    .array(z.object({ reason: text, place }))
    .max(maxNamed)
    .readonly(),
}) satisfies z.ZodType<UnusedRecords>

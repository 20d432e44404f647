import * as z from 'zod'

/** A run in a stretch of time: a second while it is recent, longer stretches later. */
export const sampleSchema = z.object({
  /** Where the stretch begins: Unix epoch, milliseconds. */
  at: z.number(),
  /** How long it is, in milliseconds. */
  ms: z.number().positive(),
  /** Users finished within it. */
  users: z.number().nonnegative(),
  /** Median reply time in milliseconds; null: no reply came. */
  p50: z.number().nonnegative().nullable(),
  /** The slowest of the 99th percentiles within it, in milliseconds. */
  p99: z.number().nonnegative().nullable(),
  /** How many users were sent at once. */
  atOnce: z.number().nonnegative(),
  /** For how many milliseconds after it no answer came, before the run ended or was cut off; left out: answers came. */
  silentMs: z.number().nonnegative().optional(),
  /** Users set aside at its end; left out: none were. */
  setAside: z.number().nonnegative().optional(),
  /** A run begins with it. */
  begins: z.boolean().optional(),
  /** That run is a pilot. */
  pilot: z.boolean().optional(),
})
export type Sample = z.infer<typeof sampleSchema>

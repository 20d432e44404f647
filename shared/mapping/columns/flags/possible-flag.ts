import * as z from 'zod'

const count = z.number().int().nonnegative()

/** A column with few values that nothing reads. `isLikely`: it has the shape or the values of a flag that keeps people out. */
export const possibleFlagSchema = z.object({
  column: z.string(),
  values: z.array(z.object({ value: z.string(), records: count })),
  /** Records without a value, and those with another time than the values that are listed. */
  empty: count,
  times: count,
  /** Users that something else keeps out or asks about, where their values are too many to be counted. */
  kept: count.exactOptional(),
  isLikely: z.boolean(),
})
export type PossibleFlag = Readonly<z.infer<typeof possibleFlagSchema>>

/** A flag before its rank. */
export type Flag = Omit<PossibleFlag, 'isLikely'>

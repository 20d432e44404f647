import * as z from 'zod'

const count = z.number().int().nonnegative()

/** Different values of one column that are counted one by one. */
export const maxFew = 12
/** Columns of one table that are counted. */
export const maxColumns = 400

/** The values of one column over all records of a file. */
const columnCountSchema = z.object({
  path: z.string().max(500),
  /** Records with a value in it. */
  filled: count,
  /** Different values; an estimate unless `exact`. */
  distinct: count,
  exact: z.boolean(),
  /** The first three different values, as they may be shown. */
  samples: z.array(z.string().max(100)).max(3),
  /** Records of users that nothing keeps out, with a value in it. */
  open: count.exactOptional(),
  /**
   * Of these, where there are few values: each as it may be shown, with its records; of more, the most frequent alone. Of times, some of which
   * are to come, how many are and how many have passed.
   */
  values: z
    .array(z.object({ value: z.string().max(100), records: count }))
    .max(maxFew)
    .exactOptional(),
})
export type ColumnCount = z.infer<typeof columnCountSchema>

const keptCountSchema = columnCountSchema.pick({ path: true, open: true, values: true })

/**
 * The values of the columns of a table, counted while all of it is read. `open`: records of users that nothing keeps out; `kept`: records of
 * users that something keeps out or asks about, with counts of their own.
 */
const tableCountsSchema = z.object({
  records: count,
  open: count.exactOptional(),
  kept: z.object({ open: count, columns: z.array(keptCountSchema).max(maxColumns) }).exactOptional(),
  columns: z.array(columnCountSchema).max(maxColumns),
})
export type TableCounts = z.infer<typeof tableCountsSchema>

/** The values of the table of users, and of the tables that are joined with them. */
export const columnCountsSchema = tableCountsSchema.extend({
  joined: z.array(tableCountsSchema.extend({ table: z.string().max(1000) })).exactOptional(),
})
export type ColumnCounts = z.infer<typeof columnCountsSchema>

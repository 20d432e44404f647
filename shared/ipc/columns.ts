import * as z from 'zod'

/** The tables that remember their columns. */
export const columnSetSchema = z.enum(['review', 'run', 'report'])

/** What a table wrote down of its columns, to be understood by the page alone; null: nothing yet. */
export const savedColumnsSchema = z.object({ kept: z.string().max(2000).nullable() })

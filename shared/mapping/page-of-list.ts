import * as z from 'zod'

/** A file that says that it is one page of a longer list: the entries on it, and their number on all pages; null: it does not say. */
export const pageOfListSchema = z.object({ entries: z.number(), total: z.number().nullable() })
export type PageOfList = z.infer<typeof pageOfListSchema>

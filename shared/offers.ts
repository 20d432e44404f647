import * as z from 'zod'

/** Limit of the offers of one file. */
export const maxOffers = 1000

/**
 * Parts of a file that the operator can choose: the files of a zip archive, or the tables of a dump, a database or a workbook.
 * `likely`: by its name or its columns it may hold users.
 */
export const offersSchema = z.object({
  kind: z.enum(['zip-files', 'tables']),
  parts: z
    .array(
      z.object({
        name: z.string(),
        likely: z.boolean(),
        /** Of a file in an archive, unpacked; as the archive says. */
        bytes: z.number().nonnegative().optional(),
      }),
    )
    .max(maxOffers),
})
export type Offers = z.infer<typeof offersSchema>

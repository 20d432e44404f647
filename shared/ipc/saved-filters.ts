import * as z from 'zod'
import { userStates } from '../planning/call.ts'

const name = z.string().max(300)

/** What the table of users is narrowed to, under a name of the operator's. Of the app, not of one migration. */
const savedFilterSchema = z.object({
  name: z.string().min(1).max(60),
  states: z.array(z.enum(userStates)).max(8),
  filters: z
    .array(
      z.union([
        z.object({ kind: z.enum(['hash', 'method', 'provider', 'failure']), key: z.string().max(700), label: name }),
        z.object({ kind: z.literal('finding'), code: z.string().max(60), group: z.string().max(100), label: name }),
      ]),
    )
    .max(60),
  search: z.string().max(200),
})
export type SavedFilter = z.infer<typeof savedFilterSchema>

export const savedFiltersSchema = z.object({ saved: z.array(savedFilterSchema).max(40) })

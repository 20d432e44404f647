import * as z from 'zod'
import { userStates } from '../planning/call.ts'
import { maxNameKey } from '../users/name-key.ts'

const name = z.string().max(300)

/** A filter of the table of users, under a name of the operator's. It belongs to the app, not to one migration. */
const savedFilterSchema = z.object({
  name: z.string().min(1).max(60),
  states: z.array(z.enum(userStates)).max(8),
  filters: z
    .array(
      z.union([
        z.object({
          kind: z.enum(['hash', 'method', 'provider', 'failure']),
          key: z.string().max(maxNameKey),
          label: name,
        }),
        z.object({
          kind: z.literal('finding'),
          code: z.string().max(60),
          group: z.string().max(maxNameKey),
          label: name,
        }),
      ]),
    )
    .max(60),
  search: z.string().max(200),
})
export type SavedFilter = z.infer<typeof savedFilterSchema>

export const savedFiltersSchema = z.object({ saved: z.array(savedFilterSchema).max(40) })

/** The tables that remember their columns. */
export const columnSetSchema = z.enum(['review', 'changed', 'run', 'report'])

/** The saved column layout of a table, which only the page reads; null: none yet. */
export const savedColumnsSchema = z.object({ kept: z.string().max(2000).nullable() })

/** How the app looks. */
export const themeSchema = z.object({ scheme: z.enum(['system', 'light', 'dark']) })

/** As the operator says it; `auto`: as the core answers. */
export const dialect = z.enum(['auto', 'documented', 'supertokens'])

/** A saved connection to a core; its key is in the secret store, or not saved. */
export const profileSchema = z.object({
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().min(1).max(2000),
  dialect,
})

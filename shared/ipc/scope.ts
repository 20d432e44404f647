import * as z from 'zod'
import { maxNamed } from './run-limits.ts'
import { id } from './parts.ts'
import { userFilterSchema } from './views/user-views.ts'

const usersScope = z.object({ kind: z.literal('users'), ids: z.array(id).min(1).max(maxNamed) })
/** All users that pass a filter at this moment, except for a few. */
const filterScope = z.object({
  kind: z.literal('filter'),
  filter: userFilterSchema,
  except: z.array(id).max(maxNamed),
})

/** Users selected in a table. */
export const selectedScopeSchema = z.discriminatedUnion('kind', [usersScope, filterScope])

/** Which users a run or a retry concerns. */
export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('first'), users: z.number().int().min(1) }),
  usersScope,
  filterScope,
  /** Users who were corrected and are ready again. */
  z.object({ kind: z.literal('corrected') }),
  z.object({ kind: z.literal('failed') }),
  /** Failed users, except where only a correction or another decision helps. */
  z.object({ kind: z.literal('retryable') }),
  z.object({ kind: z.literal('failure'), key: z.string().max(700) }),
])
export type Scope = z.infer<typeof scopeSchema>

import * as z from 'zod'
import { maxNamed } from './max-named.ts'
import { id } from './requests/parts.ts'
import { userFilterSchema } from './views/user-views.ts'

/** Which users a run or a retry concerns. */
export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('first'), users: z.number().int().min(1) }),
  z.object({ kind: z.literal('users'), ids: z.array(id).min(1).max(maxNamed) }),
  /** Everybody whom a filter lets through at this moment, but for a few. */
  z.object({ kind: z.literal('filter'), filter: userFilterSchema, except: z.array(id).max(maxNamed) }),
  z.object({ kind: z.literal('failed') }),
  z.object({ kind: z.literal('failure'), key: z.string().max(700) }),
])
export type Scope = z.infer<typeof scopeSchema>

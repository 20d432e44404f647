import * as z from 'zod'
import { maxListedUsers } from '../../../../shared/core-api/operations.ts'
import type { FoundUser } from '../../../../shared/core-api/reply-bodies.ts'
import type { Step } from '../step.ts'
import { BulkInterrupted, type Ask } from './core-list.ts'

/** One page of the core's users, each once. `requests`: how many it took, one for each tenant. */
export type UserPage = {
  readonly users: readonly FoundUser[]
  readonly token: string | null
  readonly requests?: number
}

/** Reads the next page of the core's users, the newest first; null: it cannot be told. */
export type ReadUserPage = (token: string | null) => Promise<UserPage | null>

/** Tenants that are read for one page; the others follow with the next ones. */
const tenantsPerPage = 20

const placesSchema = z.array(z.object({ tenant: z.string().nullable(), token: z.string().nullable() }))

/**
 * Pages of the tenant of the address and of `tenants`: real cores list the users of one tenant at a time, so a page holds
 * the next users of several, one after the other in turn. A core that once could not list its users is not asked again.
 */
export function createUserPages(ask: Ask, tenants: readonly string[] = []): ReadUserPage {
  let isListable = true
  const all = [null, ...tenants].map((tenant) => ({ tenant, token: null }))
  return async (token) => {
    if (!isListable) return null
    const left = token === null ? all : placesSchema.parse(JSON.parse(token))
    const places = left.slice(0, tenantsPerPage)
    const steps = await Promise.all(
      places.map(async ({ tenant, token: from }) => {
        const below = tenant === null ? {} : { tenant }
        return unlessInterrupted(await ask('list-users', { limit: maxListedUsers, token: from, ...below }))
      }),
    )
    const users = new Map<string, FoundUser>()
    const next: z.infer<typeof placesSchema> = left.slice(tenantsPerPage)
    for (const [at, step] of steps.entries()) {
      isListable &&= step.kind === 'success' && step.value.users !== undefined
      if (step.kind !== 'success' || step.value.users === undefined) return null
      for (const user of step.value.users) users.set(user.id, user)
      const { tenant = null } = places[at] ?? {}
      const { nextToken = null } = step.value
      // A list that offers further pages without users would never end.
      if (nextToken !== null && step.value.users.length > 0) next.push({ tenant, token: nextToken })
    }
    return {
      users: [...users.values()],
      token: next.length === 0 ? null : JSON.stringify(next),
      requests: places.length,
    }
  }
}

/** How many users the core has in all its tenants; null: it does not say. */
export async function countUsers(ask: Ask): Promise<number | null> {
  const step = unlessInterrupted(await ask('count-users', {}))
  return step.kind === 'success' ? (step.value.count ?? null) : null
}

function unlessInterrupted(step: Step): Step {
  if (step.kind === 'interrupted') throw new BulkInterrupted(step)
  return step
}

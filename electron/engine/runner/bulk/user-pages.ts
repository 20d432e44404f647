import { maxListedUsers } from '../../../../shared/core-api/operations.ts'
import type { FoundUser } from '../../../../shared/core-api/reply-bodies.ts'
import type { Step } from '../step.ts'
import { BulkInterrupted, type Ask } from './core-list.ts'

/** One page of the core's users. */
export type UserPage = { readonly users: readonly FoundUser[]; readonly token: string | null }

/** Reads the next page of the core's users, the newest first; null: it cannot be told. */
export type ReadUserPage = (token: string | null) => Promise<UserPage | null>

/** A core that once could not list its users is not asked again. */
export function createUserPages(ask: Ask): ReadUserPage {
  let isListable = true
  return async (token) => {
    if (!isListable) return null
    const step = unlessInterrupted(await ask('list-users', { limit: maxListedUsers, token }))
    isListable = step.kind === 'success' && step.value.users !== undefined
    if (step.kind !== 'success' || step.value.users === undefined) return null
    return { users: step.value.users, token: step.value.nextToken ?? null }
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

import * as z from 'zod'
import { maxBulkRows } from '../../../../shared/core-api/bulk-person.ts'
import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { accountOf, hasLogin, type LoginKey } from '../../../../shared/core-api/found-user.ts'
import { maxListedUsers, type OperationArgs, type OperationName } from '../../../../shared/core-api/operations.ts'
import type { FoundUser } from '../../../../shared/core-api/outcome.ts'
import type { Step, Success } from '../step.ts'
import type { Found } from './batch.ts'

/** Sends one request with the retries of a run. */
export type Ask = <O extends OperationName>(operation: O, args: OperationArgs[O]) => Promise<Step>

/** Ends a bulk run: stopped by the core or by the operator. */
export class BulkInterrupted extends Error {
  readonly step: Exclude<Step, { kind: 'success' }>
  constructor(step: Exclude<Step, { kind: 'success' }>) {
    super('bulk import cannot go on')
    this.step = step
  }
}

async function must<O extends OperationName>(ask: Ask, operation: O, args: OperationArgs[O]): Promise<Success> {
  const step = await ask(operation, args)
  if (step.kind !== 'success') throw new BulkInterrupted(step)
  return step.value
}

/** Requests of a bulk run about the rows in the core's list, of all systems, and about its users. */
export type CoreList = {
  /** `status`: failed rows alone. */
  readonly countRows: (status?: 'FAILED' | null) => Promise<number>
  /** All rows, the newest first. */
  readonly listRows: (status?: 'FAILED' | null) => Promise<readonly BulkRow[]>
  /** Takes rows out. A row that is no longer in the list counts as taken out. */
  readonly removeRows: (ids: readonly string[]) => Promise<void>
  /** Looks for a user by any of its ids. */
  readonly findById: (userId: string) => Promise<Found>
  /** Looks for the user who has one of these logins. */
  readonly findByLogin: (keys: readonly LoginKey[]) => Promise<Found>
  /** How many users the core has in all its tenants; null: it does not say. */
  readonly countUsers: () => Promise<number | null>
}

export function createCoreList(ask: Ask): CoreList {
  return {
    countRows: async (status = null) => (await must(ask, 'bulk-count', { status })).count ?? 0,
    // Rows keep their order, so none is missed while others leave. A core that keeps returning the same pages ends the list: users missing
    // from it are looked up.
    listRows: async (status = null) => {
      const rows = new Map<string, BulkRow>()
      let token: string | null = null
      do {
        const page: Success = await must(ask, 'bulk-list', { status, limit: maxBulkRows, token })
        const known = rows.size
        for (const row of page.rows ?? []) rows.set(row.id, row)
        token = rows.size === known ? null : (page.nextToken ?? null)
      } while (token !== null)
      return [...rows.values()]
    },
    removeRows: async (ids) => {
      for (let at = 0; at < ids.length; at += maxBulkRows) {
        await must(ask, 'bulk-remove', { ids: ids.slice(at, at + maxBulkRows) })
      }
    },
    findById: async (userId) => {
      const step = unlessInterrupted(await ask('find-user', { userId }))
      if (step.kind === 'success') {
        const id = step.value.users?.[0]?.id ?? step.value.userId
        return id === null ? 'untold' : { id }
      }
      return step.kind === 'failed' && step.status === 'UNKNOWN_USER_ID_ERROR' ? null : 'untold'
    },
    findByLogin: async (keys) => {
      let isUntold = false
      for (const key of keys) {
        const step = unlessInterrupted(await ask('look-up', accountOf(key)))
        const users = step.kind === 'success' ? step.value.users : undefined
        const user = users?.find((one) => hasLogin(one, key))
        if (user !== undefined) return { id: user.id }
        isUntold ||= users === undefined
      }
      return isUntold ? 'untold' : null
    },
    countUsers: async () => {
      const step = unlessInterrupted(await ask('count-users', {}))
      return step.kind === 'success' ? (step.value.count ?? null) : null
    },
  }
}

function unlessInterrupted(step: Step): Step {
  if (step.kind === 'interrupted') throw new BulkInterrupted(step)
  return step
}

/** Processes all items with limited concurrency. The first error ends it. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
}

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
      // A list of endless empty pages would never end.
      if (nextToken !== null && step.value.users.length > 0) next.push({ tenant, token: nextToken })
    }
    return {
      users: [...users.values()],
      token: next.length === 0 ? null : JSON.stringify(next),
      requests: places.length,
    }
  }
}

import { hasLogin } from '../../../../shared/core-api/found-user.ts'
import type { FoundUser } from '../../../../shared/core-api/outcome.ts'
import type { BatchRow, Found } from './batch.ts'
import type { BulkContext } from './bulk-context.ts'
import { type CoreList, forEachConcurrently, type UserPage } from './core-list.ts'
import { createFingerprintSet, type FingerprintSet } from './candidates.ts'
import { idMark, keysOfMethods } from './person-of.ts'

/*
 * Batch look-ups: a page of the core's users answers for 500 at once. A page proves that a user is in the core; absence
 * is concluded only from a whole list, and only where it has as many users as the core counts.
 */

/**
 * Logins and ids of all users in the core; null: there are more than `most`, or the core cannot list all users that it
 * counts, so each user has to be looked up.
 */
export async function readCoreUsers(
  { core, readPage }: Pick<BulkContext, 'readPage'> & { readonly core: Pick<CoreList, 'countUsers'> },
  most: number,
): Promise<FingerprintSet | null> {
  const total = await core.countUsers()
  if (total === null || total > most) return null
  const marks = createFingerprintSet()
  let listed = 0
  let repeated = 0
  let token: string | null = null
  while (listed < total) {
    const page = await readPage(token)
    if (page === null) return null
    const fresh = page.users.filter(({ id }) => !marks.has(idMark(id)))
    for (const user of fresh) for (const mark of marksOfUser(user)) marks.add(mark)
    listed += fresh.length
    token = page.token
    // Users of several tenants are met again in each of them.
    repeated = fresh.length === 0 ? repeated + page.users.length : 0
    if (token === null || repeated > maxRepeated) break
  }
  return listed >= total ? marks : null
}

/** Users that may repeat in a row; a list that repeats more is cyclic. */
const maxRepeated = 50_000

function marksOfUser({ id, loginMethods }: FoundUser): readonly string[] {
  const methods = loginMethods.map(({ recipeId, tenantIds, email, phoneNumber, thirdParty }) => ({
    recipe: recipeId,
    tenantIds: tenantIds ?? null,
    email: email ?? null,
    phoneNumber: phoneNumber ?? null,
    thirdPartyId: thirdParty?.id ?? null,
    thirdPartyUserId: thirdParty?.userId ?? null,
  }))
  const ids = loginMethods.flatMap(({ recipeUserId }) => (recipeUserId === undefined ? [] : [idMark(recipeUserId)]))
  return [idMark(id), ...ids, ...keysOfMethods(methods)]
}

/** The cost of a page of users for the core, in single look-ups. */
export const lookUpsPerPage = 4

/** Cost of a page beyond looking up its users of ours: users with old join times are spread over all pages. */
function wastedBy(hits: number, { requests = 1 }: Pick<UserPage, 'requests'>): number {
  return Math.max(0, lookUpsPerPage * requests - hits)
}

/** Users that are recorded at once: each recording scans its batch. */
const noteAtOnce = 2000

/**
 * Finds users who were just imported. They are mostly the newest ones, so pages are read while that costs the core less
 * than looking up the rest, and on to users that earlier looks have found, because more leave the list meanwhile: the
 * next look begins with newer ones. Records all users found and returns their number. `missing`: lower bound of the
 * users that left the core's list.
 */
export async function findImported(
  { readPage, journal, open }: Pick<BulkContext, 'readPage' | 'journal' | 'open'>,
  missing: number,
): Promise<number> {
  let unnoted: FoundUser[] = []
  const note = (): void => {
    const told = journal.identities(unnoted.flatMap(({ id }) => open.expected(id)?.userId ?? []))
    const byBatch = new Map<number, Map<number, { readonly id: string }>>()
    for (const user of unnoted) {
      const one = open.expected(user.id)
      const identity = one === undefined ? undefined : told.get(one.userId)
      if (one === undefined || !(identity?.keys.some((key) => hasLogin(user, key)) ?? false)) continue
      const found = byBatch.get(one.batchId) ?? new Map<number, { readonly id: string }>()
      byBatch.set(one.batchId, found.set(one.userId, { id: user.id }))
    }
    unnoted = []
    for (const [batchId, found] of byBatch) open.apply(batchId, { kind: 'seen', found })
  }

  let met = 0
  let wasted = 0
  let next = readPage(null)
  try {
    for (;;) {
      const page = await next
      const ours = page?.users.filter(({ id }) => open.expected(id) !== undefined) ?? []
      met += ours.length
      wasted += page === null ? 0 : wastedBy(ours.length, page)
      unnoted.push(...ours)
      if (page === null || page.token === null) return met
      const isOver = met < missing ? wasted > missing - met : ours.length * 2 < page.users.length
      if (isOver) return met
      // The core gets the next page ready while these users are noted.
      next = readPage(page.token)
      next.catch(() => undefined)
      if (unnoted.length >= noteAtOnce) note()
    }
  } finally {
    // Also of a run that was interrupted: who was met is not looked for again.
    note()
  }
}

/** From this many users on, pages are read before single users are looked up. */
const manyRows = 20

/** Looks users up by the ids of their rows, pages of new users first. */
export async function findRows(context: BulkContext, rows: readonly BatchRow[]): Promise<ReadonlyMap<number, Found>> {
  const found = new Map<number, Found>()
  if (rows.length >= manyRows) for (const [userId, user] of await findInPages(context, rows)) found.set(userId, user)
  await forEachConcurrently(
    rows.filter(({ userId }) => !found.has(userId)),
    context.atOnce(),
    async ({ userId, rowId }) => {
      found.set(userId, rowId === null ? 'untold' : await context.core.findById(rowId))
    },
  )
  return found
}

/** Users who have just been imported are mostly the newest ones, so pages are read while that costs less than single look-ups. */
async function findInPages(
  { readPage, journal }: BulkContext,
  rows: readonly BatchRow[],
): Promise<ReadonlyMap<number, Found>> {
  const told = journal.identities(rows.map(({ userId }) => userId))
  const wanted = new Map(
    rows.flatMap(({ userId, rowId }) => {
      const identity = told.get(userId)
      const id = identity?.externalUserId ?? rowId
      return identity === undefined || id === null ? [] : [[id, { userId, keys: identity.keys }]]
    }),
  )
  const found = new Map<number, Found>()
  let token: string | null = null
  let wasted = 0
  do {
    const page = await readPage(token)
    if (page === null) return found
    let hits = 0
    for (const user of page.users) {
      const one = wanted.get(user.id)
      if (one === undefined || !one.keys.some((key) => hasLogin(user, key))) continue
      found.set(one.userId, { id: user.id })
      wanted.delete(user.id)
      hits += 1
    }
    wasted += wastedBy(hits, page)
    token = wasted > wanted.size || wanted.size === 0 ? null : page.token
  } while (token !== null)
  return found
}

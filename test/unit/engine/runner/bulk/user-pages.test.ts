import { expect, test } from 'vitest'
import { readReply } from '../../../../../shared/core-api/reply.ts'
import { type Ask, createUserPages } from '../../../../../electron/engine/runner/bulk/core-list.ts'

const context = { secrets: [], now: 0 }

type Listed = { readonly tenant?: string; readonly token: string | null }

/** A core that lists one user a page: `users` of each tenant, the default one called "". */
function coreOf(users: Readonly<Record<string, readonly string[]>>) {
  const requests: Listed[] = []
  const ask: Ask = async (_, args) => {
    const { tenant = '', token }: Listed = { token: null, ...args }
    requests.push({ tenant, token })
    const at = Number(token ?? 0)
    const all = users[tenant] ?? []
    const id = all[at]
    const body = JSON.stringify({
      status: 'OK',
      users: id === undefined ? [] : [{ id, loginMethods: [{ recipeId: 'emailpassword', recipeUserId: id }] }],
      ...(at + 1 < all.length ? { nextPaginationToken: String(at + 1) } : {}),
    })
    const value = readReply('list-users', { status: 200, body, contentType: 'application/json', headers: {} }, context)
    if (value.kind !== 'success') throw new Error(value.kind)
    return { kind: 'success', value, httpStatus: 200, sentAt: { now: 0, ticks: 0 } }
  }
  return { ask, requests }
}

test('a page has the next users of every tenant, each once, until all lists end', async () => {
  const { ask, requests } = coreOf({ '': ['p1'], acme: ['a1', 'a2'], branch: ['a1'] })
  const readPage = createUserPages(ask, ['acme', 'branch'])
  const first = await readPage(null)
  expect([first?.users.map(({ id }) => id), first?.requests]).toEqual([['p1', 'a1'], 3])
  const second = await readPage(first?.token ?? null)
  expect([second?.users.map(({ id }) => id), second?.token, second?.requests]).toEqual([['a2'], null, 1])
  expect(requests).toHaveLength(4)
})

test('very many tenants are read in turn, twenty for a page, and none is left out', async () => {
  const tenants = Array.from({ length: 45 }, (_, at) => `t${at}`)
  const { ask, requests: sent } = coreOf(
    Object.fromEntries(tenants.map((tenant) => [tenant, [`${tenant}-1`, `${tenant}-2`]])),
  )
  const readPage = createUserPages(ask, tenants)
  const [met, requests]: [Set<string>, (number | undefined)[]] = [new Set(), []]
  let token: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(token)
    for (const { id } of page?.users ?? []) met.add(id)
    requests.push(page?.requests)
    token = page?.token ?? null
  } while (token !== null)
  expect([met.size, sent.length, Math.max(...requests.map((count) => count ?? 0))]).toEqual([90, 91, 20])
})

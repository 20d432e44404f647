import { expect, test } from 'vitest'
import {
  rehearsalFaults,
  rehearsalPage,
  type RunningRehearsal,
} from '../../../../electron/engine/session/rehearsal-host.ts'

type Row = Awaited<ReturnType<RunningRehearsal['users']>>['rows'][number]

const userOf = (n: number, more: Partial<Row> = {}): Row => ({
  id: `u${n}`,
  emails: [`user${n}@example.com`],
  phoneNumbers: [],
  providers: [],
  loginMethods: ['emailpassword'],
  verified: false,
  created: n,
  ...more,
})

/** A core with these users, which answers in pages as the rehearsal core does. */
function coreWith(users: readonly Row[]) {
  const asked: (readonly [from: number, limit: number])[] = []
  const core: Pick<RunningRehearsal, 'users' | 'count'> = {
    users: async ({ from, limit }) => {
      asked.push([from, limit])
      const next = from + limit
      return { rows: users.slice(from, next), next: next < users.length ? next : null }
    },
    count: async () => users.length,
  }
  return { core, asked }
}

const many = Array.from({ length: 120 }, (_, n) => userOf(n))

test('users of the rehearsal core come in pages of fifty, each with the place of the next', async () => {
  const { core, asked } = coreWith(many)
  const first = await rehearsalPage(core, null, '')
  const last = await rehearsalPage(core, '100', '')
  expect([first.users.length, first.total, first.next, last.users.length, last.next]).toEqual([50, 120, '50', 20, null])
  expect(asked).toEqual([
    [0, 50],
    [100, 50],
  ])
  expect((await rehearsalPage(core, 'no number', '')).users[0]?.id).toBe('u0')
})

test('a search looks through all pages, in emails and phone numbers, whatever the case and the blanks around it', async () => {
  const { core, asked } = coreWith([...many, userOf(120, { emails: [], phoneNumbers: ['+4930123'] })])
  const ids = async (search: string) => (await rehearsalPage(core, null, search)).users.map(({ id }) => id)
  expect([await ids(' USER11@ '), await ids('+4930'), await ids('elsewhere')]).toEqual([['u11'], ['u120'], []])
  expect(asked).toHaveLength(9)
})

test('a user is shown with its contacts and its methods: a third party by its name, once', async () => {
  const { core } = coreWith([
    userOf(1, { phoneNumbers: ['+4930123'], loginMethods: ['emailpassword', 'thirdparty'], providers: ['google'] }),
    userOf(2, { loginMethods: ['thirdparty', 'passwordless'] }),
  ])
  const { users } = await rehearsalPage(core, null, '')
  expect(users).toEqual([
    {
      id: 'u1',
      emails: ['user1@example.com'],
      phoneNumbers: ['+4930123'],
      methods: ['Password', 'google'],
      createdAt: 1,
    },
    {
      id: 'u2',
      emails: ['user2@example.com'],
      phoneNumbers: [],
      methods: ['Third party', 'Passwordless'],
      createdAt: 2,
    },
  ])
})

test('each failure that can be simulated is one fault of the core', () => {
  const names = ['latency', 'rate-limit', 'server-error', 'reset', 'timeout', 'refuse-key'] as const
  expect(Object.fromEntries(names.map((name) => [name, rehearsalFaults(name)]))).toEqual({
    latency: { latencyMs: [200, 1500] },
    'rate-limit': { rules: [{ kind: '429', every: 5, retryAfter: 2 }] },
    'server-error': { rules: [{ kind: '500', probability: 0.2 }] },
    reset: { rules: [{ kind: 'reset', probability: 0.2, moment: 'lost' }] },
    timeout: { rules: [{ kind: 'timeout', probability: 0.05 }] },
    'refuse-key': { rules: [{ kind: 'refuse-key' }] },
  })
})

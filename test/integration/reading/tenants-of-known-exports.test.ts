import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const users = (tenantOf: (at: number) => string) =>
  JSON.stringify({
    total: 3,
    users: [1, 2, 3].map((at) => ({
      id: `5f0c7a1e-0000-4000-8000-00000000000${at}`,
      tenantId: tenantOf(at),
      email: at === 3 ? 'user1@acme.example' : `user${at}@acme.example`,
      active: true,
      verified: true,
      insertInstant: 1_700_000_000_000,
      registrations: [],
      usernameStatus: 'ACTIVE',
    })),
  })

test('users of two tenants of FusionAuth may have one address, and the tenants are asked about', async () => {
  const files = { 'users.json': users((at) => (at === 3 ? 'praxis-b' : 'praxis-a')) }
  expect((await inspect(files)).json).toMatchObject({ users: 3, blocked: { 'tenant-undecided': 3 } })
  const tenants = ['--tenant', 'praxis-a=a', '--tenant', 'praxis-b=b']
  expect((await inspect(files, tenants)).json).toMatchObject({ users: 3, ready: 3, blocked: {} })
})

test('a second user of one tenant with the same address is a duplicate', async () => {
  expect((await inspect({ 'users.json': users(() => 'praxis-a') })).json).toMatchObject({ blocked: { duplicate: 1 } })
})

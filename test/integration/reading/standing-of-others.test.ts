import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const users = (count: number, more: (at: number) => object) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: at, email: `u${at}@acme.example`, ...more(at) })))

test.each<readonly [string, (at: number) => object]>([
  ['the state of a thing', () => ({ encoder_preview: { state: 0, period: 3000 } })],
  ['a list of blocked IDs', (at) => ({ vendorPrefs: { blacklistedIDs: at < 2 ? [at + 1] : [] } })],
  ['the place of a role', (at) => ({ location_restrictions: ['', 'Harbour District', 'Old Town', ''][at] })],
])('is no status of a user: %s', async (_, more) => {
  expect((await inspect({ 'users.json': users(4, more) })).json).toMatchObject({ ready: 4, blocked: {} })
})

test.each(['account', 'prefs', 'meta', 'preview'])(
  'a ban is asked about or kept in the object %s as well',
  async (object) => {
    const text = users(20, (at) => ({ [object]: { banned: at === 3, zone: 'x' } }))
    expect((await inspect({ 'users.json': text })).json).toMatchObject({ ready: 19 })
  },
)

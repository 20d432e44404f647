import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4]
const mail = (at: number) => `user${at}@acme.example`
const made = (at: number) => `65f0c0ffee00000000000a0${at}`
const logins = (column: string, value: (at: number) => string | number) =>
  some.map((at) => JSON.stringify({ _id: at, [column]: value(at), email: mail(at), hash: madeUpBcrypt(at) })).join('\n')
const status = (at: number) => (at === 2 ? 'blocked' : 'active')

describe('users with a password who name the row of another file that describes them', () => {
  test.each([
    ['a status alone', (at: number) => ({ name: `Ann ${at}`, status: status(at) })],
    ['a phone number', (at: number) => ({ name: `Ann ${at}`, mobile: `+44163296000${at}`, status: status(at) })],
    ['their address', (at: number) => ({ email: mail(at), status: status(at) })],
    ['another address', (at: number) => ({ email: `private.${mail(at)}`, status: status(at) })],
  ])('are kept out by its status: %s', async (_, row) => {
    const profiles = some.map((at) => JSON.stringify({ _id: made(at), ...row(at) })).join('\n')
    for (const column of ['profile_id', 'customerId']) {
      const { json } = await inspect({ 'logins.ndjson': logins(column, made), 'profiles.ndjson': profiles })
      expect(json).toMatchObject({ users: 4, joined: 4, blocked: { disabled: 1 } })
    }
  })

  test.each([
    ['by numbers that the rows have by chance', 'profile_id', (at: number) => 5 - at],
    ['by the thing that they belong to', 'organization_id', made],
    ['by one that all share', 'customer_id', () => made(1)],
  ])('get no status of others: %s', async (_, column, value) => {
    const rows = some.map((at) =>
      JSON.stringify({
        _id: column === 'profile_id' ? at : made(at),
        phone: `+44163296000${at}`,
        name: 'x',
        status: status(at),
      }),
    )
    const { json } = await inspect({ 'logins.ndjson': logins(column, value), 'rows.ndjson': rows.join('\n') })
    expect(json).toMatchObject({ users: 8, joined: 0 })
  })
})

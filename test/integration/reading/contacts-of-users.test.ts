import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const some = [1, 2, 3, 4]
const read = (users: unknown) => inspect({ 'users.json': JSON.stringify(users) })

test.each(['roster', 'friends', 'Adressbuch'])(
  'addresses in a list of the people that a user knows are no logins of the user: %s',
  async (list) => {
    const users = some.map((at) => ({
      id: at,
      email: `u${at}@acme.example`,
      [list]: { item: [{ jid: 'anna@chat.example', nick: 'Anna' }] },
    }))
    expect((await read(users)).json).toMatchObject({ users: 4, ready: 4, blocked: {} })
  },
)

test('an address in contacts may be that of the user', async () => {
  const users = some.map((at) => ({ id: at, name: `n${at}`, contacts: { work: { mail: `u${at}@acme.example` } } }))
  const { out } = await read(users)
  expect(out).toContain('contacts.work.mail')
})

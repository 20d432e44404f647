import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = Array.from({ length: 6 }, (_, at) => at)
const json = (value: unknown) => JSON.stringify(value, null, 2)

describe('an object with email and password holds what its user signs in with, whatever it is called', () => {
  test.each(['id', 'person', 'identifiants'])('%s', async (name) => {
    const users = some.map((at) => ({
      _id: at + 1,
      [name]: {
        email: `user${at}@acme.example`,
        pwd: madeUpBcrypt(at),
        ...(at < 3 ? { googleId: `10${at}8877665544332211` } : {}),
      },
      orders: [at],
    }))
    expect((await inspect({ 'users.json': json(users) })).json).toMatchObject({
      users: 6,
      loginMethods: { emailPassword: 6, thirdParty: 3 },
    })
  })

  test('unless the user has a password beside it', async () => {
    const users = some.map((at) => ({
      email: `user${at}@acme.example`,
      password: madeUpBcrypt(at),
      boss: { email: `boss${at}@acme.example`, password: madeUpBcrypt(at + 10) },
    }))
    const { json: found } = await inspect({ 'users.json': json(users) })
    expect(found).toMatchObject({ users: 6, ready: 0 })
    expect(JSON.stringify(found?.['findings'])).toContain('boss.email')
  })
})

test.each(['users.json', 'users.yaml'])(
  'users of a list that each stand under their own name are records: %s',
  async (name) => {
    const users = some.map((at) => ({
      [`u${at}`]: { email: `user${at}@acme.example`, password: madeUpBcrypt(at), age: 30 },
    }))
    expect((await inspect({ [name]: json(users) })).json).toMatchObject({ records: 6, users: 6, ready: 6 })
  },
)

test('objects of a list under one name are one column', async () => {
  const users = some.map((at) => ({ user: { email: `user${at}@acme.example`, password: madeUpBcrypt(at) } }))
  expect((await inspect({ 'users.json': json(users) })).json).toMatchObject({ records: 6, users: 6, ready: 6 })
})

test('letters that the names of the first record share are taken from none that lack them', async () => {
  const first = { id_usu: 1, email_usu: 'user1@acme.example', pass_usu: madeUpBcrypt(1) }
  const other = { id_usu: 2, email_usu: 'user2@acme.example', pass_usu: madeUpBcrypt(2), phone: '+14155552671' }
  const { json: found } = await inspect({ 'users.json': json([first, other]) })
  expect(JSON.stringify(found)).not.toContain('phone_usu')
  expect(found).toMatchObject({ users: 2 })
})

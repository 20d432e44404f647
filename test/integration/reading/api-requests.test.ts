import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const login = { email: 'ann@acme.example', password: 'not-to-be-seen' }
const body = { mode: 'raw', raw: JSON.stringify(login) }
const item = { name: 'Log in', request: { method: 'POST', url: { raw: '{{host}}/login' }, body } }

test.each([
  ['a collection of Postman', { info: { name: 'Shop' }, item: [{ name: 'auth', item: [item] }, item] }],
  [
    'a recording of a browser',
    {
      log: {
        entries: [
          {
            request: { method: 'POST', url: 'https://acme.example/login', postData: { text: body.raw } },
            response: { status: 200 },
          },
        ],
      },
    },
  ],
  [
    'a list of calls',
    [
      { method: 'POST', url: '/users', body: login },
      { method: 'GET', url: '/users' },
    ],
  ],
])('%s is no list of users', async (_, value) => {
  const { err, json } = await inspect({ 'file.json': JSON.stringify(value) })
  expect(`${err}${JSON.stringify(json)}`).toContain('requests to an API')
  expect(`${err}${JSON.stringify(json)}`).not.toContain('not-to-be-seen')
})

test('a user with a method to be reached by and an address on the web is one', async () => {
  const users = [1, 2].map((at) => ({ id: at, email: `user${at}@acme.example`, method: 'post', url: null }))
  expect((await inspect({ 'users.json': JSON.stringify(users) })).json).toMatchObject({ users: 2 })
})

import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

test.each([
  ['users: [ann@acme.example, ben@acme.example]\n'],
  ['---\nusers: ["ann@acme.example", "ben@acme.example"] # all\n'],
  ["'users': ['ann@acme.example', 'ben@acme.example']"],
])('a list of values in one line is YAML and no row of a table, and none of them becomes a user: %j', async (text) => {
  const { json } = await inspect({ 'users.yaml': text })
  expect(json).toMatchObject({ users: 0, unreadable: 2, files: [{ format: 'yaml' }] })
})

test.each([['name,email\nann [x],ann@acme.example\n'], ['email;note\nann@acme.example;x: [a, b]\n']])(
  'a table with brackets stays one: %j',
  async (text) => {
    const { json } = await inspect({ 'users.csv': text })
    expect(json).toMatchObject({ users: 1, files: [{ format: 'csv' }] })
  },
)

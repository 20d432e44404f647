import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const kinds = ['created', 'deleted', 'updated']
const event = (kind: string, at: number) => ({
  event: `user.${kind}`,
  time: `2024-01-0${at + 1}T03:04:05Z`,
  email: `u${at}@acme.example`,
  password_hash: madeUpBcrypt(at),
})
const lines = kinds.map(event)

test.each([
  ['lines of JSON', 'log.jsonl', lines.map((line) => JSON.stringify(line)).join('\n')],
  ['a list of JSON', 'log.json', JSON.stringify(lines)],
  [
    'a table',
    'log.csv',
    ['event,time,email,password_hash', ...lines.map((line) => Object.values(line).join())].join('\n'),
  ],
])('a log of events that carries hashes in %s makes no user until it is decided', async (_, name, text) => {
  const { json } = await inspect({ [name]: text })
  expect(json).toMatchObject({ users: 3, ready: 0, blocked: { 'may-be-no-user': 3 } })
})

test('users with hashes and one kind of last event are users', async () => {
  const users = kinds.map((_, at) => event('created', at))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 3, ready: 3 })
})

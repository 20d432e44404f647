import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5]
const lines = (line: (at: number) => string) => `${some.map(line).join('\n')}\n`
const mail = (at: number) => `user${at}@acme.example`

test.each([
  ['logfmt', lines((at) => `id=${at} email=${mail(at)} password_hash=${madeUpBcrypt(at)} active=${at !== 2}`)],
  [
    'logfmt with quotes',
    lines((at) => `name="Ann \\"A\\" ${at}" email="${mail(at)}" hash='${madeUpBcrypt(at)}' disabled=${at === 2}`),
  ],
  [
    'with semicolons',
    lines((at) => `login=u${at};mail=${mail(at)};pw=${madeUpBcrypt(at)};locked=${at === 2 ? 1 : 0};`),
  ],
  [
    'with colons and commas',
    lines((at) => `email: ${mail(at)}, hash: ${madeUpBcrypt(at)}, status: ${at === 2 ? 'disabled' : 'active'}`),
  ],
  [
    'of which one has a field less',
    lines((at) => `email=${mail(at)} hash=${madeUpBcrypt(at)}${at === 2 ? ' disabled=yes' : ''}`),
  ],
  ['in bars', lines((at) => `email = ${mail(at)} | hash = ${madeUpBcrypt(at)} | enabled = ${at !== 2}`)],
])('lines that name their fields are records: %s', async (_, content) => {
  const { json } = await inspect({ 'users.txt': content })
  expect(json).toMatchObject({ users: 5, ready: 4, blocked: { disabled: 1 }, loginMethods: { emailPassword: 5 } })
})

test('a line that names a field which no first line has, or no field, is named and not lost', async () => {
  const more = Array.from({ length: 60 }, (_, at) => `email=${mail(at)} hash=${madeUpBcrypt(at)}\n`).join('')
  const { json } = await inspect({ 'users.txt': `${more}email=x@acme.example hash=abc banned=yes\nthe end\n` })
  expect(json).toMatchObject({ users: 60, unreadable: 2 })
})

test.each([
  ['settings', 'host=db.acme.example port=5432\nuser=app password=secret\n'],
  ['names of entries', lines((at) => `cn=user${at},ou=people,dc=acme,dc=example`)],
])('other lines with signs of equality are none: %s', async (_, content) => {
  const { json } = await inspect({ 'users.txt': content })
  expect(json).not.toMatchObject({ loginMethods: { emailPassword: 2 } })
  expect(json?.['ready'] ?? 0).toBe(0)
})

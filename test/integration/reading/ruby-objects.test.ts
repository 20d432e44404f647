import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Users as programs in Ruby write them to YAML: passwords, times and records under the names of their classes. */

const plain = (at: number) => `- email: user${at}@acme.example\n  password_digest: "${madeUpBcrypt(at)}"\n`
const written = (at: number, value: string) => `- email: user${at}@acme.example\n  password_digest: ${value}\n`
const read = async (...entries: readonly string[]) => (await inspect({ 'users.yaml': `---\n${entries.join('')}` })).json

const hash = madeUpBcrypt(3)
const variables = `    "@checksum": ${hash.slice(29)}\n    "@version": 2a\n    "@cost": 12`

test.each([
  ['a text with a class', `!ruby/string:BCrypt::Password ${hash}`],
  ['a text with variables', `!ruby/string:BCrypt::Password\n    str: "${hash}"\n${variables}`],
  ['variables before the text', `!ruby/string:BCrypt::Password\n${variables}\n    str: "${hash}"`],
  ['the text as the default key', `!ruby/string:BCrypt::Password\n    "=": "${hash}"\n${variables}`],
  ['a text without variables', `!ruby/string:Acme::Secret\n    str: "${hash}"`],
  ['an older tag', `!str:BCrypt::Password\n    str: "${hash}"\n${variables}`],
  ['an object of a class of passwords', `!ruby/object:BCrypt::Password\n    value: "${hash}"\n${variables}`],
  ['braces', `!ruby/string:BCrypt::Password {str: "${hash}", "@cost": 12}`],
])('a password of a class among plain ones is the hash of its user: %s', async (_, value) => {
  const json = await read(plain(1), plain(2), written(3, value))
  expect(json).toMatchObject({ users: 3, ready: 3, hashes: { bcrypt: 3, none: 0 }, unreadable: 0 })
})

test('records of a database under their classes are read by their columns, beside plain ones', async () => {
  const named = (name: string, value: string) =>
    `  - !ruby/object:ActiveModel::Attribute::FromDatabase\n    name: ${name}\n    value_before_type_cast: ${value}\n`
  const listed = (at: number) =>
    `- !ruby/object:User\n  concise_attributes:\n${named('email', `user${at}@acme.example`)}${named('password_digest', `"${madeUpBcrypt(at)}"`)}  new_record: false\n`
  const inside = (at: number) =>
    `- !ruby/object:User\n  attributes:\n    email: user${at}@acme.example\n    password_digest: "${madeUpBcrypt(at)}"\n`
  const withIvars = (at: number) =>
    `- !ruby/hash-with-ivars:Row\n  elements:\n    email: user${at}@acme.example\n    password_digest: "${madeUpBcrypt(at)}"\n  ivars: {}\n`
  const all = { ready: 3, unreadable: 0, hashes: { bcrypt: 3, none: 0 } }
  expect(await read(listed(1), listed(2), listed(3))).toMatchObject(all)
  expect(await read(plain(1), inside(2), listed(3))).toMatchObject(all)
  expect(await read(plain(1), plain(2), withIvars(3))).toMatchObject(all)
})

test('a time of a class says when a user joined, and who may be kept out', async () => {
  const time = (of: string) =>
    `  ${of}: !ruby/object:ActiveSupport::TimeWithZone\n    utc: 2020-01-02 03:04:05.000000000 Z\n    zone: !ruby/object:ActiveSupport::TimeZone\n      name: Etc/UTC\n    time: 2020-01-02 03:04:05.000000000 Z\n`
  const json = await read(plain(1) + time('created_at'), plain(2) + time('deactivated_at'), plain(3))
  expect(json).toMatchObject({ users: 3, ready: 2, blocked: { disabled: 1 } })
})

test('objects that stand for nothing else keep their members', async () => {
  const value = (more: string) => `- email: a@acme.example\n  name: A\n  note: ${more}\n`
  const columns = async (more: string) => JSON.stringify(await read(value(more), value(more)))
  expect(await columns('!ruby/object:Setting {value: x, unit: y}')).toContain('note.unit')
  expect(await columns('!ruby/object:Setting {str: x}')).toContain('note.str')
  expect(await columns('!acme {str: x}')).toContain('note.str')
  expect(await columns('{str: x}')).toContain('note.str')
  expect(await columns('!ruby/object:Card {name: x, attributes: {name: y}}')).toContain('note.attributes.name')
})

import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Columns of hints at passwords, into which users write the password itself. */

const clear = ['autumn2019!', 'Winter12', 'hunter7x'] as const
const hints = ['my first cat', 'where we met', 'Mother?'] as const

/** A table in which all users have a hash, but for those without one. */
const table = (name: string, values: readonly string[], hashes: readonly string[]) =>
  `id;email;password;${name}\n${values.map((value, at) => `${at + 1};u${at}@acme.example;${hashes[at] ?? ''};${value}\n`).join('')}`
const hashes = [1, 2, 3].map(madeUpBcrypt)
const some = hashes.slice(0, 2)

const names = [
  'password_hint',
  'passwordHint',
  'Passworthinweis',
  'passwort_hinweis',
  'hint',
  'pista_contraseña',
  'indice mot de passe',
  'подсказка пароля',
  'パスワードヒント',
  'secret_question',
  'Sicherheitsfrage',
  'pregunta_secreta',
]

describe.each(names)('a column of hints, %s,', (name) => {
  test('that has passwords is told, and waits where its user has no other', async () => {
    const { json, out } = await inspect({ 'users.csv': table(name, clear, some) })
    expect(json, out).toMatchObject({ users: 3, ready: 2, blocked: { 'unmapped-hash': 1 }, hashes: { bcrypt: 2 } })
    expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'unmapped-hash', group: name, users: 3 }))
    for (const word of clear) expect(out).not.toContain(word)
  })

  test('that has hints says nothing, and is printed nowhere', async () => {
    const { json, out } = await inspect({ 'users.csv': table(name, hints, hashes) })
    expect(json, out).toMatchObject({ users: 3, ready: 3, blocked: {} })
    expect(out).not.toContain('unmapped-hash')
    for (const hint of hints) expect(out).not.toContain(hint)
  })
})

test('a hint that repeats the clear password beside it is told', async () => {
  const { json, out } = await inspect({
    'users.csv': table('password_hint', ['autumn', 'my cat', 'the usual'], ['autumn', 'winter', 'spring']),
  })
  expect(json?.['findings'], out).toContainEqual(
    expect.objectContaining({ code: 'unmapped-hash', group: 'password_hint', users: 1 }),
  )
  expect(out).not.toContain('autumn')
})

test('a column that says how often users were reminded is no hint', async () => {
  const { json, out } = await inspect({ 'users.csv': table('password_reminders', ['2', '0', '1'], hashes) })
  expect(json, out).toMatchObject({ users: 3, ready: 3 })
})

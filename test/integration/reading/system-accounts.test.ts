import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Accounts of a system, whose names, hashes and addresses stand in files of their own: passwd(5), shadow(5), smbpasswd(5). */

const people = ['ann', 'bob', 'cara', 'dan', 'eve', 'finn']
const lines = (row: (name: string, at: number) => string, names: readonly string[] = people) =>
  `${names.map(row).join('\n')}\n`
const passwd = lines((name, at) => `${name}:x:${1001 + at}:${1001 + at}:${name},,,:/home/${name}:/bin/bash`)
const shadow = (secret: (at: number) => string, names = people) =>
  lines((name, at) => `${name}:${secret(at)}:18000:0:99999:7:::`, names)
const shadowOfAll = shadow(madeUpBcrypt)
const emails = `username,email\n${lines((name) => `${name},${name}@acme.example`)}`
const twice = (files: Readonly<Record<string, string>>) => [
  files,
  Object.fromEntries(Object.entries(files).toReversed()),
]

test('a name in passwd and in shadow is one user', async () => {
  for (const files of twice({ passwd, shadow: shadowOfAll })) {
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 6, joined: 6, ready: 0, blocked: { 'hash-without-contact': 6 } })
  }
})

test('a list of their addresses gives each one the hash', async () => {
  for (const files of twice({ passwd, shadow: shadowOfAll, 'emails.csv': emails })) {
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 6, joined: 12, ready: 6, loginMethods: { emailPassword: 6 } })
  }
})

test('an account that is locked in shadow stays out', async () => {
  const locked = shadow((at) => (at === 1 ? `!${madeUpBcrypt(at)}` : madeUpBcrypt(at)))
  const { json } = await inspect({ passwd, shadow: locked, 'emails.csv': emails })
  expect(json).toMatchObject({ users: 6, joined: 12, ready: 5, blocked: { disabled: 1 } })
})

test('two lists of hashes of the same names are of the same people', async () => {
  const other = lines((name, at) => `${name}:${madeUpBcrypt(50 + at)}`)
  const { json } = await inspect({ 'a.htpasswd': shadowOfAll, 'b.htpasswd': other })
  expect(json).toMatchObject({ users: 6, joined: 6, hashes: { bcrypt: 6 } })
})

test('accounts of two machines with other names stay apart', async () => {
  const strangers = shadow(madeUpBcrypt, ['gus', 'hal', 'ida', 'jon', 'kim', 'lea'])
  const { json } = await inspect({ passwd, shadow: strangers })
  expect(json).toMatchObject({ users: 12, joined: 0 })
})

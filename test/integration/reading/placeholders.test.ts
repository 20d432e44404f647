import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Texts in place of hashes, as programs and seeds write them. */

const users = (...hashes: readonly string[]) =>
  `id,email,password_hash\n${hashes.map((hash, at) => `${at + 1},user${at}@acme.example,${hash}`).join('\n')}\n`

test('who signs in elsewhere has no password, and no clear one', async () => {
  const file = users(madeUpBcrypt(1), 'google_oauth', 'OAUTH_USER', 'no-password')
  const { json } = await inspect({ 'users.csv': file })
  expect(json).toMatchObject({ users: 4, ready: 4, hashes: { bcrypt: 1, none: 3, unsupported: {} } })
})

test('an account whose hash was replaced by a word for it is locked', async () => {
  const file = users(madeUpBcrypt(1), 'NOLOGIN', 'LOCKED')
  const { json } = await inspect({ 'users.csv': file })
  expect(json).toMatchObject({ users: 3, ready: 1, blocked: { disabled: 2 }, hashes: { bcrypt: 1, none: 2 } })
})

test('a user with a login at a third party and words in place of a password signs in there alone', async () => {
  const list = [
    { _id: 'a1', name: 'Ann', email: 'ann@acme.example', password: madeUpBcrypt(1), provider: 'local', googleId: null },
    {
      _id: 'a2',
      name: 'Ben',
      email: 'ben@acme.example',
      password: 'google_oauth',
      provider: 'google',
      googleId: '106408266904945107333',
    },
    {
      _id: 'a3',
      name: 'Cas',
      email: 'cas@acme.example',
      password: 'OAUTH_USER',
      provider: 'google',
      googleId: '106408266904945107334',
    },
  ]
  const { json } = await inspect({ 'users.json': JSON.stringify(list) })
  expect(json).toMatchObject({ users: 3, ready: 3, loginMethods: { emailPassword: 1, thirdParty: 2 } })
  expect(JSON.stringify(json)).not.toContain('several-methods')
})

test('samples of hashes are told from broken ones and from clear passwords', async () => {
  const file = users(madeUpBcrypt(1), '$2b$10$placeholder', 'hashed_password_1', 'kumquat7')
  const { json, out } = await inspect({ 'users.csv': file })
  expect(json).toMatchObject({
    users: 4,
    ready: 1,
    hashes: { bcrypt: 1, malformed: 0, unsupported: { placeholder: 2, plaintext: 1 } },
  })
  expect(out).not.toContain('kumquat')
})

test('texts in place of hashes are no hashes in the counts, nor in the reason of their column', async () => {
  const cut = madeUpBcrypt(9).slice(0, 40)
  for (const row of [(hash: string) => hash, (hash: string) => `${hash},Example Street`]) {
    const file = users(...[madeUpBcrypt(1), '$2a$10$dummy.password.hash', '$2a$10$dummy.password.hash', cut].map(row))
    const text = row('') === '' ? file : file.replace('hash\n', 'hash,street\n')
    const { out } = await cli(['inspect', 'users.csv'], { cwd: folderOf({ 'users.csv': text }) })
    expect(out).toContain('2 password hashes in this file: all belong to users')
    expect(out).toContain('2 of 4 samples are password hashes, 2 are texts in place of one')
    expect(out).toContain('2  Text in place of a hash')
  }
})

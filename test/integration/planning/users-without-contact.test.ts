import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { startEngine } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const some = [1, 2, 3, 4]
const md5 = (at: number) => `${at}`.repeat(32)
const csv = (header: string, row: (at: number) => string) => [header, ...some.map(row), ''].join('\n')

/** Files of users who have names and passwords, and no address that anything can be sent to. */
const files: Readonly<Record<string, string>> = {
  'users.htpasswd': some.map((at) => `user${at}:{SHA}${Buffer.alloc(20, at).toString('base64')}\n`).join(''),
  'md5.csv': csv('id,username,password', (at) => `${at},user${at},${md5(at)}`),
  'bcrypt.csv': csv('id,username,password', (at) => `${at},user${at},${madeUpBcrypt(at)}`),
  'broken.csv': csv('id,username,password', (at) => `${at},user${at},${madeUpBcrypt(at).slice(0, 50)}`),
  'empty.csv': csv('id,username,email,phone,password', (at) => `${at},user${at},-,n/a,${md5(at)}`),
  'people.ldif': some
    .map(
      (at) =>
        `dn: uid=u${at},dc=example,dc=com\nobjectClass: inetOrgPerson\nuid: u${at}\nuserPassword: {MD5}${btoa(md5(at).slice(0, 16))}\n\n`,
    )
    .join(''),
}

test.each(Object.entries(files))('users of %s are never offered a login by code', async (name, content) => {
  const first = await inspect({ [name]: content })
  const options = (first.json?.['findings'] ?? []) as readonly { readonly code: string; readonly option: string }[]
  expect(options.map(({ code }) => code)).toContain('hash-without-contact')
  expect(options.filter(({ option }) => option?.includes('passwordless'))).toEqual([])

  const given = ['--unsupported-hash', 'passwordless', '--decide', 'bcrypt=passwordless']
  const second = await inspect({ [name]: content }, given)
  expect(second.json).toMatchObject({ ready: 0, blocked: { 'hash-without-contact': 4 } })
})

test('the hash families of users without a contact offer no code, and do not say that passwords are kept', async () => {
  const engine = await startEngine()
  fileIn(engine.folder, 'bcrypt.csv', files['bcrypt.csv'] ?? '')
  const mixed = csv('id,email,password', (at) => `m${at},${at === 1 ? '' : `user${at}@example.com`},${md5(at)}`)
  fileIn(engine.folder, 'mixed.csv', mixed)
  await engine.add('bcrypt.csv')
  await engine.add('mixed.csv')
  await engine.settled()
  expect(engine.query('preview:get', {}).hashes).toMatchObject([
    { key: 'bcrypt', isReached: false, fate: 'not imported: no email or phone number is read from these users' },
    { key: 'unsupported:md5', isReached: true },
  ])
})

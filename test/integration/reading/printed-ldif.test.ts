import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const entry = (name: string, password: string) =>
  `dn: uid=${name},dc=acme,dc=example\nobjectClass: inetOrgPerson\nuid: ${name}\nmail: ${name}@acme.example\nuserPassword: ${password}\n`
const entries = [1, 2].map((at) => entry(`user${at}`, `{CRYPT}${madeUpBcrypt(at)}`)).join('\n')

describe('what a tool prints before the entries of LDIF is no entry', () => {
  test.each([
    'Enter LDAP Password: \n',
    'Password:\n\n',
    'SASL/EXTERNAL authentication started\nSASL username: gidNumber=0+uidNumber=0,cn=peercred,cn=external,cn=auth\nSASL SSF: 0\n',
    '$ ldapsearch -x -LLL -b dc=acme,dc=example\n',
    'SASL/EXTERNAL authentication started\nSASL SSF: 0\n# extended LDIF\n#\n# LDAPv3\n\n',
  ])('%j', async (printed) => {
    const { json } = await inspect({ 'users.ldif': printed + entries })
    expect(json).toMatchObject({ records: 2, users: 2, ready: 2, files: [{ format: 'ldif' }] })
  })
})

test('a clear password of a directory may begin with any sign', async () => {
  const passwords = ['!aB3xYz9q', '*mN7pQr2s', '#tU5vWx8y', 'Vx3$kk9!a']
  const text = passwords.map((password, at) => entry(`user${at}`, password)).join('\n')
  const { json } = await inspect({ 'users.ldif': text })
  expect(json).toMatchObject({ users: 4, hashes: { none: 0, unsupported: { plaintext: 4 } } })
})

test('a mark alone says that there is no password', async () => {
  const text = ['!', '!!', '{CRYPT}!'].map((mark, at) => entry(`user${at}`, mark)).join('\n')
  expect((await inspect({ 'users.ldif': text })).json).toMatchObject({ users: 3, hashes: { none: 3 } })
})

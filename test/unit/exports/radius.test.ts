import { expect, it } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const table = (...rows: readonly string[]) => `id,username,attribute,op,value\n${rows.join('\n')}\n`
const read = async (...rows: readonly string[]) => (await inspect({ 'radcheck.csv': table(...rows) })).json
const password = `1,ann@acme.example,Crypt-Password,:=,${madeUpBcrypt(1)}`

it.each([
  ['Auth-Type', 'Reject', 1],
  ['Auth-Type', 'Accept', 0],
  ['Auth-Type', 'LDAP', 0],
  ['Expiration', '23 Sep 2004', 1],
  ['Expiration', '23 Sep 2004 12:00', 1],
  ['Expiration', 'September 23 2004 12:00:00', 1],
  ['Expiration', '23 Sep 2099', 0],
])('a user of FreeRADIUS with %s %s is disabled: %i', async (attribute, value, disabled) => {
  const row = `2,ann@acme.example,${attribute},:=,${value}`
  const expected = { users: 1, joined: 1, ready: 1 - disabled, ...(disabled > 0 ? { blocked: { disabled } } : {}) }
  expect(await read(password, row)).toMatchObject(expected)
  expect(await read(row, password)).toMatchObject(expected)
})

it.each([
  ['Cleartext-Password', 'Secret-4711', 'plaintext'],
  ['User-Password', 'Secret-4711', 'plaintext'],
  ['NT-Password', '0123456789ABCDEF0123456789ABCDEF', 'ntlm'],
  ['MD5-Password', '0123456789abcdef0123456789abcdef', 'md5'],
  ['SSHA-Password', 'bWFkZSB1cCBtYWRlIHVwIG1hZGUgdXAgbWFkZQ==', 'sha'],
  ['SHA2-Password', '0123456789abcdef'.repeat(4), 'sha'],
  ['Password-With-Header', '{SSHA}bWFkZSB1cCBtYWRlIHVwIG1hZGUgdXAgbWFkZQ==', 'sha'],
])('a password is of the kind that its attribute names: %s', async (attribute, value, family) => {
  const { out } = await inspect({ 'radcheck.csv': table(password, `2,ben@acme.example,${attribute},:=,${value}`) })
  expect(JSON.parse(out)).toMatchObject({ users: 2, ready: 1, hashes: { bcrypt: 1, unsupported: { [family]: 1 } } })
  expect(out).not.toContain(value)
})

it('of two passwords of one user, the one that the core takes is sent, and the other is named', async () => {
  const other = '2,ann@acme.example,NT-Password,:=,0123456789ABCDEF0123456789ABCDEF'
  const expected = { users: 1, joined: 1, ready: 1, hashes: { bcrypt: 1, unsupported: {} } }
  for (const rows of [
    [password, other],
    [other, password],
  ]) {
    const json = await read(...rows)
    expect(json).toMatchObject(expected)
    expect(JSON.stringify(json?.['findings'])).toContain('second-hash')
  }
})

it('a clear password beside a hash is no second user, and is kept nowhere', async () => {
  const clear = '2,ann@acme.example,Cleartext-Password,:=,Secret-4711'
  for (const rows of [
    [password, clear],
    [clear, password],
  ]) {
    const { json, out } = await inspect({ 'radcheck.csv': table(...rows) })
    expect(json).toMatchObject({ users: 1, joined: 1, ready: 1, hashes: { bcrypt: 1, unsupported: {} } })
    expect(out).not.toContain('Secret-4711')
  }
})

it('two hashes of one attribute are two passwords, which are told as before', async () => {
  const again = `2,ann@acme.example,Crypt-Password,:=,${madeUpBcrypt(2)}`
  expect(await read(password, again)).toMatchObject({ users: 2, joined: 0 })
})

it('attributes of other things are none of FreeRADIUS', async () => {
  const products = 'id,username,attribute,op,value\n1,ann@acme.example,color,=,red\n2,ben@acme.example,size,=,10\n'
  expect((await inspect({ 'choices.csv': products })).out).not.toContain('freeradius')
  const groups = `CREATE TABLE radgroupcheck (id int, groupname varchar(64), attribute varchar(64), op char(2), value varchar(253));\nINSERT INTO radgroupcheck VALUES (1, 'staff', 'Auth-Type', ':=', 'Reject');\n`
  expect((await inspect({ 'radius.sql': groups })).json).not.toMatchObject({ users: 1 })
})

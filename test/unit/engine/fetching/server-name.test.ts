import { expect, test } from 'vitest'
import { anySource } from '../../../../electron/engine/fetching/any-source.ts'
import { ldap } from '../../../../electron/engine/fetching/sources/ldap/ldap.ts'
import { postgresql } from '../../../../electron/engine/fetching/sources/postgresql/postgresql.ts'

const database = { database: 'app', user: 'reader', table: 'users' }

test.each([
  ['db.example.com', undefined, 'db.example.com', undefined],
  ['db.example.com:6543', undefined, 'db.example.com', 6543],
  ['db.example.com:6543', '6543', 'db.example.com', 6543],
  [' 10.0.0.1 ', '6543', '10.0.0.1', 6543],
  ['[::1]:6543', undefined, '::1', 6543],
  ['[fe80::1%eth0]', undefined, 'fe80::1%eth0', undefined],
  ['2001:db8::5432', undefined, '2001:db8::5432', undefined],
  ['/var/run/postgresql', undefined, '/var/run/postgresql', undefined],
])('the server %j with the port %j is reached at %j, %j', (host, port, name, number) => {
  const parsed = postgresql.settings.safeParse({ ...database, host, ...(port === undefined ? {} : { port }) })
  expect([parsed.data?.host, parsed.data?.port]).toEqual([name, number])
})

test.each([
  ['db.example.com:70000', {}, 'between 1 and 65535'],
  ['db.example.com:5432', { port: '5433' }, 'another port'],
  ['postgres://ann:s3cret@db.example.com/app', {}, 'the name of the server alone'],
  ['ann:s3cret@db.example.com', {}, 'the name of the server alone'],
])('the server %j is refused in a sentence that does not repeat it', (host, more, said) => {
  const sentence = anySource(postgresql).judge({ ...database, host, ...more }) ?? ''
  expect([sentence.includes(said), sentence.includes('s3cret')]).toEqual([true, false])
  expect(anySource(ldap).judge({ base: 'dc=example', host, ...more })).toContain(said)
})

import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Dummies in place of an email or a phone number, which stand for none and which several users have. */

const csv = (...lines: readonly string[]) => ({ 'users.csv': `${lines.join('\n')}\n` })
const told = (group: string, users: number) =>
  expect.objectContaining({ code: 'dummy-contact', group, users, blocks: false })

test('a dummy phone number of several users is told, and none of them shares it', async () => {
  const { json, out } = await inspect(
    csv(
      'id,email,phone',
      '1,ann@acme.example,+94-000-0000000',
      '2,ben@acme.example,+94-000-0000000',
      '3,cy@acme.example,+94 77 123 4567',
    ),
  )
  expect(json, out).toMatchObject({
    users: 3,
    ready: 3,
    blocked: {},
    findings: expect.arrayContaining([told('phone', 2)]),
  })
  expect(out).not.toContain('shared-phone')
})

test('users with nothing but a dummy have no way to log in, and no country is asked for them', async () => {
  const { json, out } = await inspect(
    csv('id,name,phone', '1,Ann,0000000000', '2,Ben,0000000000', '3,Cy,1234567890', '4,Di,+94 77 123 4567'),
  )
  expect(json, out).toMatchObject({ users: 4, ready: 1, blocked: { 'no-login': 3 } })
})

test('the largest whole number of a database is no phone number, also behind the code of a country', async () => {
  const { json, out } = await inspect(
    csv(
      'id,name,country_code,phone',
      '1,Ann,1,2147483647',
      '2,Ben,1,2147483647',
      '3,Cy,1,4294967295',
      '4,Di,1,4155550123',
    ),
  )
  expect(json, out).toMatchObject({
    users: 4,
    ready: 1,
    blocked: { 'no-login': 3 },
    findings: expect.arrayContaining([told('phone', 3)]),
  })
  expect(out).toContain('the number to which a database cut a longer one, 2147483647')
})

test('dummy emails of users with a password are none, and no duplicates', async () => {
  const rows = ['none@none', 'none@none', 'noemail@acme.example', 'noemail@acme.example', 'n/a@n/a', 'ann@acme.example']
  const { json, out } = await inspect(
    csv('id,email,password', ...rows.map((email, at) => `${at + 1},${email},${madeUpBcrypt(at)}`)),
  )
  expect(json, out).toMatchObject({
    users: 6,
    ready: 1,
    blocked: { 'hash-without-contact': 5 },
    findings: expect.arrayContaining([told('email', 5)]),
  })
})

test('a made-up email is left out where only a code to it would let a user in, and kept beside a password', async () => {
  const hash = madeUpBcrypt(1)
  const { json, out } = await inspect(
    csv('id,email,password', `1,test@test.com,${hash}`, '2,x@x.x,', `3,ann@acme.example,${hash}`),
  )
  expect(json, out).toMatchObject({
    users: 3,
    ready: 2,
    blocked: { 'no-login': 1 },
    findings: expect.arrayContaining([told('email', 1), expect.objectContaining({ code: 'email-odd', users: 1 })]),
  })
})

test('two files are not joined by a dummy', async () => {
  const { json, out } = await inspect({
    'users.csv': 'id,name,email\n1,Ann,none@none\n2,Ben,ben@acme.example\n3,Cy,cy@acme.example\n',
    'hashes.csv': `email,password\nnone@none,${madeUpBcrypt(1)}\nben@acme.example,${madeUpBcrypt(2)}\ncy@acme.example,${madeUpBcrypt(3)}\n`,
  })
  expect(json, out).toMatchObject({ ready: 2, loginMethods: { emailPassword: 2 } })
})

test('a made-up email of several users with passwords is told as such, and not as one person', async () => {
  const rows = [1, 2, 3].map((at) => `${at},test@test.com,${madeUpBcrypt(at)}`)
  const { json, out } = await inspect(csv('id,email,password', ...rows, `4,ann@acme.example,${madeUpBcrypt(4)}`))
  expect(json, out).toMatchObject({
    ready: 2,
    blocked: { duplicate: 2 },
    findings: expect.arrayContaining([
      expect.objectContaining({
        code: 'duplicate',
        group: 'made-up',
        title: 'Made-up email of several users',
        users: 2,
      }),
    ]),
  })
  const decided = await inspect(csv('id,email,password', ...rows), ['--decide', 'duplicate=exclude'])
  expect(decided.json, decided.out).toMatchObject({ ready: 1, excluded: 2 })
})

test('an email that a person has twice is a duplicate', async () => {
  const rows = [1, 2].map((at) => `${at},ann@acme.example,${madeUpBcrypt(at)}`)
  const { json } = await inspect(csv('id,email,password', ...rows))
  expect(json).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ code: 'duplicate', group: '', users: 1 })]),
  })
})

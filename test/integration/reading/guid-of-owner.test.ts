import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const some = [1, 2, 3, 4]
const mail = (n: number) => `u${n}@acme.example`

test('a table of logins refers to its users by their GUID', async () => {
  const guid = (n: number) => `0000${n}eef-1111-4222-8333-00000000000${n}`
  const rows = (table: string, row: (n: number) => readonly string[]) =>
    some.map(
      (n) =>
        `INSERT INTO ${table} VALUES (${row(n)
          .map((value) => `'${value}'`)
          .join(', ')});`,
    )
  const { json } = await inspect({
    'accounts.sql': [
      'CREATE TABLE account (guid text primary key, mail text);',
      ...rows('account', (n) => [guid(n), mail(n)]),
      'CREATE TABLE external_login (account_guid text, idp text, subject text);',
      ...rows('external_login', (n) => [guid(n), 'github', `900${n}`]),
    ].join('\n'),
  })
  expect(json).toMatchObject({ users: 4, joined: 4, loginMethods: { thirdParty: 4 } })
})

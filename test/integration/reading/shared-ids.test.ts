import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** Numbers of 24 users, in which the first five come again. */
const numbered = Array.from({ length: 24 }, (_, at) => ({ at, uid: 1000 + (at % 19) }))
const mail = (at: number) => `user${at}@acme.example`

test('a column called uid that is not unique is no key of the users, and the reason says so', async () => {
  const rows = numbered.map(({ at, uid }) => `${uid},${mail(at)},${madeUpBcrypt(at)}`)
  const { json } = await inspect({ 'users.csv': `uid,email,password_hash\n${rows.join('\n')}\n` })
  const text = JSON.stringify(json)
  expect(json).toMatchObject({ users: 24, ready: 24 })
  expect(text).toContain('its values are not unique (19 different in 24 samples)')
  expect(text).not.toContain('may-be-source-id')
})

test('users of a directory with the same uid are named, and so are those of a table whose IDs repeat late', async () => {
  const entries = numbered.map(
    ({ at, uid }) =>
      `dn: cn=User ${at},dc=acme,dc=example\nobjectClass: inetOrgPerson\ncn: User ${at}\nsn: ${at}\nuid: u${uid}\nmail: ${mail(at)}\n`,
  )
  const directory = await inspect({ 'people.ldif': `version: 1\n\n${entries.join('\n')}` })
  const shared = { code: 'same-id-elsewhere', group: '', users: 10 }
  expect(directory.json).toMatchObject({
    users: 24,
    findings: expect.arrayContaining([expect.objectContaining(shared)]),
  })
  const late = Array.from({ length: 900 }, (_, at) => `${at === 880 ? 3 : at},${mail(at)},${madeUpBcrypt(at)}`)
  const table = await inspect({ 'users.csv': `id,email,password_hash\n${late.join('\n')}\n` })
  expect(table.json).toMatchObject({
    users: 900,
    findings: expect.arrayContaining([expect.objectContaining({ ...shared, users: 2 })]),
  })
})

import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

type Row = readonly (string | number)[]

function table(name: string, columns: string, rows: readonly Row[]): string {
  const cell = (value: string | number) => (typeof value === 'number' ? value : `'${value}'`)
  return `INSERT INTO ${name} (${columns}) VALUES\n${rows.map((row) => `(${row.map(cell).join(', ')})`).join(',\n')};\n`
}

const some = [1, 2, 3, 4, 5]
const users = (name: string, key: string) =>
  table(
    name,
    `${key}, email, password`,
    some.map((at) => [at, `user${at}@acme.example`, madeUpBcrypt(at)]),
  )
const [google, facebook] = ['110022003300440055006', '2200330044005500']

const dumps = {
  'a key of a table of providers':
    users('users', 'id') +
    table('oauth_providers', 'id, name', [
      [7, 'Google'],
      [9, 'Facebook'],
    ]) +
    table('oauth_identities', 'id, user_id, provider_id, external_id', [
      [51, 2, 7, google],
      [52, 4, 9, facebook],
    ]),
  'names of classes, and letters that all columns begin with':
    users('board_members', 'member_id') +
    table('board_login_links', 'link_login_method, link_member, link_identifier, link_added', [
      [31, 2, google, 1],
      [8, 4, facebook, 1],
    ]) +
    table('board_login_methods', 'method_id, method_class, method_order', [
      [1, 'Acme\\Login\\Standard', 1],
      [31, 'Acme\\Login\\OAuth\\Google', 2],
      [8, 'Acme\\Login\\OAuth\\Facebook', 3],
    ]),
  'a code':
    users('customers', 'id') +
    table('sso_services', 'code, service', [
      ['GO', 'google'],
      ['FB', 'facebook'],
    ]) +
    table('customer_sso', 'id, customer_id, service_code, subject', [
      [51, 2, 'GO', google],
      [52, 4, 'FB', facebook],
    ]),
} as const

describe('logins at third parties that another table names', () => {
  test.each(Object.entries(dumps))('are joined by %s', async (_, dump) => {
    const found = await usersOf({ 'all.sql': dump })
    expect(found.map(({ identities }) => identities.map(({ userId }) => userId))).toEqual([
      [],
      [google],
      [],
      [facebook],
      [],
    ])
    expect(found[1]?.identities[0]?.provider.toLowerCase()).toBe('google')
    expect(found[3]?.identities[0]?.provider.toLowerCase()).toBe('facebook')
    const { json } = await inspect({ 'all.sql': dump })
    expect(json).toMatchObject({ users: 5, joined: 2, unmatched: 0, loginMethods: { emailPassword: 5, thirdParty: 2 } })
  })

  test('are asked about where the other table has a name that is not known', async () => {
    const dump = dumps['a key of a table of providers'].replace("(9, 'Facebook')", "(9, 'Acme ID')")
    const { json } = await inspect({ 'all.sql': dump })
    expect(json).toMatchObject({ users: 5, joined: 2, ready: 4 })
  })

  test('are none where the other table names something else', async () => {
    const dump =
      users('users', 'id') +
      table('login_devices', 'id, name', [
        [7, 'Phone'],
        [9, 'Tablet'],
      ]) +
      table('login_sessions', 'id, user_id, device_id, serial', [
        [51, 2, 7, google],
        [52, 4, 9, facebook],
      ])
    const { json } = await inspect({ 'all.sql': dump })
    expect(json).toMatchObject({ users: 5, loginMethods: { thirdParty: 0 } })
  })
})

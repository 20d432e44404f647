import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { usersOf } from '../../support/read-users.ts'

const folder = join(import.meta.dirname, '../../fixtures/exports/workos')
const [users, memberships] = ['users.json', 'memberships.json'].map((name) => readFileSync(join(folder, name), 'utf8'))

test('memberships of WorkOS give their users tenants and roles, where they are active', async () => {
  const read = await usersOf({ 'memberships.json': memberships ?? '', 'users.json': users ?? '' })
  expect(read.map(({ tenants, profile, standing }) => [tenants, profile?.roles, standing])).toEqual([
    [['org_01E4ZCR3C56J083X43JQXF3JK5', 'org_01E4ZCR3C56J083X43JQXF3JK6'], ['admin', 'member'], 'active'],
    [undefined, undefined, 'active'],
  ])
})

test('records with a status whose IDs are of no users name the column that may have those of users', async () => {
  const some = [1, 2, 3]
  const people = some.map((at) => ({ id: `p${at}`, email: `user${at}@acme.example` }))
  const members = some.map((at) => ({ id: `m${at}`, user_id: `p${at}`, team: `t${at}`, status: 'active' }))
  const { err, out } = await inspect({ 'people.json': JSON.stringify(people), 'members.json': JSON.stringify(members) })
  expect(`${err}${out}`).not.toContain('no user in the other files has these IDs. Remove')
})

test('records that find no user say whether none or several have their IDs, and in which files', async () => {
  const some = [1, 2, 3, 4]
  const people = `id,email,password\n${some.map((at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)}\n`).join('')}`
  const staff = `id,email,password\n${some.map((at) => `${at},s${at}@acme.example,${madeUpBcrypt(9 + at)}\n`).join('')}`
  const pairs = `id,group_id,user_id,role\n${some.map((at) => `${at},7,${at},reader\n`).join('')}`
  const told = async (files: Readonly<Record<string, string>>) =>
    (await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })).out
  expect(await told({ 'users.csv': people, 'others.csv': staff, 'group_users.csv': pairs })).toContain(
    '4 records of group_users.csv match more than one user: users.csv, others.csv have users with the same IDs.\n',
  )
  const alone = pairs.replace('4,7,4', '4,7,99')
  expect(await told({ 'users.csv': people, 'group_users.csv': alone })).toContain(
    '1 record of group_users.csv matches no user.\n',
  )
})

const dumpOf = (table: string, columns: string, rows: readonly string[]) =>
  `INSERT INTO users (id, email, password) VALUES ${[1, 2, 3].map((id) => `(${id}, 'u${id}@acme.example', '${madeUpBcrypt(id)}')`).join(', ')};\n` +
  `INSERT INTO ${table} (${columns}) VALUES ${rows.map((row) => `(${row})`).join(', ')};\n`

describe('roles in a table of a dump', () => {
  const names = "INSERT INTO roles (id, name) VALUES (10, 'editor'), (20, 'reader');\n"

  test.each([
    ['by name', dumpOf('user_roles', 'user_id, role', ["1, 'editor'", "2, 'reader'", "2, 'editor'"])],
    [
      'by name in another language',
      dumpOf('rollen', 'id, user_id, rolle', ["7, 1, 'editor'", "8, 2, 'reader'", "9, 2, 'editor'"]),
    ],
    ['by a key', `${dumpOf('user_role', 'user_id, role_id', ['1, 10', '2, 20', '2, 10'])}${names}`],
  ])('are those of its users: %s', async (_, dump) => {
    const read = await usersOf({ 'all.sql': dump })
    expect(read.map(({ profile }) => profile?.roles)).toEqual([['editor'], ['reader', 'editor'], undefined])
  })

  test.each([
    [
      'in an organization',
      dumpOf('memberships', 'id, user_id, role, organization_id', ["7, 1, 'owner', 4", "8, 2, 'member', 4"]),
    ],
    ['of a thing', dumpOf('project_roles', 'project_id, user_id, role', ["4, 1, 'owner'", "4, 2, 'member'"])],
    ['by keys without names', dumpOf('user_role', 'user_id, role_id', ['1, 10', '2, 20'])],
  ])('are none that its users have everywhere: %s', async (_, dump) => {
    const read = await usersOf({ 'all.sql': dump })
    expect(read.map(({ profile }) => profile?.roles)).toEqual([undefined, undefined, undefined])
  })

  test('keep out whom they say', async () => {
    const { json } = await inspect({ 'all.sql': dumpOf('user_roles', 'user_id, role', ["1, 'editor'", "2, 'banned'"]) })
    expect(json).toMatchObject({ users: 3, joined: 2, ready: 2, blocked: { disabled: 1 } })
  })
})

const list = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  `${[columns, ...rows].map((cells) => cells.join(',')).join('\n')}\n`
const accounts = list(
  ['id', 'email', 'password'],
  [1, 2, 3, 4].map((at) => [at, `user${at}@acme.example`, madeUpBcrypt(at)]),
)

describe('a list of memberships in a file of its own', () => {
  test.each([
    [
      ['user_id', 'group_id'],
      [
        [1, 7],
        [1, 8],
        [3, 7],
      ],
    ],
    [
      ['id', 'user_id', 'team_id', 'joined_at'],
      [
        [1, 1, 7, '2024-01-02'],
        [2, 1, 8, '2024-02-02'],
        [3, 4, 7, '2024-02-03'],
      ],
    ],
    [
      ['membership_id', 'account_id', 'organization', 'role', 'is_owner'],
      [
        ['m1', 2, 'Acme', 'admin', 1],
        ['m2', 2, 'Beta', 'member', 0],
        ['m3', 3, 'Acme', 'member', 0],
      ],
    ],
    [
      ['user_id', 'group_id', 'status'],
      [
        [1, 7, 'joined'],
        [2, 7, 'left out'],
        [3, 7, 'joined'],
      ],
    ],
    [
      ['mitglied_id', 'gruppe', 'status'],
      [
        [1, 'Chor', 'active'],
        [2, 'Chor', 'active'],
        [2, 'Rat', 'active'],
      ],
    ],
  ])('belongs to the users of the other file: %s', async (columns, rows) => {
    const { code, json, err } = await inspect({ 'users.csv': accounts, 'memberships.csv': list(columns, rows) })
    expect([code, err]).toEqual([0, ''])
    expect(json).toMatchObject({ users: 4, joined: 3, unmatched: 0, unreadable: 0, ready: 4, blocked: {} })
  })

  test('gives them the tenants that its mapping names', async () => {
    const rows = [
      [1, 'acme', 'admin'],
      [2, 'acme', 'member'],
      [2, 'beta', 'owner'],
    ]
    const read = await usersOf({ 'memberships.csv': list(['user_id', 'tenant', 'role'], rows), 'users.csv': accounts })
    expect(read.map(({ tenants }) => tenants)).toEqual([['acme'], ['acme', 'beta'], undefined, undefined])
  })

  test('asks about members who are kept out, also where a user has several rows', async () => {
    const rows = [
      [1, 7, 'active'],
      [1, 8, 'active'],
      [2, 7, 'suspended'],
      [2, 8, 'active'],
      [3, 7, 'active'],
    ]
    const { json } = await inspect({
      'users.csv': accounts,
      'members.csv': list(['user_id', 'group_id', 'status'], rows),
    })
    expect(json).toMatchObject({ users: 4, joined: 5, ready: 3, blocked: { disabled: 1 } })
  })

  test.each(['role_id', 'team_id'])(
    'says nothing of a user by a row that holds no more, and all by a ban: %s',
    async (group) => {
      const coded = accounts.replaceAll(/^(\d)/gm, 'u00$1')
      const granted = (flag: string, off: number, id: (at: number) => string | number) =>
        list(
          ['id', 'user_id', group, flag],
          [1, 2, 3].map((at) => [30 + at, id(at), 7, at === 3 ? off : 1 - off]),
        )
      for (const [users, id] of [
        [accounts, (at: number) => at],
        [coded, (at: number) => `u00${at}`],
      ] as const) {
        const active = await inspect({ 'users.csv': users, 'members.csv': granted('is_active', 0, id) })
        expect(active.json).toMatchObject({ users: 4, joined: 3, ready: 4, blocked: {} })
        expect(JSON.stringify(active.json)).toContain('it is said of a group or a role, and not of the user')
        const banned = await inspect({ 'users.csv': users, 'members.csv': granted('is_banned', 1, id) })
        expect(banned.json).toMatchObject({ users: 4, joined: 3, ready: 3, blocked: { disabled: 1 } })
      }
    },
  )

  test('is in order where all of its members are in no file', async () => {
    const rows = [
      [11, 7],
      [11, 8],
      [12, 7],
    ]
    const { code, json, err } = await inspect({
      'users.csv': accounts,
      'memberships.csv': list(['user_id', 'group_id'], rows),
    })
    expect([code, err]).toEqual([0, ''])
    expect(json).toMatchObject({ users: 4, joined: 0, unmatched: 3, unreadable: 0, ready: 4 })
  })

  test('gives nothing away alone', async () => {
    const { err } = await inspect({
      'memberships.csv': list(
        ['user_id', 'group_id'],
        [
          [1, 7],
          [1, 8],
        ],
      ),
    })
    expect(err).toContain('Add the file with the users.')
  })

  test.each([
    [
      'orders',
      ['id', 'user_id', 'total'],
      [
        [1, 1, '9.90'],
        [2, 1, '12.00'],
      ],
    ],
    [
      'people by name',
      ['user', 'group'],
      [
        ['ann', 'choir'],
        ['bea', 'choir'],
      ],
    ],
  ])('is nothing else: %s', async (_, columns, rows) => {
    const { json } = await inspect({ 'users.csv': accounts, 'other.csv': list(columns, rows) })
    expect(json).toMatchObject({ users: 4, joined: 0 })
  })
})

test.each([
  [
    'roles by keys',
    {
      'user_roles.csv': list(
        ['user_id', 'role_id'],
        [
          [1, 7],
          [2, 7],
          [2, 8],
        ],
      ),
    },
  ],
  [
    'courses',
    {
      'enrolments.csv': list(
        ['id', 'userid', 'courseid', 'timestart'],
        [
          [1, 1, 7, 1700000000],
          [2, 2, 7, 1700000000],
        ],
      ),
    },
  ],
  ['tags', { 'user_tags.json': JSON.stringify([1, 2].map((at) => ({ userId: at, tagId: 7 }))) }],
])('rows that pair users with %s are no users and nothing that cannot be read', async (_, pairs) => {
  const { code, json } = await inspect({ 'users.csv': accounts, ...pairs })
  expect(code).toBe(0)
  expect(json).toMatchObject({ users: 4, unmatched: 0, unreadable: 0, ready: 4 })
})

test('lists of names and roles give the roles to the users who sign in with the names', async () => {
  const named = list(
    ['id', 'username', 'email', 'password'],
    [1, 2].map((at) => [at, `user${at}`, `user${at}@acme.example`, madeUpBcrypt(at)]),
  )
  const authorities = list(
    ['username', 'authority'],
    [
      ['user1', 'editor'],
      ['user2', 'reader'],
      ['user2', 'editor'],
    ],
  )
  const read = await usersOf({ 'users.csv': named, 'authorities.csv': authorities })
  expect(read.map(({ profile }) => profile?.roles)).toEqual([['editor'], ['reader', 'editor']])
})

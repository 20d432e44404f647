import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const user = (id: number) => ({ id, email: `u${id}@acme.example` })

/** YAML with a line for each key, and lists in brackets. */
function yamlOf(content: object, indent = ''): string {
  const lines = Object.entries(content).map(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? `${indent}${key}:\n${yamlOf(value, `${indent}  `)}`
      : `${indent}${key}: ${JSON.stringify(value)}\n`,
  )
  return lines.join('')
}

/** The same content as JSON and as YAML. */
function bothOf(content: object) {
  return Promise.all([inspect({ 'all.json': JSON.stringify(content) }), inspect({ 'all.yaml': yamlOf(content) })])
}

const two = { acme: { users: [user(1), user(2)] }, globex: { users: [user(3)] } }

describe('lists of users of several groups in one file', () => {
  test.each([
    [two],
    [{ tenants: two }],
    [{ tenants: { ...two, other: { name: 'x' } } }],
    [{ 'acme.example': two.acme, 'globex.example': two.globex }],
    [{ version: 1, ...two, empty: { users: [] } }],
  ])('are read together, with the name of the group: %j', async (content) => {
    for (const { json } of await bothOf(content))
      expect(json).toMatchObject({
        users: 3,
        ready: 3,
        other: {},
        unreadable: 0,
        files: [{ mapping: { unused: [{ column: 'group' }] } }],
      })
  })

  test('are named', async () => {
    const { json } = await inspect({ 'all.json': JSON.stringify(two) })
    expect(json).toMatchObject({ users: 3 })
    expect(JSON.stringify(json?.['files'])).toContain('the list that each user was read from: acme, globex')
    const own = [1, 2].map((id) => ({ ...user(id), group: 'staff' }))
    const alone = await inspect({ 'all.json': JSON.stringify({ users: own }) })
    expect(JSON.stringify(alone.json?.['files'])).not.toContain('the list that each user')
  })

  test('disable the users of a group whose name says so', async () => {
    const content = { active: two.acme, suspended: two.globex }
    for (const { json } of await bothOf(content))
      expect(json).toMatchObject({ users: 3, ready: 2, blocked: { disabled: 1 } })
  })

  test('may have lists of bans beside them', async () => {
    const content = { acme: two.acme, globex: { ...two.globex, bannedUserIds: [3] } }
    for (const { json } of await bothOf(content))
      expect(json).toMatchObject({ users: 3, ready: 2, joined: 1, blocked: { disabled: 1 } })
  })

  test.each([
    ['the same users once more', { app: two.acme, backup: two.acme }],
    ['something else about them', { app: two.acme, chat: { users: [{ id: 1, nick: 'x' }] } }],
  ])('are read apart where one holds %s', async (_, content) => {
    for (const { json } of await bothOf(content)) expect(json).toMatchObject({ users: 2, unreadable: 0 })
  })
})

const person = (name: string) => ({ Nombre: name, Correo: `${name}@acme.example`, Usuario: name })

/** Groups that each have the users of a directory in a list of this name. */
function groupsWith(list: string) {
  return [
    { OU: 'Ventas', [list]: [{ Nombre: 'scanner', Correo: null, Usuario: 'scanner' }, person('ann'), person('ben')] },
    { OU: 'Soporte', [list]: [person('cay')] },
    { OU: 'Vacía', [list]: [] },
  ]
}

describe('records that each hold a list of users', () => {
  test.each(['Usuarios', 'Benutzer', 'utilisateurs', 'appUsers', 'Empleados', 'Members'])(
    'are groups, and the users of all lists are read: %s',
    async (list) => {
      const groups = groupsWith(list)
      for (const content of [
        JSON.stringify(groups, null, 2),
        JSON.stringify({ date: '2026-05-01', grupos: groups }),
        groups.map((one) => JSON.stringify(one)).join('\n'),
      ]) {
        const { json } = await inspect({ 'all.json': content })
        expect(json).toMatchObject({ records: 4, users: 4, ready: 3, blocked: { 'no-login': 1 } })
      }
    },
  )

  test('hold back the users of a group whose name says so', async () => {
    const groups = [...groupsWith('Usuarios'), { OU: 'Disabled users', Usuarios: [person('dan')] }]
    const { json } = await inspect({ 'all.json': JSON.stringify(groups) })
    expect(json).toMatchObject({ users: 5, ready: 3, blocked: { 'no-login': 1, disabled: 1 } })
  })

  test.each([
    ['deeper', [{ Empresa: 'Acme', Sedes: [{ Nombre: 'Norte', Gente: [person('ann'), person('ben')] }] }]],
    ['under a name that says nothing', [{ OU: 'Ventas', Lista: [person('ann'), person('ben')] }]],
  ])('are refused as such where the lists are %s', async (_, content) => {
    const { json, err } = await inspect({ 'all.json': JSON.stringify(content) })
    expect(json).toMatchObject({ users: 0, unreadable: 1 })
    expect(err).toContain('This record holds a list of users')
  })

  const yamlList = (groups: readonly object[]) => groups.map((one) => `- ${JSON.stringify(one)}\n`).join('')

  test.each(['Usuarios', 'people', 'members'])('are read in YAML, too: %s', async (list) => {
    const { json } = await inspect({ 'all.yaml': yamlList(groupsWith(list)) })
    expect(json).toMatchObject({ records: 4, users: 4, ready: 3, blocked: { 'no-login': 1 } })
  })

  test('give their names to their users in YAML', async () => {
    const groups = [
      { name: 'staff', people: [user(1), user(2)] },
      { name: 'suspended', people: [user(3)] },
      { name: 'guests', people: [] },
    ]
    const columns = expect.arrayContaining([expect.objectContaining({ column: 'tenant' })])
    for (const file of [{ 'all.yaml': yamlList(groups) }, { 'all.json': JSON.stringify(groups) }])
      expect((await inspect(file)).json).toMatchObject({ users: 3, unreadable: 0, files: [{ mapping: { columns } }] })
  })

  const named = (list: string, name: string, password: string) => [
    { [list]: ['ann', 'ben'].map((one) => ({ [name]: one, [password]: `${one}-Geheim1!` })) },
  ]

  test.each([
    ['users', named('users', 'username', 'password')],
    ['words in another language', named('Utilisateurs', 'identifiant', 'motDePasse')],
    ['a group with a name', named('members', 'login', 'pw').map((group) => ({ name: 'team', ...group }))],
    [
      'users within settings',
      [{ hosts: 'all', vars: named('users', 'username', 'password')[0], tasks: [{ name: 'x' }] }],
    ],
  ])('are read where users have names and clear passwords alone: %s', async (_, groups) => {
    for (const file of [{ 'all.yaml': yamlList(groups) }, { 'all.json': JSON.stringify(groups) }]) {
      const { json } = await inspect(file)
      expect(json).toMatchObject({ users: 2, unreadable: 0, hashes: { unsupported: { plaintext: 2 } } })
    }
  })

  test('are counted where the only entry holds people without a login', async () => {
    const groups = [{ Utilisateurs: ['Ann', 'Ben', 'Cay'].map((nom, at) => ({ nom, age: 30 + at })) }]
    for (const file of [{ 'all.yaml': yamlList(groups) }, { 'all.json': JSON.stringify(groups) }])
      expect((await inspect(file)).json).toMatchObject({ records: 3, users: 0, unreadable: 3 })
  })

  test('are read from an object of users under their names in the only entry of YAML', async () => {
    const users = { ann: { password: 'Geheim1!' }, ben: { password: 'Geheim2!' } }
    const { json } = await inspect({ 'all.yaml': yamlList([{ users }]) })
    expect(json).toMatchObject({ records: 2, users: 2 })
  })

  test.each([
    ['friends', { id: 7, name: 'Ann', friends: [{ username: 'ben' }, { username: 'cay' }] }],
    ['devices', { username: 'ann', password: 'Geheim1!', devices: [{ name: 'phone' }, { name: 'tablet' }] }],
  ])('are one record where the lists are of one person: %s', async (_, record) => {
    for (const file of [{ 'all.yaml': yamlList([record]) }, { 'all.json': JSON.stringify([record]) }])
      expect((await inspect(file)).json).toMatchObject({ records: 1 })
  })

  test('are refused as such in YAML under a name that says nothing', async () => {
    const groups = groupsWith('Lista').slice(0, 2)
    const { json } = await inspect({ 'all.yaml': yamlList(groups) })
    expect(json).toMatchObject({ users: 0, unreadable: 2 })
  })

  test('are never mapped by the first user of each list', async () => {
    const mapping = {
      version: 1,
      columns: [{ path: 'Lista[0].Correo', target: 'email' }],
      constants: [],
      fixedProvider: null,
    }
    const groups = [
      { OU: 'Ventas', Lista: [person('ann'), person('ben')] },
      { OU: 'Soporte', Lista: [person('cay')] },
    ]
    const cwd = folderOf({ 'all.json': JSON.stringify(groups), 'mapping.json': JSON.stringify(mapping) })
    const { json } = await cli(['inspect', 'all.json', '--mapping', 'mapping.json', '--json'], { cwd })
    expect(json).toMatchObject({ users: 1, unreadable: 1 })
  })

  test.each([
    ['emails', { Nombre: 'Ann', emails: [{ value: 'ann@acme.example' }, { value: 'ann@home.example' }] }],
    [
      'identities',
      { id: 'u1', name: 'Ann', identities: [{ provider: 'google', email: 'ann@acme.example', sub: '1' }] },
    ],
    ['family members', { ...person('ann'), familia: [person('ben'), person('cay')] }],
    ['friends called users', { ...person('ann'), usuarios: [person('ben'), person('cay')] }],
  ])('are users where these are their own: %s', async (_, record) => {
    const { json } = await inspect({ 'all.json': JSON.stringify([record]) })
    expect(json).toMatchObject({ records: 1, users: 1 })
  })
})

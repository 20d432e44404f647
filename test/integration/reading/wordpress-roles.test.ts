import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const accounts = ['ann', 'ben'].map((name, at) => ({
  ID: at + 1,
  user_login: name,
  user_pass: madeUpBcrypt(at),
  user_nicename: name,
  user_email: `${name}@acme.example`,
  user_registered: '2020-01-01 10:00:00',
  user_status: 0,
}))
const usersOf = (table: string) =>
  `INSERT INTO ${table} (${Object.keys(accounts[0] ?? {}).join(', ')}) VALUES\n${accounts
    .map(
      (one) =>
        `(${Object.values(one)
          .map((cell) => `'${cell}'`)
          .join(', ')})`,
    )
    .join(',\n')};\n`
const metaOf = (table: string, ...rows: readonly (readonly [user: number, key: string, value: string])[]) =>
  `INSERT INTO ${table} (umeta_id, user_id, meta_key, meta_value) VALUES\n${rows
    .map((cells, at) => `(${[at + 1, ...cells].map((cell) => `'${cell}'`).join(', ')})`)
    .join(',\n')};\n`
const list = (...roles: readonly string[]) =>
  `a:${roles.length}:{${roles.map((role) => `s:${role.length}:"${role}";b:1;`).join('')}}`

const of = (roles: number, more: object = {}) => ({ users: 2, unmatched: 0, roles, ...more })

async function read(files: Readonly<Record<string, string>>) {
  const { json } = await inspect(files)
  const findings = json?.['findings'] as readonly { group: string; users: number }[]
  const roles = findings.find(({ group }) => group === 'roles')?.users ?? 0
  return { ...json, roles }
}

describe('roles of WordPress stand among the settings of its users', () => {
  test.each([
    ['of one site', usersOf('wp_users') + metaOf('wp_usermeta', [1, 'wp_capabilities', list('editor')])],
    ['with another prefix', usersOf('x7_users') + metaOf('x7_usermeta', [1, 'x7_capabilities', list('editor')])],
    ['of a site of a network', usersOf('wp_users') + metaOf('wp_usermeta', [1, 'wp_2_capabilities', list('editor')])],
    [
      'of two sites of a network',
      usersOf('wp_users') +
        metaOf('wp_usermeta', [1, 'wp_capabilities', list('editor')], [1, 'wp_3_capabilities', list('author')]),
    ],
    [
      'as old versions wrote them',
      usersOf('wp_users') + metaOf('wp_usermeta', [1, 'wp_capabilities', 'a:1:{s:6:"editor";s:1:"1";}']),
    ],
  ])('and are read: %s', async (_, dump) => {
    expect(await read({ 'all.sql': dump })).toMatchObject(of(1, { ready: 2 }))
  })

  test('and those of a further site are named after it, because an editor of one site is none of another', async () => {
    const meta = metaOf(
      'wp_usermeta',
      [1, 'wp_capabilities', list('subscriber')],
      [1, 'wp_12_capabilities', list('editor')],
    )
    const core = await startCore({ dialect: 'supertokens' })
    const cwd = folderOf({ 'all.sql': usersOf('wp_users') + meta })
    const { json } = await cli(['inspect', 'all.sql', '--json', '--core', core.baseUrl], { cwd })
    const findings = json?.['findings'] as readonly { code: string; group: string }[]
    const missing = findings.filter(({ code }) => code === 'role-missing').map(({ group }) => group)
    expect(missing.toSorted()).toEqual(['site-12-editor', 'subscriber'])
  })

  test('and in a file of its own', async () => {
    const settings = `umeta_id,user_id,meta_key,meta_value\n1,2,nickname,Ben\n2,2,wp_capabilities,"${list('editor').replaceAll('"', '""')}"\n`
    expect(await read({ 'all.sql': usersOf('wp_users'), 'usermeta.csv': settings })).toMatchObject(of(1))
  })

  test('and a role that keeps its user out disables the user as well', async () => {
    const dump = usersOf('wp_users') + metaOf('wp_usermeta', [1, 'wp_capabilities', list('subscriber', 'blocked')])
    expect(await read({ 'all.sql': dump })).toMatchObject(of(1, { blocked: { disabled: 1 } }))
  })

  test('but a list without one, or a role that was taken away, gives none', async () => {
    const none: readonly (readonly [number, string, string])[] = [
      [1, 'wp_capabilities', 'a:0:{}'],
      [2, 'wp_capabilities', 'a:1:{s:6:"editor";b:0;}'],
      [2, 'closedpostboxes_post', list('slugdiv')],
    ]
    expect(await read({ 'all.sql': usersOf('wp_users') + metaOf('wp_usermeta', ...none) })).toMatchObject(of(0))
  })

  test('and the columns say what becomes of them', async () => {
    const meta = metaOf('wp_usermeta', [1, 'wp_capabilities', list('editor')], [2, 'nickname', 'Ben'])
    const { files } = (await read({ 'all.sql': usersOf('wp_users') + meta })) as { readonly files?: unknown }
    expect(JSON.stringify(files)).toContain('{"column":"wp_usermeta.meta_value","becomes":"Role"')
    expect(JSON.stringify(files)).not.toContain('wp_usermeta.meta_key')
  })

  test('and a list of WP-CLI has them in a column', async () => {
    const lines = accounts.map((one) => [...Object.values(one), 'editor'].join(','))
    const csv = [[...Object.keys(accounts[0] ?? {}), 'roles'].join(','), ...lines].join('\n')
    expect(await read({ 'users.csv': csv })).toMatchObject(of(2))
  })
})

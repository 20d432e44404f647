import { parse } from 'csv-parse/sync'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { cli, type CliRun } from '../../support/cli.ts'
import type { Mapping } from '../../../shared/mapping/mapping.ts'
import { must } from '../../support/documents.ts'
import { engineHere, settled } from '../../support/engine-here.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { madeFaults, startCore } from '../../support/rehearsal.ts'
import { fileIn, folderOf, temporaryFolder } from '../../support/temporary-folder.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

const secret = 'JBSWY3DPEHPK3PXP'
const table = `key,mail,pw,plan,address.city,groups,app,since
old-ann,ann@example.com,${madeUpBcrypt(1)},gold,Ulm,"editor, guest",${secret},2023-02-09T16:34:22Z
old-bo,bo@example.com,${madeUpBcrypt(2)},free,,,,soon
`
const mapping = mappingOf({
  key: 'source-id',
  mail: 'email',
  pw: 'password-hash',
  plan: 'metadata',
  'address.city': 'metadata',
  groups: 'role',
  app: 'totp-secret',
  since: 'time-joined',
})

type Run = CliRun & { readonly folder: string; readonly next: (args: readonly string[]) => Promise<CliRun> }

async function run(core: RehearsalCore, more: readonly string[], from = { table, mapping }): Promise<Run> {
  const folder = folderOf({ 'users.csv': from.table, 'mapping.json': JSON.stringify(from.mapping) })
  const next = (args: readonly string[]) => cli(args, { cwd: folder })
  const args = ['run', 'users.csv', '--mapping', 'mapping.json', '--core', core.baseUrl, '--yes', '--json']
  return { ...(await next([...args, '--document', 'm.migration', ...more])), folder, next }
}

async function ask(core: RehearsalCore, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${core.baseUrl}${path}`, body && { method: 'PUT', body: JSON.stringify(body) })
  return reply.json()
}

async function personIn(core: RehearsalCore, userId: string): Promise<unknown> {
  const of = (path: string) => ask(core, `${path}?userId=${userId}`)
  return {
    ...((await of('/recipe/user/metadata')) as object),
    ...((await of('/recipe/user/roles')) as object),
    ...((await of('/recipe/totp/device/list')) as object),
  }
}

async function joinedIn(core: RehearsalCore, userId: string): Promise<unknown> {
  const found = await ask(core, `/user/id?userId=${userId}`)
  return (found as { user: { timeJoined: number } }).user.timeJoined
}

/** Of each user of created.csv, what became of its metadata, roles, TOTP secrets and time joined; the counts of report.json. */
function profilesOf({ folder }: Run, out = 'out') {
  const text = (name: string) => readFileSync(join(folder, out, name), 'utf8')
  const created = parse(text('created.csv'), { columns: true }) as readonly Readonly<Record<string, string>>[]
  const report = JSON.parse(text('report.json')) as { readonly profile: unknown; readonly notes: unknown }
  const parts = ['source_id', 'metadata', 'roles', 'totp', 'time_joined']
  return {
    created: created.map((line) => parts.map((part) => line[part]).join(' | ')),
    profile: report.profile,
    notes: report.notes,
  }
}

async function reportOf({ folder }: Run): Promise<readonly string[]> {
  const engine = engineHere()
  must(await engine.internal('internal:open', { path: join(folder, 'm.migration') }))
  await settled(engine)
  const { notes } = must(await engine.invoke('report:get', {}))
  must(await engine.internal('internal:close', {}))
  return notes.map(({ title, users }) => `${title}: ${users}`)
}

const whole = {
  status: 'OK',
  metadata: { plan: 'gold', address: { city: 'Ulm' } },
  roles: ['editor', 'guest'],
  devices: [{ name: 'Imported', period: 30, skew: 1, verified: true }],
}

async function real(options: Parameters<typeof startCore>[0] = {}): Promise<RehearsalCore> {
  const core = await startCore({ dialect: 'supertokens', bulk: { intervalMs: 20 }, ...options })
  for (const role of ['editor', 'guest']) await ask(core, '/recipe/role', { role, permissions: [] })
  return core
}

/** Everything that a run left on the disk or said, the export and the document aside. */
function saidBy({ folder, out, err }: Run): string {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('users.csv') && !entry.name.includes('.migration'))
    .map((entry) => join(entry.parentPath, entry.name))
  return [out, err, ...names.map((name) => readFileSync(name, 'utf8'))].join('\n')
}

describe.each(['single', 'bulk'])('metadata, roles and TOTP secrets by the %s executor', (executor) => {
  test('are in the core under the old ID, and the secret is in no output', async () => {
    const core = await real()
    const ran = await run(core, ['--executor', executor, '--keep-user-ids', '--report', 'out'])
    expect([ran.code, ran.json]).toEqual([0, expect.objectContaining({ migrated: 2, failed: 0 })])
    expect(core.requests().import).toBe(executor === 'bulk' ? 0 : 2)
    expect(await personIn(core, 'old-ann')).toEqual(whole)
    expect(await personIn(core, 'old-bo')).toMatchObject({ metadata: { plan: 'free' }, roles: [], devices: [] })
    const joined = (await joinedIn(core, 'old-ann')) === Date.UTC(2023, 1, 9, 16, 34, 22)
    expect(joined).toBe(executor === 'bulk')
    const report = await reportOf(ran)
    expect(report).toEqual([
      'Metadata carried over: 2',
      'Roles carried over: 1',
      'TOTP secrets carried over: 1',
      ...(executor === 'bulk'
        ? ['Time joined carried over: 1', 'Time joined left behind: 1']
        : ['Time joined left behind: 2']),
    ])
    const all = (users: number) => ({ carriedOver: users, leftBehind: 0 })
    const [kept, time] = executor === 'bulk' ? [1, 'yes'] : [0, 'left behind']
    expect(profilesOf(ran)).toEqual({
      created: [`old-ann | yes | yes | yes | ${time}`, 'old-bo | yes |  |  | left behind'],
      profile: { metadata: all(2), roles: all(1), totp: all(1), joined: { carriedOver: kept, leftBehind: 2 - kept } },
      notes: expect.arrayContaining([{ title: 'Roles carried over', users: 1 }]) as unknown,
    })
    // Users excluded afterwards were sent all the same.
    const before = profilesOf(ran)
    const engine = engineHere()
    must(await engine.internal('internal:open', { path: join(ran.folder, 'm.migration') }))
    must(await engine.invoke('decisions:update', { choices: { profile: { metadata: 'exclude', joined: 'exclude' } } }))
    await settled(engine)
    must(await engine.internal('internal:close', {}))
    const reported = await ran.next(['report', 'm.migration', '--out', 'later'])
    const after = profilesOf(ran, 'later')
    expect([reported.code, after.created, after.profile]).toEqual([0, before.created, before.profile])
    for (const format of ['json', 'html', 'csv'])
      await ran.next(['report', 'm.migration', '--format', format, '--unmasked', '--out', `report.${format}`])
    expect(saidBy(ran)).not.toContain(secret)
  })
})

describe.each(['single', 'bulk'])('a person with two login methods by the %s executor', (executor) => {
  const [head = '', annRow = '', boRow = ''] = table.split('\n')
  const withGoogle = {
    table: [`${head},provider,google`, `${annRow},google,g-ann`, `${boRow},,`, ''].join('\n'),
    mapping: {
      ...mapping,
      columns: [
        ...mapping.columns,
        { path: 'provider', target: 'provider' },
        { path: 'google', target: 'provider-user-id' },
      ],
    } satisfies Mapping,
  }
  const unlicensed = { features: { accountLinking: false, multiTenancy: false, mfa: true } }
  const [kept, left] = ['yes | yes | yes', 'left behind | left behind | left behind']
  const ownTime = executor === 'bulk' ? 'yes' : 'left behind'

  test.each([
    ['is one user with all of it', {}, [], [`${kept} | ${ownTime}`, `${kept} | ${ownTime}`], false],
    [
      'is two users without a license, of which only the first has it',
      unlicensed,
      [],
      [`${kept} | left behind`, `${left} | left behind`],
      true,
    ],
    [
      'is two users by decision, of which only the first has it',
      {},
      ['separate'],
      [`${kept} | left behind`, `${left} | left behind`],
      true,
    ],
    ['is the first login method only by decision', unlicensed, ['first'], [`${kept} | ${ownTime}`], false],
  ] as const)('%s', async (_, options, decisions, lines, isFound) => {
    const core = await real(options)
    const decide = decisions.flatMap((decision) => ['--decide', `several-methods=${decision}`])
    const ran = await run(core, ['--executor', executor, '--keep-user-ids', '--report', 'out', ...decide], withGoogle)
    expect([ran.code, ran.json]).toEqual([0, expect.objectContaining({ migrated: 2, failed: 0 })])
    expect(profilesOf(ran).created).toEqual([
      ...lines.map((line) => `old-ann | ${line}`),
      'old-bo | yes |  |  | left behind',
    ])
    expect(await personIn(core, 'old-ann')).toEqual(whole)
    const engine = engineHere()
    must(await engine.internal('internal:open', { path: join(ran.folder, 'm.migration') }))
    await settled(engine)
    const { findings } = must(await engine.invoke('preview:get', {}))
    must(await engine.internal('internal:close', {}))
    const found = findings.filter(({ group }) => group === 'separate-users')
    expect(found.map(({ users }) => users)).toEqual(isFound ? [1] : [])
  })
})

describe('single calls', () => {
  test('are repeated after every reply that gets lost, and add everything once', async () => {
    const core = await real()
    core.setFaults(madeFaults({ rules: [{ kind: 'reset', on: ['other'], every: 2, moment: 'lost' }] }))
    // Two users at a time could meet every lost reply by turns, one of them until it has no tries left.
    const ran = await run(core, ['--keep-user-ids', '--concurrency', '1'])
    expect(ran.json).toMatchObject({ migrated: 2, failed: 0 })
    core.setFaults(madeFaults({ rules: [] }))
    expect(await personIn(core, 'old-ann')).toEqual(whole)
  })

  test('use the new ID of the core where no old one is kept', async () => {
    const core = await real()
    await run(core, [])
    const { rows } = core.users({ from: 0, limit: 10 })
    const id = rows.find(({ emails }) => emails.includes('ann@example.com'))?.id ?? ''
    expect(await personIn(core, id)).toEqual(whole)
  })
})

test('the window is never given a TOTP secret, whatever its column is called and however it is written', async () => {
  const folder = folderOf({ 'users.csv': table.replace(secret, 'jbsw y3dp ehpk 3pxp') })
  const engine = engineHere()
  must(await engine.internal('internal:create', { path: join(folder, 'm.migration') }))
  must(await engine.internal('internal:add', { paths: [join(folder, 'users.csv')], names: ['users.csv'] }))
  await settled(engine)
  const before = must(await engine.invoke('mapping:get', { fileId: 1 }))
  must(await engine.invoke('mapping:set', { fileId: 1, mapping }))
  await settled(engine)
  const seen = [
    before,
    must(await engine.invoke('mapping:get', { fileId: 1 })),
    must(await engine.invoke('mapping:record', { fileId: 1, index: 0, mapping: null })),
    must(await engine.invoke('users:detail', { id: 1 })),
    must(await engine.invoke('users:source', { id: 1 })),
  ].map((view) => JSON.stringify(view))
  expect(seen.map((text) => /jbsw|ehpk/i.test(text))).toEqual(seen.map(() => false))
  expect(seen.at(-1)).toContain('ann@example.com')
})

test('a role that the core does not have waits for a decision, and is created on the operator’s word', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  await ask(core, '/recipe/role', { role: 'editor', permissions: [] })
  const held = await run(core, ['--keep-user-ids'])
  expect([held.code, held.json]).toEqual([3, expect.objectContaining({ migrated: 1, blocked: 1 })])
  expect(held.err).toContain(
    'The core lacks roles of the export: “guest”. Decide each: --decide role-missing:ROLE=create|exclude; on screen: Review, Decisions.',
  )
  const created = await run(await startCore({ dialect: 'supertokens' }), [
    '--keep-user-ids',
    '--decide',
    'role-missing:editor=create',
    '--decide',
    'role-missing:guest=exclude',
  ])
  expect([created.code, created.json?.['migrated']]).toEqual([0, 2])
  expect(created.err).not.toContain('lacks roles')
})

test('a role that is to be created is there before users are staged, so that they go by bulk import', async () => {
  const core = await startCore({ dialect: 'supertokens', bulk: { intervalMs: 20 } })
  const decisions = ['--decide', 'role-missing:editor=create', '--decide', 'role-missing:guest=create']
  const ran = await run(core, ['--executor', 'bulk', '--keep-user-ids', ...decisions])
  expect([ran.code, core.requests().import, await personIn(core, 'old-ann')]).toEqual([0, 0, whole])
})

test('a license without TOTP leaves the secrets behind, and the user is migrated', async () => {
  const core = await real({ features: { mfa: false } })
  const ran = await run(core, ['--keep-user-ids'])
  expect([ran.code, await personIn(core, 'old-ann')]).toEqual([0, { ...whole, devices: [] }])
})

test('a core with the documented interface is asked for none of it', async () => {
  const core = await startCore({ dialect: 'documented' })
  const ran = await run(core, ['--report', 'out'])
  expect(profilesOf(ran).created).toEqual([
    'old-ann | left behind | left behind | left behind | left behind',
    'old-bo | left behind |  |  | left behind',
  ])
  expect([ran.code, ran.json?.['migrated'], core.requests().other <= 1]).toEqual([0, 2, true])
  const engine = engineHere()
  must(await engine.internal('internal:open', { path: join(ran.folder, 'm.migration') }))
  await settled(engine)
  const { findings } = must(await engine.invoke('preview:get', {}))
  const parts = findings.filter(({ code }) => code === 'profile-not-kept')
  expect(parts.map(({ group, users, title }) => `${group} ${users} ${title}`)).toEqual([
    'metadata 2 Stays behind: metadata',
    'roles 1 Stays behind: roles',
    'totp 1 Stays behind: TOTP secrets',
    'joined 1 Stays behind: time joined',
    'joined-implausible 1 Stays behind: time joined that cannot be read',
  ])
})

describe.each([
  ['no core', null, 'profile-data'],
  ['the documented interface', 'documented', 'profile-not-kept'],
  ['the interface of supertokens', 'supertokens', 'profile-data'],
] as const)('with %s', (_, dialect, code) => {
  test.each([
    ['Laravel', 'password,two_factor_secret,remember_token', 'eyJpdiI6Im1hZGUiLCJ2YWx1ZSI6InVwIn0='],
    ['Devise', 'encrypted_password,encrypted_otp_secret,reset_password_token', 'bWFkZSB1cCBieSB0aGlzIHRlc3Q='],
  ])(
    'TOTP secrets that %s encrypts are counted as staying behind, and not as kept',
    async (_name, columns, encrypted) => {
      const row = (id: number, app: string) =>
        `${id},a${id}@example.com,${madeUpBcrypt(id)},${app},,2023-02-09 16:34:22\n`
      const text = `id,email,${columns},created_at\n${row(1, encrypted)}${row(2, '')}`
      const to = dialect === null ? [] : ['--core', (await startCore({ dialect })).baseUrl]
      const { json } = await cli(['inspect', 'users.csv', '--json', ...to], { cwd: folderOf({ 'users.csv': text }) })
      const { findings } = json as { findings: { code: string; group: string; users: number }[] }
      const parts = findings.filter((one) => one.code.startsWith('profile-'))
      expect(parts.map((one) => `${one.code} ${one.group} ${one.users}`).toSorted()).toEqual(
        [`${code} joined 2`, 'profile-not-kept totp-encrypted 1'].toSorted(),
      )
    },
  )
})

test('a core whose license lacks TOTP is said to leave the secrets behind, and not to keep them as well', async () => {
  const core = await real({ features: { mfa: false } })
  const text = `id,email,encrypted_password,otp_secret,reset_password_token\n1,ann@example.com,${madeUpBcrypt(1)},JBSWY3DPEHPK3PXP,\n`
  const { json } = await cli(['inspect', 'users.csv', '--json', '--core', core.baseUrl], {
    cwd: folderOf({ 'users.csv': text }),
  })
  const { findings } = json as { findings: { code: string; group: string; users: number }[] }
  const parts = findings.filter((one) => one.code.startsWith('profile-'))
  expect(parts.map((one) => `${one.code} ${one.group} ${one.users}`)).toEqual(['profile-not-kept totp-license 1'])
})

test('an encrypted TOTP secret is left behind in the report, beside one that is carried over', async () => {
  const core = await real()
  const more = `old-cy,cy@example.com,${madeUpBcrypt(3)},,,,eyJpdiI6Im1hZGUiLCJ2YWx1ZSI6InVwIn0=,\n`
  const ran = await run(core, ['--executor', 'single', '--keep-user-ids', '--report', 'out'], {
    table: table + more,
    mapping,
  })
  const { created, profile } = profilesOf(ran)
  expect([created.at(-1), profile]).toEqual([
    'old-cy |  |  | left behind | ',
    expect.objectContaining({ totp: { carriedOver: 1, leftBehind: 1 } }),
  ])
})

test('roles of Keycloak itself are left out with a count and their names, and every such user says so', async () => {
  const folder = temporaryFolder()
  const user = (name: string, realmRoles: readonly string[]) => ({
    id: name,
    username: name,
    email: `${name}@example.com`,
    enabled: true,
    realmRoles,
    credentials: [],
  })
  const users = [user('ann', ['default-roles-acme', 'editor']), user('bo', ['offline_access']), user('cy', ['editor'])]
  fileIn(folder, 'users.json', JSON.stringify({ realm: 'acme', users }))
  const engine = engineHere()
  must(await engine.internal('internal:create', { path: join(folder, 'm.migration') }))
  must(await engine.internal('internal:add', { paths: [join(folder, 'users.json')], names: ['users.json'] }))
  await settled(engine)
  const { findings } = must(await engine.invoke('preview:get', {}))
  const left = findings.find(({ group }) => group === 'system-roles')
  expect([left?.title, left?.users, left?.meaning]).toEqual([
    'Stays behind: roles of the old system itself',
    2,
    expect.stringContaining('offline_access'),
  ])
  const filter = { finding: [{ code: 'profile-not-kept', group: 'system-roles' }] }
  const page = must(
    await engine.invoke('users:page', { filter, sort: { by: 'place', descending: false }, from: 0, limit: 10 }),
  )
  expect(page.total).toBe(2)
  const details = [1, 3].map((id) => engine.invoke('users:detail', { id }))
  expect((await Promise.all(details)).map((one) => must(one).findings.length)).toEqual([2, 1])
})

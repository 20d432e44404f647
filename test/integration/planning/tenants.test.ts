import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { cli, type CliRun } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { post, startCore, usersIn } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'

/** Ann is in two tenants, once in each as a user of its own; Cy is in none. */
const table = `key,mail,pw,org
a1,ann@example.com,${madeUpBcrypt(1)},acme
a2,ann@example.com,${madeUpBcrypt(2)},org_2
b1,bo@example.com,${madeUpBcrypt(3)},acme
c1,cy@example.com,${madeUpBcrypt(4)},
`
const mapping = mappingOf({ key: 'source-id', mail: 'email', pw: 'password-hash', org: 'tenant' })

type Run = CliRun & { readonly folder: string; readonly next: (args: readonly string[]) => Promise<CliRun> }

async function run(core: RehearsalCore, more: readonly string[], text = table): Promise<Run> {
  const folder = folderOf({ 'users.csv': text, 'mapping.json': JSON.stringify(mapping) })
  const next = (args: readonly string[]) => cli(args, { cwd: folder })
  const args = ['run', 'users.csv', '--mapping', 'mapping.json', '--core', core.baseUrl, '--yes', '--json']
  const sent = await next([...args, '--document', 'm.migration', '--report', 'out', ...more])
  return { ...sent, folder, next }
}

/** Tenants in the files of the report. */
function tenantsInReports(folder: string) {
  const text = (name: string) => readFileSync(join(folder, 'out', name), 'utf8')
  const lines = (name: string) => parse(text(name), { columns: true }) as readonly Readonly<Record<string, string>>[]
  const report = JSON.parse(text('report.json')) as { readonly tenants: unknown }
  return {
    created: lines('created.csv')
      .map((line) => `${line['tenant']} ${line['source_id']}`)
      .toSorted(),
    lines: [...new Set(lines('report.csv').map((line) => line['tenant'] ?? ''))].filter(Boolean).toSorted(),
    counts: report.tenants,
    html: /Tenants of the core.*acme.*branch/s.test(text('report.html')),
  }
}

/** Emails that the core has below the path of a tenant; empty: at its address. */
async function emailsIn(core: RehearsalCore, tenant: string): Promise<readonly string[]> {
  const reply: unknown = await (await fetch(`${core.baseUrl}${tenant}/users?limit=100&timeJoinedOrder=ASC`)).json()
  return (reply as { users: readonly { emails: readonly string[] }[] }).users.flatMap(({ emails }) => emails).toSorted()
}

const decided = ['--tenant', 'org_2=branch']

describe.each(['single', 'bulk'])('tenants of a real core by the %s executor', (executor) => {
  const real = (tenants: readonly string[]) => startCore({ dialect: 'supertokens', bulk: { intervalMs: 20 }, tenants })

  test('every user arrives in its own, and the same email in two of them is two users', async () => {
    const core = await real(['acme', 'branch'])
    const ran = await run(core, ['--executor', executor, '--verify-emails', '--keep-user-ids', ...decided])
    expect([ran.code, ran.json, core.requests().import]).toEqual([
      0,
      expect.objectContaining({ migrated: 4, failed: 0 }),
      executor === 'bulk' ? 0 : 4,
    ])
    expect(await Promise.all(['', '/acme', '/branch'].map((tenant) => emailsIn(core, tenant)))).toEqual([
      ['cy@example.com'],
      ['ann@example.com', 'bo@example.com'],
      ['ann@example.com'],
    ])
    expect(tenantsInReports(ran.folder)).toEqual({
      created: ['acme a1', 'acme b1', 'branch a2', 'public c1'],
      lines: ['acme', 'branch', 'public'],
      counts: [
        { tenant: 'acme', users: 2, migrated: 2, failed: 0, open: 0 },
        { tenant: 'branch', users: 1, migrated: 1, failed: 0, open: 0 },
        { tenant: 'public', users: 1, migrated: 1, failed: 0, open: 0 },
      ],
      html: true,
    })
    const verified = await ran.next(['verify', 'm.migration', '--core', core.baseUrl, '--json'])
    expect(verified.json).toMatchObject({ looked: 4, found: 4 })
    const undone = await ran.next(['undo', 'm.migration', '--core', core.baseUrl, '--yes', '--json'])
    expect([undone.json, usersIn(core)]).toEqual([expect.objectContaining({ removed: 4 }), []])
  })

  test('a user of two tenants gets the login method in both, by single calls', async () => {
    const core = await real(['acme', 'branch'])
    const row = `d1,di@example.com,${madeUpBcrypt(5)},acme;org_2`
    const ran = await run(core, ['--executor', executor, ...decided], `key,mail,pw,org\n${row}\n`)
    expect([ran.json, core.requests().import, tenantsInReports(ran.folder)]).toEqual([
      expect.objectContaining({ migrated: 1, failed: 0 }),
      2,
      expect.objectContaining({ created: ['acme d1', 'branch d1'] }),
    ])
  })

  test('who is there already is looked for in the own tenant only', async () => {
    const core = await real(['acme', 'branch'])
    await run(core, ['--executor', 'single', ...decided], table.split('\n').slice(0, 2).join('\n'))
    const ran = await run(core, ['--executor', executor, '--on-existing', 'skip', ...decided])
    expect(ran.json).toMatchObject({ existing: 1, migrated: 3 })
    expect(await emailsIn(core, '/branch')).toEqual(['ann@example.com'])
  })

  test('a run that goes on, and a retry, send users to their own', async () => {
    const core = await real(['acme', 'branch'])
    // Another user has the old ID of Bo.
    const { user } = await post(core.baseUrl, '/recipe/signinup', {
      thirdPartyId: 'google',
      thirdPartyUserId: 'g-1',
      email: { id: 'other@example.com', isVerified: false },
    })
    await post(core.baseUrl, '/recipe/userid/map', { superTokensUserId: user.id, externalUserId: 'b1' })
    const ran = await run(core, ['--executor', executor, '--keep-user-ids', '--limit', '1', ...decided])
    const resumed = await ran.next(['resume', 'm.migration', '--json'])
    expect([ran.json, resumed.json]).toMatchObject([
      { migrated: 1, ready: 3 },
      { migrated: 3, failed: 1, ready: 0 },
    ])
    await post(core.baseUrl, '/recipe/userid/map/remove', { userId: 'b1', userIdType: 'EXTERNAL' })
    const retried = await ran.next(['retry', 'm.migration', '--json'])
    expect([retried.code, retried.json]).toEqual([0, expect.objectContaining({ migrated: 4, failed: 0 })])
    expect(await Promise.all(['', '/acme', '/branch'].map((tenant) => emailsIn(core, tenant)))).toEqual([
      ['cy@example.com', 'other@example.com'],
      ['ann@example.com', 'bo@example.com'],
      ['ann@example.com'],
    ])
    const ids: unknown = await (await fetch(`${core.baseUrl}/user/id?userId=b1`)).json()
    expect(ids).toMatchObject({ status: 'OK', user: { emails: ['bo@example.com'] } })
  })

  test('a known account signs in below the path of its own', async () => {
    const core = await real(['acme', 'branch'])
    const known = '$2a$10$GzEm3vKoAqnJCTWesRARCe/ovjt/07qjvcH9jbLUg44Fn77gMZkmm'
    const ran = await run(core, ['--executor', executor, ...decided], table.replace(madeUpBcrypt(2), known))
    expect(ran.code).toBe(0)
    const tried = async (account: string) => {
      const verified = await cli(['verify', 'm.migration', '--sign-in', account, '--json'], {
        cwd: ran.folder,
        input: 'testPass123',
      })
      return [verified.code, verified.json?.['signIn']]
    }
    // Both have the same email, and each has a password of its own.
    expect([await tried('a2'), await tried('a1')]).toEqual([
      [0, 'works'],
      [3, 'refused'],
    ])
  })

  test('one that the core does not have is named before anything is sent', async () => {
    const core = await real(['branch'])
    const ran = await run(core, ['--executor', executor, ...decided])
    expect([ran.code, ran.json]).toEqual([3, expect.objectContaining({ migrated: 2, blocked: 2 })])
    expect(usersIn(core)).toHaveLength(2)
  })
})

describe('inspect', () => {
  test('prints the tenants of the export with what stands for each', async () => {
    const folder = folderOf({ 'users.csv': table, 'mapping.json': JSON.stringify(mapping) })
    const args = ['inspect', 'users.csv', '--mapping', 'mapping.json', ...decided]
    const [json, text] = [await cli([...args, '--json'], { cwd: folder }), await cli(args, { cwd: folder })]
    expect(json.json).toMatchObject({
      tenants: [
        { source: 'acme', users: 2, becomes: null },
        { source: 'org_2', users: 1, becomes: 'branch' },
      ],
      blocked: { 'tenant-undecided': 2 },
    })
    expect(text.out).toMatch(/Tenants:\n +2 {2}acme -> not decided.*\n +1 {2}org_2 -> branch\n/)
  })
})

describe('tenants of a documented core', () => {
  const all = ['--other-tenants', 'same', ...decided]

  test('stand below its address', async () => {
    const core = await startCore({ tenants: ['acme', 'branch'], basePath: '/auth' })
    const ran = await run(core, all)
    expect([ran.json, usersIn(core)]).toEqual([
      expect.objectContaining({ migrated: 4, failed: 0 }),
      [
        'emailpassword ann@example.com',
        'emailpassword ann@example.com',
        'emailpassword bo@example.com',
        'emailpassword cy@example.com',
      ],
    ])
  })

  test('need a decision each, because it cannot be asked', async () => {
    const core = await startCore({ tenants: ['acme'] })
    const ran = await run(core, [])
    expect([ran.json, usersIn(core)]).toEqual([
      expect.objectContaining({ migrated: 1, blocked: 3 }),
      ['emailpassword cy@example.com'],
    ])
  })

  test('stop the run where it does not have one, by its name', async () => {
    const core = await startCore({ tenants: ['branch'] })
    const ran = await run(core, all)
    expect([ran.code, ran.json, ran.err]).toEqual([
      4,
      expect.objectContaining({ stopped: 'wrong-address' }),
      expect.stringContaining('For the tenant acme, which may not exist: '),
    ])
  })
})

/** A realm as Keycloak exports it; its users have a name and an email alone, so that two realms look alike. */
function realm(name: string, ids: readonly string[]) {
  const users = ids.map((id) => ({ id, username: 'ann', email: 'ann@example.com', emailVerified: true, enabled: true }))
  return {
    id: name,
    realm: name,
    enabled: true,
    sslRequired: 'external',
    clients: [],
    users: users.map(withCredentials),
  }
}

const withCredentials = (user: object) => ({ ...user, credentials: [], realmRoles: [] })

async function runFile(core: RehearsalCore, name: string, text: string, more: readonly string[] = []) {
  const cwd = folderOf({ [name]: text })
  const args = ['run', name, '--core', core.baseUrl, '--yes', '--json', '--document', 'm.migration', ...more]
  return { ...(await cli(args, { cwd })), next: (given: readonly string[]) => cli(given, { cwd }) }
}

test('the realms of a Keycloak export in one file are tenants, and users of the same name in two of them are two', async () => {
  const core = await startCore({ dialect: 'supertokens', tenants: ['acme', 'branch'] })
  const realms = [realm('acme', ['k1']), realm('master', []), realm('branch', ['k2'])]
  const ran = await runFile(core, 'realms.json', JSON.stringify(realms), ['--keep-user-ids'])
  expect([ran.code, ran.json]).toEqual([0, expect.objectContaining({ migrated: 2, blocked: 0 })])
  expect([await emailsIn(core, '/acme'), await emailsIn(core, '/branch')]).toEqual([
    ['ann@example.com'],
    ['ann@example.com'],
  ])
})

describe('the only tenant of an export', () => {
  const members = (...organizations: readonly string[]) =>
    organizations
      .map((id, at) => ({ user_id: `email|${at}`, email: `u${at}@example.com`, email_verified: true, org_id: id }))
      .map((user) => JSON.stringify(user))
      .join('\n')

  test('is the default one of a core that has no other, which is a finding and can be decided otherwise', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const ran = await runFile(core, 'users.ndjson', members('org_A1', 'org_A1'), ['--limit', '1'])
    expect(ran.json).toMatchObject({ migrated: 1, blocked: 0 })
    const { json } = await ran.next(['inspect', 'users.ndjson', '--json'])
    expect(json?.['findings']).toContainEqual(
      expect.objectContaining({ title: 'Only tenant, goes to the default tenant: org_A1', users: 2, blocks: false }),
    )
    expect(json?.['tenants']).toEqual([{ source: 'org_A1', users: 2, becomes: 'default' }])
  })

  test('asks where the core has others, and where the export has a second', async () => {
    const several = await startCore({ dialect: 'supertokens', tenants: ['acme'] })
    expect((await runFile(several, 'users.ndjson', members('org_A1'))).json).toMatchObject({ migrated: 0, blocked: 1 })
    const one = await startCore({ dialect: 'supertokens' })
    const ran = await runFile(one, 'users.ndjson', members('org_A1', 'org_B2'))
    expect(ran.json).toMatchObject({ migrated: 0, blocked: 2 })
    const decided = await runFile(one, 'users.ndjson', members('org_A1', 'org_B2'), ['--other-tenants', 'default'])
    expect([decided.code, decided.json]).toEqual([0, expect.objectContaining({ migrated: 2 })])
  })
})

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startBulkCron, defaultBulkOptions, chunksOf } from '../../../../electron/engine/rehearsal/bulk-cron.ts'
import { allFeatures, type Answer, type CoreContext } from '../../../../electron/engine/rehearsal/context.ts'
import { openStateFile } from '../../../../electron/engine/rehearsal/http/state-file.ts'
import { supertokensCore } from '../../../../electron/engine/rehearsal/supertokens/supertokens-core.ts'
import { asked, coreContext, joined } from './fixture.ts'

const hash = '$2y$10$xodpWFERRCL93JZGUJkJDuIOCwopy1j5O3xvACgjnnVSUHBNWUXam'

function password(email: string, more: object = {}): object {
  const loginMethods = [{ recipeId: 'emailpassword', email, passwordHash: hash, hashingAlgorithm: 'bcrypt' }]
  return { loginMethods, ...more }
}

type Core = {
  readonly context: CoreContext
  readonly answer: Answer
  readonly stage: (...users: readonly object[]) => Promise<readonly [number, unknown]>
  /** One run of the job: all rows, in `parallelism` chunks. */
  readonly cron: (parallelism: number) => Promise<void>
  /** The rows in the order they were staged: email or external id, status, message. */
  readonly rows: () => readonly (readonly [string, string, string | null])[]
  readonly emails: () => readonly (string | null)[]
}

function coreWith(change: Partial<CoreContext> = {}): Core {
  const context = coreContext(change)
  const answer = supertokensCore(context)
  const job = startBulkCron(context, { ...defaultBulkOptions, intervalMs: null }, () => undefined)
  return {
    context,
    answer,
    stage: (...users) => asked(answer, '/bulk-import/users', { body: { users } }),
    cron: (parallelism) => job.run({ parallelism }),
    rows: () =>
      [...context.staged.rows.values()].map(({ person, status, errorMessage }) => [
        person.externalUserId ?? person.loginMethods[0]?.email ?? '',
        status,
        errorMessage,
      ]),
    emails: () => context.users.list.flatMap((user) => (user === null ? [] : [user.email])),
  }
}

test('users are listed by the time they joined, and one who joined long ago moves nobody to another page', async () => {
  const core = coreWith()
  const stage = async (email: string, timeJoinedInMSSinceEpoch: number) => {
    const [method] = (password(email) as { loginMethods: readonly object[] }).loginMethods
    await core.stage({ loginMethods: [{ ...method, timeJoinedInMSSinceEpoch }] })
    await core.cron(1)
  }
  const page = async (more: string) => {
    const [, body] = await asked(core.answer, `/users?limit=1&timeJoinedOrder=DESC${more}`, { method: 'GET' })
    const { users, nextPaginationToken: token = null } = body as {
      readonly users: readonly { readonly emails: readonly string[] }[]
      readonly nextPaginationToken?: string
    }
    return { emails: users.flatMap(({ emails }) => emails), next: token === null ? '' : `&paginationToken=${token}` }
  }
  await stage('new@x.example', 3000)
  await stage('old@x.example', 1000)
  const first = await page('')
  await stage('middle@x.example', 2000)
  await stage('newest@x.example', 4000)
  const second = await page(first.next)
  const newest = await page('')
  const beforeNew = await page(newest.next)
  const third = await page(beforeNew.next)
  const [, id, time] = /([^;]+);(.+)/.exec(Buffer.from(newest.next.split('=')[1] ?? '', 'base64').toString()) ?? []
  expect([core.context.users.passwordByEmail.get('new@x.example')?.id, '3000']).toEqual([id, time])
  expect([first.emails, second.emails, third.emails]).toEqual([
    ['new@x.example'],
    ['old@x.example'],
    ['middle@x.example'],
  ])
  expect(await asked(core.answer, '/users?paginationToken=eA==', { method: 'GET' })).toEqual([
    400,
    'invalid pagination token',
  ])
})

describe('a chunk is one transaction', () => {
  test('one bad row fails and takes its chunk back, which goes in with the next run', async () => {
    const core = coreWith()
    await core.stage(password('ann@x.example'))
    await core.cron(1)
    await core.stage(password('bob@x.example', { externalUserId: 'old-bob' }), password('ann@x.example'))
    await core.cron(1)
    expect(core.rows()).toEqual([
      ['old-bob', 'PROCESSING', null],
      ['ann@x.example', 'FAILED', 'E003: A user with email ann@x.example already exists in emailpassword loginMethod.'],
    ])
    expect([core.emails(), core.context.userIds.idByExternal.size]).toEqual([['ann@x.example'], 0])
    await core.cron(1)
    expect([core.rows().length, core.emails()]).toEqual([1, ['ann@x.example', 'bob@x.example']])
  })

  test('rows of another chunk are not touched', async () => {
    const core = coreWith()
    await core.stage(password('ann@x.example'))
    await core.cron(1)
    await core.stage(password('ann@x.example'), password('bob@x.example'))
    await core.cron(8)
    expect([core.rows().map(([name, status]) => [name, status]), core.emails()]).toEqual([
      [['ann@x.example', 'FAILED']],
      ['ann@x.example', 'bob@x.example'],
    ])
  })

  test('the same user staged twice goes in once, and the second row fails', async () => {
    const core = coreWith()
    await core.stage(password('ann@x.example'), password('ann@x.example'))
    for (const _ of [1, 2]) await core.cron(2)
    expect([core.rows().map(([, status]) => status), core.emails()]).toEqual([['FAILED'], ['ann@x.example']])
  })

  test('an external id that the core has holds its neighbours for ever, and nobody is named', async () => {
    const core = coreWith()
    await core.stage(password('ann@x.example', { externalUserId: 'old-1' }))
    await core.cron(1)
    await core.stage(password('new@x.example', { externalUserId: 'old-1' }), password('near@x.example'))
    for (const _ of [1, 2, 3]) await core.cron(1)
    expect(core.rows()).toEqual([
      ['old-1', 'PROCESSING', null],
      ['near@x.example', 'PROCESSING', null],
    ])
    const [poison = ''] = core.context.staged.rows.keys()
    expect(await asked(core.answer, '/bulk-import/users/remove', { body: { ids: [poison] } })).toEqual([
      200,
      { deletedIds: [poison], invalidIds: [] },
    ])
    await core.cron(1)
    expect([core.rows(), core.emails()]).toEqual([[], ['ann@x.example', 'near@x.example']])
  })

  test('a login of a provider that the core has holds its neighbours, too', async () => {
    const core = coreWith()
    const login = {
      loginMethods: [{ recipeId: 'thirdparty', email: 'a@x.example', thirdPartyId: 'google', thirdPartyUserId: 'g-1' }],
    }
    await core.stage(login)
    await core.cron(1)
    await core.stage(login, password('near@x.example'))
    for (const _ of [1, 2]) await core.cron(1)
    expect(core.rows().map(([, status, message]) => [status, message])).toEqual([
      ['PROCESSING', null],
      ['PROCESSING', null],
    ])
  })

  test('a round is split into as many chunks as work side by side, of one row more than its share', () => {
    const rows = coreRows(10)
    expect([1, 2, 4, 20].map((parallelism) => chunksOf(rows, parallelism).map(({ length }) => length))).toEqual([
      [10],
      [6, 4],
      [3, 3, 3, 1],
      [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ])
  })
})

function coreRows(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    person: { id: String(at), loginMethods: [] },
    status: 'NEW' as const,
    errorMessage: null,
    createdAt: 0,
    updatedAt: 0,
  }))
}

describe('staging is strict', () => {
  test('one bad user of a request: all are named, and nobody is staged', async () => {
    const core = coreWith()
    const [status, body] = await core.stage(
      password('ann@x.example'),
      password('bob@x.example', { userRoles: [{ role: 'nosuch', tenantIds: ['public'] }] }),
      { loginMethods: [] },
    )
    expect([status, core.rows()]).toEqual([400, []])
    expect(JSON.parse(String(body))).toEqual({
      error: 'Data has missing or invalid fields. Please check the users field for more details.',
      users: [
        { index: 1, errors: ['Role nosuch does not exist.'] },
        { index: 2, errors: ['At least one loginMethod is required.'] },
      ],
    })
  })

  test('more than 10,000 users at once are refused', async () => {
    const core = coreWith()
    const users = Array.from({ length: 10_001 }, () => ({}))
    const [status, body] = await core.stage(...users)
    expect([status, body]).toEqual([400, '{"error":"You can only add 10000 users at a time."}'])
  })

  test.each([
    ['accountLinking', 'Account linking must be enabled to import multiple loginMethods.'],
    ['mfa', 'MFA must be enabled to import totp devices.'],
  ] as const)('without the license for %s', async (feature, sentence) => {
    const core = coreWith({ features: { ...allFeatures, [feature]: false } })
    const user = {
      totpDevices: [{ secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Phone' }],
      loginMethods: [
        { recipeId: 'emailpassword', email: 'a@x.example', passwordHash: hash, hashingAlgorithm: 'bcrypt' },
        { recipeId: 'passwordless', email: 'a@x.example' },
      ],
    }
    const [, body] = await core.stage(user)
    expect(String(body)).toContain(sentence)
  })

  test('login methods of one user that do not say when they joined did so at the same moment', async () => {
    let now = joined
    const core = coreWith({ clock: () => (now += 1) })
    const methods = [
      { recipeId: 'emailpassword', email: 'a@x.example', passwordHash: hash, hashingAlgorithm: 'bcrypt' },
      { recipeId: 'passwordless', phoneNumber: '+14155552671' },
    ]
    await core.stage({ loginMethods: methods })
    const [row] = core.context.staged.rows.values()
    expect(new Set(row?.person.loginMethods.map((method) => method.timeJoinedInMSSinceEpoch)).size).toBe(1)
  })

  test('a core in memory has no bulk import', async () => {
    const core = coreWith({ features: { ...allFeatures, bulkImport: false } })
    expect(await core.stage(password('a@x.example'))).toEqual([
      400,
      'This API is not supported in the in-memory database.',
    ])
  })
})

test('pages of rows go from the newest to the oldest, also when the next one was removed meanwhile', async () => {
  let now = joined
  const core = coreWith({ clock: () => (now += 1) })
  await core.stage(...['a', 'b', 'c', 'd', 'e'].map((name) => password(`${name}@x.example`)))
  const page = async (token: string): Promise<{ readonly emails: unknown; readonly next: string }> => {
    const query = `status=NEW&limit=2${token === '' ? '' : `&paginationToken=${encodeURIComponent(token)}`}`
    const [, body] = await asked(core.answer, `/bulk-import/users?${query}`, { method: 'GET' })
    const { users, nextPaginationToken = '' } = body as {
      readonly users: readonly { readonly id: string; readonly loginMethods: readonly { readonly email: string }[] }[]
      readonly nextPaginationToken?: string
    }
    return { emails: users.map(({ loginMethods }) => loginMethods[0]?.email), next: nextPaginationToken }
  }
  const first = await page('')
  const third = [...core.context.staged.rows.keys()][2] ?? ''
  await asked(core.answer, '/bulk-import/users/remove', { body: { ids: [third] } })
  const second = await page(first.next)
  expect([first.emails, second.emails, second.next]).toEqual([
    ['e@x.example', 'd@x.example'],
    ['b@x.example', 'a@x.example'],
    '',
  ])
})

test('staged rows, roles, metadata, TOTP devices and tenants outlive the core', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'bulk-')), 'core.state')
  const before = coreContext()
  const opened = await openStateFile(file, before)
  if (!opened.ok) throw new Error(opened.error.message)
  const answer = supertokensCore(before)
  await asked(answer, '/recipe/multitenancy/tenant/v2', { method: 'PUT', body: { tenantId: 'acme' } })
  await asked(answer, '/recipe/role', { method: 'PUT', body: { role: 'editor' } })
  const roles = [{ role: 'editor', tenantIds: ['public'] }]
  const device = { secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Phone' }
  const whole = { externalUserId: 'old-a', userMetadata: { plan: 'gold' }, userRoles: roles, totpDevices: [device] }
  await asked(answer, '/bulk-import/users', { body: { users: [password('a@x.example', whole)] } })
  const job = startBulkCron(before, { ...defaultBulkOptions, intervalMs: null }, () => undefined)
  await job.run()
  await asked(answer, '/bulk-import/users', { body: { users: [password('b@x.example')] } })
  await asked(answer, '/acme/recipe/user/passwordhash/import', { body: { email: 'c@x.example', passwordHash: hash } })
  opened.value.flush()
  opened.value.close()
  const after = coreContext()
  const reopened = await openStateFile(file, after)
  if (!reopened.ok) throw new Error(reopened.error.message)
  reopened.value.close()
  const seen = ({ people, tenants, staged, users }: CoreContext): unknown => [
    people.metadata,
    people.roles,
    people.rolesOf,
    people.totp,
    tenants.byId,
    staged.rows,
    users.byId,
  ]
  expect(seen(after)).toEqual(seen(before))
  expect([after.staged.rows.size, after.people.totp.get('old-a')?.length]).toEqual([1, 1])
})

describe('the job', () => {
  test('comes at once and then every interval', async () => {
    const core = coreWith()
    await core.stage(password('a@x.example'))
    const job = startBulkCron(core.context, { ...defaultBulkOptions, intervalMs: 5 }, () => undefined)
    await expect.poll(() => core.emails()).toEqual(['a@x.example'])
    await core.stage(password('b@x.example'))
    await expect.poll(() => core.emails()).toEqual(['a@x.example', 'b@x.example'])
    job.stop()
  })

  test('takes time for every row, in which rows are PROCESSING and nobody is imported', async () => {
    const core = coreWith()
    await core.stage(password('a@x.example'), password('b@x.example'))
    const job = startBulkCron(
      core.context,
      { ...defaultBulkOptions, intervalMs: null, msPerUser: 60_000 },
      () => undefined,
    )
    const running = job.run()
    await expect.poll(() => core.rows().map(([, status]) => status)).toEqual(['PROCESSING', 'PROCESSING'])
    expect(core.emails()).toEqual([])
    job.stop()
    await running
    expect(core.emails()).toEqual([])
  })

  test('that is off imports nobody', async () => {
    const core = coreWith()
    await core.stage(password('a@x.example'))
    startBulkCron(core.context, { ...defaultBulkOptions, intervalMs: null }, () => undefined).stop()
    expect(core.rows()).toEqual([['a@x.example', 'NEW', null]])
  })
})

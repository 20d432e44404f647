import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  madeUpArgon2,
  madeUpBcrypt,
  usersOfProvider,
  usersWithHashes,
  usersWithoutHash,
} from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { linesOf, numbersOf, runUsers, runAtCore } from '../../support/run-users.ts'
import { requestsOf, startScriptedCore, type CoreRequest } from '../../support/scripted-core.ts'

describe('the first call of each kind', () => {
  test('has its answer before a second one of its kind arrives at the core', async () => {
    const users = [
      ...usersWithHashes(6),
      ...[1, 2, 3, 4].map((n) => ({ id: `a${n}`, email: `argon${n}@example.com`, password_hash: madeUpArgon2(n) })),
      ...usersOfProvider(4),
      ...usersWithoutHash(4),
    ]
    const kindOf = ({ path, body }: CoreRequest) =>
      path.endsWith('/import') ? String(body['passwordHash']).slice(0, 4) : path.slice('/recipe'.length)
    const answered = new Set<string>()
    const early: string[] = []
    const seen = new Set<string>()
    const core = await startScriptedCore(async (asked) => {
      if (asked.method === 'GET') return null
      const kind = kindOf(asked)
      if (seen.has(kind) && !answered.has(kind)) early.push(kind)
      seen.add(kind)
      await wait(20)
      answered.add(kind)
      return null
    })
    const run = await runUsers(users, core.url, ['--concurrency', '18'])
    const path = [...core.maxConcurrent.values()]
    expect([run.code, early, seen.size, Math.max(...path) > 1]).toEqual([0, [], 5, true])
  })
})

describe('a documented core that already has users', () => {
  test('stops the run after the third of them, names them, and goes on when asked to', async () => {
    const core = await startCore()
    await runUsers(usersWithHashes(5), core.baseUrl)
    const run = await runUsers(usersWithHashes(8), core.baseUrl, ['--concurrency', '1'])
    const resumed = await run.next(['resume', 'm.migration', '--json'])
    const last = await run.next(['resume', 'm.migration', '--json'])
    const reported = await run.report()
    expect([
      run.code,
      numbersOf(run),
      ['user1@', 'user2@', 'user3@'].every((name) => run.err.includes(name)),
      resumed.code,
      last.code,
      reported.rows.map(({ existed }) => existed),
      core.count(),
    ]).toEqual([
      4,
      { records: 8, users: 8, migrated: 3, ready: 5, calls: 3, stopped: 'existing-users' },
      true,
      0,
      0,
      [true, true, true, true, true, false, false, false],
      8,
    ])
  })

  test('is not stopped for with --on-existing overwrite', async () => {
    const core = await startCore()
    await runUsers(usersWithHashes(5), core.baseUrl)
    const run = await runUsers(usersWithHashes(8), core.baseUrl, ['--on-existing', 'overwrite'])
    expect([run.code, numbersOf(run)]).toEqual([0, { records: 8, users: 8, migrated: 8, calls: 8 }])
  })

  test('is not stopped for users that this very migration had made before its answer was lost', async () => {
    const { core, run } = await runAtCore(
      usersWithHashes(12),
      { faults: { rules: [{ kind: 'reset', moment: 'lost', on: ['import'], every: 2 }] } },
      ['--concurrency', '1'],
    )
    expect([run.code, numbersOf(run)['migrated'], numbersOf(run)['stopped'], core.count()]).toEqual([
      0,
      12,
      undefined,
      12,
    ])
  })
})

describe('a supertokens core that already has users', () => {
  const everyKind = [
    ...usersWithHashes(2),
    ...usersOfProvider(2),
    ...usersWithoutHash(2),
    { id: 'both', email: 'both@example.com', email_verified: 'true', phone: '+491711234567' },
  ]

  test('keeps them as they are, and they count as present', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    await runUsers(everyKind, core.baseUrl)
    const before = usersIn(core)
    const again = everyKind.map((user) => (user.id === 'both' ? { ...user, phone: '+491719999999' } : user))
    const run = await runUsers([...again, ...usersWithHashes(1, 9)], core.baseUrl)
    expect([run.code, numbersOf(run), usersIn(core), linesOf(await run.report(), 'both')]).toEqual([
      0,
      { records: 8, users: 8, existing: 7, migrated: 1, calls: 8 },
      [...before, 'emailpassword user9@example.com'].toSorted(),
      ['passwordless done - skipped-existing 0', 'update done - skipped-existing 0'],
    ])
  })

  test('changes them with --on-existing overwrite', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    await runUsers(everyKind, core.baseUrl)
    const again = everyKind.map((user) => (user.id === 'both' ? { ...user, phone: '+491719999999' } : user))
    const run = await runUsers(again, core.baseUrl, ['--on-existing', 'overwrite'])
    expect([run.code, numbersOf(run), usersIn(core).find((user) => user.includes('both@'))]).toEqual([
      0,
      { records: 7, users: 7, migrated: 7, calls: 8 },
      'passwordless both@example.com +491719999999',
    ])
  })

  test('does not count a user of another login method as there', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    await runUsers([{ id: 'p', email: 'ann@example.com', email_verified: 'true' }], core.baseUrl)
    const run = await runUsers([{ id: 'h', email: 'ann@example.com', password_hash: madeUpBcrypt(1) }], core.baseUrl)
    expect([run.code, usersIn(core)]).toEqual([0, ['emailpassword ann@example.com', 'passwordless ann@example.com']])
  })
})

test('a failed import of a user who is in the core by then does not replace that password on retry', async () => {
  const { core, run } = await runAtCore(usersWithHashes(1), {
    dialect: 'supertokens',
    faults: { rules: [{ kind: '429', on: ['import'] }] },
  })
  core.setFaults({})
  await runUsers([{ id: 'own', email: 'user1@example.com', password_hash: madeUpBcrypt(77) }], core.baseUrl)
  const retried = await run.next(['retry', 'm.migration', '--json'])
  expect([run.code, retried.code, numbersOf(retried), linesOf(await run.report(), 'u1')]).toEqual([
    3,
    0,
    { records: 1, users: 1, existing: 1, calls: 1 },
    ['import done - skipped-existing 6'],
  ])
})

test('nobody waits for a kind whose first call is given back by a refusal of the key', async () => {
  const core = await startScriptedCore(({ method }) => (method === 'GET' ? null : { status: 401, body: 'no' }))
  const run = await runUsers([...usersWithHashes(5), ...usersOfProvider(5)], core.url)
  expect([run.code, numbersOf(run)['stopped'], numbersOf(run)['ready'], requestsOf(core, 'import').length]).toEqual([
    4,
    'api-key-rejected',
    10,
    1,
  ])
})

describe('the rule to ask', () => {
  const somebody = [...usersWithHashes(3), ...usersOfProvider(1)]

  async function heldRun(more: readonly string[] = []) {
    const core = await startCore({ dialect: 'supertokens' })
    await runUsers(somebody, core.baseUrl)
    const run = await runUsers([...usersWithHashes(5), ...usersOfProvider(1)], core.baseUrl, [
      '--on-existing',
      'hold',
      ...more,
    ])
    return { core, run }
  }

  test('holds the users who are there and sends all others, without stopping', async () => {
    const { core, run } = await heldRun()
    const { summary, rows } = await run.report()
    const held = rows.filter(({ userState }) => userState === 'blocked')
    expect([
      run.code,
      numbersOf(run),
      run.err.includes('4 users already exist in the core'),
      core.count(),
      summary.addsUp,
      held.map(({ state, attempts, existed, message }) => [state, attempts, existed, message.includes('waits')]),
    ]).toEqual([
      3,
      { records: 6, users: 6, migrated: 2, blocked: 4, calls: 6 },
      true,
      6,
      true,
      Array.from({ length: 4 }, () => ['todo', 0, true, true]),
    ])
  })

  test('resume asks nobody again while nothing was decided', async () => {
    const { run } = await heldRun()
    const resumed = await run.next(['resume', 'm.migration', '--json'])
    expect([resumed.code, numbersOf(resumed)]).toEqual([3, { records: 6, users: 6, migrated: 2, blocked: 4 }])
  })

  test.each([
    ['skip', { existing: 4 }],
    ['overwrite', {}],
  ] as const)('resume --on-existing %s decides for all of them', async (rule, states) => {
    const { run } = await heldRun()
    const resumed = await run.next(['resume', 'm.migration', '--on-existing', rule, '--json'])
    const left = { records: 6, users: 6, migrated: rule === 'skip' ? 2 : 6, calls: 4, ...states }
    expect([resumed.code, numbersOf(resumed)]).toEqual([0, left])
  })

  test('holds only the login method that is there; the others of the user are sent', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    await runUsers(usersWithHashes(1), core.baseUrl)
    const [first] = usersWithHashes(1)
    const both = { ...first, id: 'both', provider: 'google', provider_user_id: 'g-77' }
    const run = await runUsers([both], core.baseUrl, ['--on-existing', 'hold'])
    const held = linesOf(await run.report(), 'both')
    const decided = await run.next(['resume', 'm.migration', '--on-existing', 'skip', '--json'])
    expect([held, numbersOf(decided), linesOf(await run.report(), 'both')]).toEqual([
      ['import todo - - 0', 'third-party done 200 OK 1', 'make-primary todo - - 0', 'link todo - - 0'],
      { records: 1, users: 1, migrated: 1, calls: 1, besideExisting: 1 },
      [
        'import done - skipped-existing 0',
        'third-party done 200 OK 1',
        'make-primary done - skipped-existing 0',
        'link done - no-op 0',
      ],
    ])
  })

  test('pauses after the third at a core that cannot be asked', async () => {
    const core = await startCore()
    await runUsers(usersWithHashes(5), core.baseUrl)
    const run = await runUsers(usersWithHashes(8), core.baseUrl, ['--on-existing', 'hold', '--concurrency', '1'])
    expect([run.code, numbersOf(run)['stopped'], numbersOf(run)['migrated']]).toEqual([4, 'existing-users', 3])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { madeUpBcrypt, usersOfProvider } from '../../support/made-up-csv.ts'
import { post, signUpAt, startCore, usersIn } from '../../support/rehearsal.ts'
import { nothingUndone, runAtCore, runUsers } from '../../support/run-users.ts'
import { bcryptHash, password } from '../../unit/hashes/made-hashes.ts'

const users = [...usersOfProvider(3), { id: 'h1', email: 'hash@example.com', password_hash: madeUpBcrypt(1) }]

const google = (n: number) => ({ provider: 'google', provider_user_id: String(n) })

describe('looking migrated users up afterwards', () => {
  test('finds all of them, and the report says so', async () => {
    const { run } = await runAtCore(users, { dialect: 'supertokens' })
    const verified = await run.next(['verify', 'm.migration', '--json'])
    expect([verified.code, verified.json]).toEqual([
      0,
      expect.objectContaining({ looked: 4, found: 4, missing: 0, unanswered: 0 }),
    ])
    const { summary } = await run.report()
    expect(summary).toMatchObject({ verification: { looked: 4, found: 4 } })
  })

  test('names who is missing in a list of its own', async () => {
    const { core, run } = await runAtCore(users, { dialect: 'supertokens' })
    const { rows } = await run.report()
    await post(core.baseUrl, '/user/remove', { userId: rows.find(({ sourceId }) => sourceId === 'h1')?.coreUserId })
    const verified = await run.next(['verify', 'm.migration', '--json', '--report', 'verified.csv', '--unmasked'])
    const missing = readFileSync(join(run.folder, 'verified.csv'), 'utf8')
      .split('\r\n')
      .filter((line) => line.includes(',"missing",'))
    expect([verified.code, verified.json, missing.map((line) => line.slice(0, 38))]).toEqual([
      3,
      expect.objectContaining({ looked: 4, found: 3, missing: 1 }),
      ['"h1","users.csv",5,"hash@example.com",'],
    ])
  })

  test('names users who are missing: the first twenty at the terminal, all of them in the report', async () => {
    const { core, run } = await runAtCore(usersOfProvider(25), { dialect: 'supertokens' })
    const { rows } = await run.report()
    for (const { coreUserId } of rows.slice(3)) await post(core.baseUrl, '/user/remove', { userId: coreUserId })
    const verified = await run.next(['verify', 'm.migration', '--report', 'verified.csv'])
    const again = await run.report()
    await run.next(['report', 'm.migration', '--format', 'html', '--out', 'report.html'])
    const html = readFileSync(join(run.folder, 'report.html'), 'utf8')
    const ids = rows.slice(3).map(({ sourceId }) => sourceId ?? '')
    expect([
      verified.code,
      ids.map((id) => verified.err.includes(`  ${id}: The core has no user with this ID.`)).lastIndexOf(true),
      verified.err.includes('and 2 more'),
      again.rows.filter(({ message }) => message.startsWith('Not in the core')).map(({ sourceId }) => sourceId),
      ids.filter((id) => !html.includes(`>${id}</th>`)),
    ]).toEqual([3, 19, true, ids, []])
  })

  test.each([
    [password, 0, 'works'],
    ['another password', 3, 'refused'],
  ])('lets a known account sign in', async (typed, code, signIn) => {
    const core = await startCore({ dialect: 'supertokens' })
    const known = { id: 'known', email: 'known@example.com', password_hash: bcryptHash }
    const run = await runUsers([...users, known], core.baseUrl)
    const verified = await run.next(['verify', 'm.migration', '--sign-in', 'known', '--json'], { input: typed })
    const { summary } = await run.report()
    expect([verified.code, verified.json, summary, JSON.stringify([verified, summary]).includes(typed)]).toEqual([
      code,
      expect.objectContaining({ signIn, looked: 5, found: 5 }),
      expect.objectContaining({ verification: expect.objectContaining({ signIn }) as unknown }),
      false,
    ])
  })

  test('looks at a sample that is spread over the export', async () => {
    const { run } = await runAtCore(users, { dialect: 'supertokens' })
    const verified = await run.next(['verify', 'm.migration', '--sample', '2', '--json'])
    expect(verified.json).toMatchObject({ looked: 2, found: 2 })
  })

  test('counts a user with two login methods once, who is missing once', async () => {
    const both = { id: 'both', email: 'both@example.com', password_hash: madeUpBcrypt(2), ...google(77) }
    const { core, run } = await runAtCore([...users, both], { dialect: 'supertokens' })
    const all = await run.next(['verify', 'm.migration'])
    expect([all.code, all.out]).toEqual([0, '5 of 5 users looked up are in the core.\n'])
    const sample = await run.next(['verify', 'm.migration', '--sample', '3', '--json'])
    expect(sample.json).toMatchObject({ looked: 3, found: 3 })
    const { rows } = await run.report()
    const [one] = rows.filter(({ sourceId }) => sourceId === 'both')
    await post(core.baseUrl, '/user/remove', { userId: one?.coreUserId })
    const missing = await run.next(['verify', 'm.migration'])
    expect(missing.out).toContain('4 of 5 users looked up are in the core. 1 is missing.')
    expect(missing.err.match(/^ {2}both: /gm)).toHaveLength(1)
  })

  test('says plainly that the documented interface cannot be asked', async () => {
    const { run } = await runAtCore(users, { dialect: 'documented' })
    const verified = await run.next(['verify', 'm.migration'])
    expect([verified.code, verified.err]).toEqual([4, expect.stringContaining('only a supertokens core can')])
  })
})

describe('an undo', () => {
  test('removes exactly the users that this migration created, who can then be sent again', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    await signUpAt(core.baseUrl, 'somebody-else', 'own@example.com')
    const run = await runUsers(users, core.baseUrl)
    expect(core.count()).toBe(5)
    const undone = await run.next(['undo', 'm.migration', '--yes', '--json'])
    expect([undone.code, undone.json]).toEqual([0, { ...nothingUndone, removed: 4 }])
    expect(undone.err).toContain('4 users that this migration created will be removed')
    expect(usersIn(core)).toEqual(['thirdparty google own@example.com'])
    const resumed = await run.next(['resume', 'm.migration', '--json'])
    expect([resumed.json, core.count()]).toEqual([expect.objectContaining({ migrated: 4, ready: 0 }), 5])
  })

  test('leaves users who were there before, also when the run met them', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    await runUsers(users, core.baseUrl)
    const second = await runUsers(users, core.baseUrl, ['--on-existing', 'overwrite'])
    const undone = await second.next(['undo', 'm.migration', '--yes', '--json'])
    expect([undone.json, core.count()]).toEqual([expect.objectContaining({ removed: 0, left: 4 }), 4])
  })

  test('counts users and not their login methods in its question, its answer and its result', async () => {
    const both = { id: 'both', email: 'both@example.com', password_hash: madeUpBcrypt(2), ...google(77) }
    const { core, run } = await runAtCore([...users, both], { dialect: 'supertokens' })
    expect((await run.next(['undo', 'm.migration'], { answer: () => '6' })).code).toBe(4)
    const undone = await run.next(['undo', 'm.migration'], { answer: () => '5' })
    expect([undone.code, core.count(), undone.out]).toEqual([
      0,
      0,
      '5 users with 6 login methods removed from the core.\n',
    ])
    expect(undone.err).toContain(
      '5 users that this migration created, with their 6 login methods, will be removed from',
    )
    expect(undone.err).toContain('; 0 others stay.')
  })

  test('removes nobody without a word', async () => {
    const { core, run } = await runAtCore(users, { dialect: 'supertokens' })
    expect((await run.next(['undo', 'm.migration'])).code).toBe(2)
    for (const answer of ['no', 'yes', '3']) {
      expect((await run.next(['undo', 'm.migration'], { answer: () => answer })).code).toBe(4)
    }
    expect(core.count()).toBe(4)
    expect((await run.next(['undo', 'm.migration'], { answer: () => '4' })).code).toBe(0)
    expect(core.count()).toBe(0)
  })

  test('writes its own list, masked unless told otherwise', async () => {
    const { run } = await runAtCore(users, { dialect: 'supertokens' })
    await run.next(['undo', 'm.migration', '--yes', '--report', 'undone.csv'])
    const lines = readFileSync(join(run.folder, 'undone.csv'), 'utf8').trim().split('\r\n')
    expect([
      lines[0],
      lines.length,
      lines.every((line, at) => at === 0 || line.includes(',"removed",')),
      lines.some((line) => line.includes('hash@example.com')),
    ]).toEqual(['source_id,file,line,email_or_phone,call,core_user_id,outcome,message,at', 5, true, false])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { clearBaseline } from '../../../electron/engine/document/plans/baseline-users.ts'
import { openDocument } from '../../../electron/engine/document/open-document.ts'
import { setSetting } from '../../../electron/engine/document/settings.ts'
import { cli } from '../../support/cli.ts'
import { closeOnce, must } from '../../support/documents.ts'
import {
  madeUpBcrypt,
  madeUpCsv,
  usersOfProvider,
  usersWithHashes,
  type MadeUpUser,
} from '../../support/made-up-csv.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { linesOf, numbersOf, runUsers, type UsersRun, runAtCore } from '../../support/run-users.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const first = [...usersWithHashes(4), ...usersOfProvider(2)]

/** The same tenant a week later: one new, one with another password, one with a provider more, one gone, three as they were. */
const later: readonly MadeUpUser[] = [
  ...usersWithHashes(2),
  { ...usersWithHashes(1, 3)[0], password_hash: madeUpBcrypt(333) },
  { ...usersWithHashes(1, 4)[0], provider: 'google', provider_user_id: 'g-44' },
  ...usersOfProvider(1),
  { id: 'new', email: 'new@example.com', password_hash: madeUpBcrypt(99) },
]

/** Takes `id` for the source ID, whether it is one or not. */
const ids = mappingOf({ id: 'source-id', mail: 'email', password_hash: 'password-hash' })

/** Sends a later export in the same folder. */
async function follow(run: UsersRun, core: RehearsalCore, users: readonly MadeUpUser[], more: readonly string[] = []) {
  fileIn(run.folder, 'later.csv', madeUpCsv(users))
  const args = ['run', 'later.csv', '--core', core.baseUrl, '--delta-of', 'm.migration', '--document', 'd.migration']
  const sent = await cli([...args, '--yes', '--json', '--report', 'out', ...more], { cwd: run.folder })
  const report = JSON.parse(readFileSync(join(run.folder, 'out', 'report.json'), 'utf8')) as Awaited<
    ReturnType<UsersRun['report']>
  >
  return { ...sent, report }
}

describe.each(['documented', 'supertokens'] as const)('a later export of the same users, at a %s core', (dialect) => {
  test('sends who is new and what came in addition, holds another password, and names who vanished', async () => {
    const { core, run } = await runAtCore(first, { dialect })
    const before = usersIn(core)
    const sent = await follow(run, core, later)
    // The three who are as they were are in no list of users to look after.
    const saved = readdirSync(join(run.folder, 'out'))
    // The password of u4, to which a provider is added, stays as the earlier migration imported it.
    expect(['blocked.csv', 'excluded.csv', 'users-without-password.csv'].map((name) => saved.includes(name))).toEqual([
      true,
      false,
      false,
    ])
    expect([
      numbersOf(sent),
      sent.report.summary['planDelta'],
      sent.report.summary.addsUp,
      usersIn(core),
      linesOf(sent.report, 'u1'),
      linesOf(sent.report, 'u3'),
      linesOf(sent.report, 'u4').map((line) => line.split(' ').slice(0, 2).join(' ')),
      sent.report.rows.filter(({ kind }) => kind === 'vanished').map(({ sourceId, contact }) => [sourceId, contact]),
      sent.err.includes('1 new, 2 changed, 3 unchanged, 0 not sent before; 1 of those in the core'),
      readFileSync(join(run.folder, 'out', 'report.html'), 'utf8').includes('Since the earlier migration'),
    ]).toEqual([
      { records: 6, users: 6, migrated: 2, blocked: 1, excluded: 3, calls: 2 },
      { migration: 'm.migration', core: core.baseUrl, new: 1, changed: 2, unchanged: 3, open: 0, missing: 1 },
      true,
      [...before, 'emailpassword new@example.com', 'thirdparty google user4@example.com'].toSorted(),
      ['user excluded - - 0'],
      ['user blocked - - 0'],
      ['third-party done'],
      [['t2', expect.stringContaining('***')]],
      true,
      true,
    ])
  })

  test('replaces a password only by the word of the operator', async () => {
    const { core, run } = await runAtCore(first, { dialect })
    const sent = await follow(run, core, later, ['--on-changed', 'send'])
    const [line] = linesOf(sent.report, 'u3')
    expect([numbersOf(sent)['migrated'], numbersOf(sent)['blocked'], line]).toEqual([
      3,
      undefined,
      'import done 200 OK 1',
    ])
  })

  test('sends nothing a second time when nothing changed', async () => {
    const { core, run } = await runAtCore(first, { dialect })
    const { other: _, ...before } = core.requests()
    const sent = await follow(run, core, first)
    const { other: __, ...after } = core.requests()
    expect([numbersOf(sent), after]).toEqual([{ records: 6, users: 6, excluded: 6 }, before])
  })

  test('holds an email that the earlier migration imported under another id', async () => {
    const { core, run } = await runAtCore(first, { dialect })
    const sent = await follow(run, core, [{ id: 'x1', email: 'user1@example.com', password_hash: madeUpBcrypt(5) }])
    expect([numbersOf(sent), sent.report.rows.filter(({ kind }) => kind === 'vanished').length]).toEqual([
      { records: 1, users: 1, blocked: 1 },
      6,
    ])
  })

  test('holds a login at a provider that moved, because the core would get a second user', async () => {
    const { core, run } = await runAtCore(first, { dialect })
    const [one, two] = usersOfProvider(2)
    const moved = [...usersWithHashes(4), { ...one, provider_user_id: 'g-9' }, two]
    const sent = await follow(
      run,
      core,
      moved.filter((user) => user !== undefined),
      ['--on-changed', 'send'],
    )
    expect([numbersOf(sent), core.count()]).toEqual([{ records: 6, users: 6, blocked: 1, excluded: 5 }, 6])
  })
})

const people: readonly MadeUpUser[] = [
  { id: 'p', email: 'pw@example.com', email_verified: 'true', password_hash: madeUpBcrypt(1) },
  { id: 'g', email: 'social@example.com', provider: 'google', provider_user_id: 'g-1' },
  { id: 'c', email: 'code@example.com', email_verified: 'true' },
  { id: 'b', email: 'both@example.com', email_verified: 'true', phone: '+491711234567', phone_verified: 'true' },
  { id: 'o', email: 'other@example.com', password_hash: madeUpBcrypt(2) },
]
const renewed = (changes: Readonly<Record<string, Partial<MadeUpUser>>>) =>
  people.map((user) => ({ ...user, ...changes[user.id ?? ''] }))
const moved = renewed({
  p: { email: 'pw2@example.com' },
  g: { email: 'social2@example.com' },
  c: { email: 'code2@example.com' },
  b: { phone: '+491711234568' },
})
const told = (sent: Awaited<ReturnType<typeof follow>>, id: string) =>
  sent.report.rows
    .filter(({ sourceId }) => sourceId === id)
    .map(({ operation, state, message }) => [operation, state, message])

describe('another email or phone in a later export', () => {
  test('goes to the user who is there, under the same id, and the report says what it was', async () => {
    const { core, run } = await runAtCore(people, { dialect: 'supertokens' }, ['--keep-user-ids', '--verify-emails'])
    const before = core.users({ from: 0, limit: 100 }).rows.map(({ id }) => id)
    const preview = await run.next([
      'inspect',
      fileIn(run.folder, 'later.csv', madeUpCsv(moved)),
      '--delta-of',
      'm.migration',
    ])
    const sent = await follow(run, core, moved, ['--verify-emails', '--keep-user-ids'])
    expect(readdirSync(join(run.folder, 'out'))).not.toContain('users-without-password.csv')
    expect([
      numbersOf(run)['migrated'],
      numbersOf(sent),
      usersIn(core),
      core.users({ from: 0, limit: 100 }).rows.map(({ id }) => id),
      told(sent, 'p'),
      told(sent, 'b'),
      preview.out.includes('another email or phone'),
    ]).toEqual([
      5,
      { records: 5, users: 5, migrated: 4, excluded: 1, calls: 5 },
      [
        'emailpassword other@example.com',
        'emailpassword pw2@example.com',
        'passwordless both@example.com +491711234568',
        'passwordless code2@example.com',
        'thirdparty google social2@example.com',
      ],
      before,
      [
        ['change-contact', 'done', expect.stringMatching(/^Email: p.+ → p.+\.$/)],
        ['verify-email', 'done', expect.anything()],
      ],
      [['change-contact', 'done', expect.stringMatching(/^Phone number: .+ → .+\.$/)]],
      true,
    ])
  })

  test('leaves a newer value of the core, unless the operator replaces it', async () => {
    const { core, run } = await runAtCore(people, { dialect: 'supertokens' })
    const [user] = core.users({ from: 0, limit: 1 }).rows
    const newer = { recipeUserId: user?.id, email: 'newer@example.com' }
    const headers = { 'content-type': 'application/json', 'cdi-version': '5.4' }
    await fetch(`${core.baseUrl}/recipe/user`, { method: 'PUT', headers, body: JSON.stringify(newer) })
    const sent = await follow(run, core, renewed({ p: { email: 'pw2@example.com' } }))
    const left = usersIn(core)
    const forced = await run.next([
      'run',
      'later.csv',
      '--core',
      core.baseUrl,
      '--delta-of',
      'm.migration',
      '--document',
      'e.migration',
      '--yes',
      '--json',
      '--on-changed',
      'send',
    ])
    expect([
      numbersOf(sent),
      told(sent, 'p')[0]?.[2],
      left.includes('emailpassword newer@example.com'),
      numbersOf(forced)['migrated'],
      usersIn(core).filter((one) => one.includes('pw2') || one.includes('newer')),
    ]).toEqual([
      { records: 5, users: 5, failed: 1, excluded: 4, calls: 1 },
      expect.stringContaining('--on-changed send'),
      true,
      1,
      ['emailpassword pw2@example.com'],
    ])
  })

  test.each([
    ['of the core', { email: 'other@example.com' }, { o: { email: 'other2@example.com' } }, 'failed'],
    ['of the export', { email: 'other@example.com' }, {}, 'failed'],
  ] as const)('that another user %s has goes to nobody', async (_, taken, others, state) => {
    const { core, run } = await runAtCore(people, { dialect: 'supertokens' })
    const before = usersIn(core)
    // The user whose email it was comes later, or keeps it.
    const sent = await follow(run, core, renewed({ p: taken, ...others }))
    expect([numbersOf(sent)[state], core.count(), usersIn(core).filter((one) => !before.includes(one))]).toEqual([
      1,
      5,
      'o' in others ? ['emailpassword other2@example.com'] : [],
    ])
  })

  test('is sent with the newer password only by the word of the operator, and never to somebody else', async () => {
    const { core, run } = await runAtCore(people, { dialect: 'supertokens' })
    const both = renewed({ p: { email: 'pw2@example.com', password_hash: madeUpBcrypt(7) } })
    const held = await follow(run, core, both)
    const before = usersIn(core)
    const sent = await run.next(['resume', 'd.migration', '--on-changed', 'send', '--json'])
    expect([
      numbersOf(held)['blocked'],
      before.includes('emailpassword pw@example.com'),
      numbersOf(sent)['migrated'],
      core.count(),
    ]).toEqual([1, true, 1, 5])
    expect(usersIn(core)).toContain('emailpassword pw2@example.com')
  })

  test('blocks at a documented core, but for what 4.3 and 4.4 change by the word of the operator', async () => {
    const { core, run } = await runAtCore(people)
    const before = usersIn(core)
    const held = await follow(run, core, moved)
    const after = usersIn(core)
    const sent = await run.next(['resume', 'd.migration', '--on-changed', 'send', '--json'])
    expect([
      numbersOf(held),
      after,
      told(held, 'p')[0]?.[2],
      numbersOf(sent)['migrated'],
      numbersOf(sent)['blocked'],
      usersIn(core).filter((one) => !before.includes(one)),
    ]).toEqual([
      { records: 5, users: 5, blocked: 4, excluded: 1 },
      before,
      expect.stringContaining('--on-changed skip'),
      2,
      2,
      ['passwordless both@example.com +491711234568', 'thirdparty google social2@example.com'],
    ])
  })

  test('is not tried in a rehearsal, which has no users of the earlier migration', async () => {
    const { run } = await runAtCore(people, { dialect: 'supertokens' })
    fileIn(run.folder, 'later.csv', madeUpCsv(moved))
    const args = ['run', 'later.csv', '--delta-of', 'm.migration', '--rehearse', '--yes', '--json']
    expect(numbersOf(await run.next(args))['failed']).toBeUndefined()
  })
})

describe('users of whom several have one ID', () => {
  const withIds = () => ['--mapping', fileIn(temporaryFolder(), 'ids.json', JSON.stringify(ids))]

  test.each(['documented', 'supertokens'] as const)(
    'take over no login of each other, at a %s core',
    async (dialect) => {
      const { core, run } = await runAtCore(usersWithHashes(3), { dialect })
      const before = usersIn(core)
      const other = { ...usersWithHashes(1)[0], email: 'other@example.com', password_hash: madeUpBcrypt(77) }
      const sent = await follow(run, core, [...usersWithHashes(3), other], withIds())
      expect(numbersOf(sent)).toMatchObject({ users: 4, migrated: 1, excluded: 3 })
      expect(usersIn(core)).toEqual([...before, 'emailpassword other@example.com'].toSorted())
    },
  )

  test('are held where one of them has another email, because it may be that of either', async () => {
    const [one = {}, two = {}, three = {}] = usersWithHashes(3)
    const second = { ...two, id: one.id ?? '', password_hash: one.password_hash ?? '' }
    const { core, run } = await runAtCore([one, second, three], { dialect: 'supertokens' }, withIds())
    const before = usersIn(core)
    const sent = await follow(run, core, [{ ...second, email: 'new@example.com' }, three], withIds())
    expect(numbersOf(sent)).toMatchObject({ users: 2, blocked: 1, excluded: 1 })
    expect(usersIn(core)).toEqual(before)
  })
})

describe('a later export', () => {
  test('is sent to the core of the earlier migration only, unless that moved', async () => {
    const { run } = await runAtCore(first)
    const otherCore = await startCore()
    fileIn(run.folder, 'later.csv', madeUpCsv(later))
    const args = ['run', 'later.csv', '--core', otherCore.baseUrl, '--delta-of', 'm.migration', '--yes', '--json']
    const refused = await cli(args, { cwd: run.folder })
    const moved = await cli([...args, '--core-moved'], { cwd: run.folder })
    expect([
      refused.code,
      refused.err.includes('Connect that core'),
      otherCore.requests()['import'] > 0,
      moved.code,
    ]).toEqual([4, true, true, 3])
  })

  test('is not compared with a migration that was never sent', async () => {
    const { core, run } = await runAtCore(first)
    const document = must(openDocument(run.document))
    document.database.exec('DELETE FROM progress')
    closeOnce(document)
    fileIn(run.folder, 'later.csv', madeUpCsv(later))
    const before = core.requests().import
    const args = ['run', 'later.csv', '--core', core.baseUrl, '--delta-of', 'm.migration', '--yes']
    const refused = await cli(args, { cwd: run.folder })
    expect([refused.code, refused.err.includes('never sent to a live core'), core.requests().import]).toEqual([
      2,
      true,
      before,
    ])
  })

  test('cannot see another password once the hashes of the earlier migration are gone, and says so', async () => {
    const { core, run } = await runAtCore(first, { dialect: 'supertokens' })
    const removed = await run.next(['remove-hashes', 'm.migration', '--yes'])
    const sent = await follow(run, core, later)
    expect([removed.code, numbersOf(sent), sent.err.includes('cannot be seen')]).toEqual([
      0,
      { records: 6, users: 6, migrated: 2, excluded: 4, calls: 2 },
      true,
    ])
  })

  test('is not sent when the app died before the earlier migration was read to its end', async () => {
    const { core, run } = await runAtCore(first)
    await follow(run, core, first)
    const document = must(openDocument(join(run.folder, 'd.migration')))
    clearBaseline(document.database)
    setSetting(document.database, 'baseline-pending', { path: run.document, name: 'm.migration' })
    setSetting(document.database, 'plans-stale', true)
    setSetting(document.database, 'plans-current', false)
    closeOnce(document)
    const { other: _, ...before } = core.requests()
    const resumed = await run.next(['resume', 'd.migration', '--json'])
    const { other: __, ...after } = core.requests()
    expect([resumed.code, numbersOf(resumed), after]).toEqual([0, { records: 6, users: 6, excluded: 6 }, before])
  })

  test('knows users without an id by their email or phone', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const nameless: readonly MadeUpUser[] = [
      { email: 'a@example.com', password_hash: madeUpBcrypt(1) },
      { email: 'b@example.com', email_verified: 'true' },
      { phone: '+491711234567', phone_verified: 'true' },
      { phone: '+491711234568', phone_verified: 'true' },
    ]
    const run = await runUsers(nameless, core.baseUrl)
    const sent = await follow(run, core, [...nameless.slice(0, 3), { email: 'c@example.com', email_verified: 'true' }])
    expect([
      numbersOf(run)['migrated'],
      sent.report.summary['planDelta'],
      sent.report.rows.filter(({ kind }) => kind === 'vanished').map(({ sourceId }) => sourceId),
    ]).toEqual([4, expect.objectContaining({ new: 1, changed: 0, unchanged: 3, open: 0, missing: 1 }), [null]])
  })

  test('plans those again whom the earlier migration did not send', async () => {
    const { core, run } = await runAtCore(first, {}, ['--limit', '2'])
    const sent = await follow(run, core, first)
    expect([numbersOf(sent), sent.report.summary['planDelta']]).toEqual([
      { records: 6, users: 6, migrated: 4, excluded: 2, calls: 4 },
      expect.objectContaining({ new: 0, unchanged: 2, open: 4, missing: 0 }),
    ])
  })

  test('is looked at before anything is sent, and nothing of a hash is kept of the earlier one', async () => {
    const { core, run } = await runAtCore(first)
    fileIn(run.folder, 'later.csv', madeUpCsv(later))
    const found = await cli(['inspect', 'later.csv', '--delta-of', 'm.migration', '--json'], { cwd: run.folder })
    await follow(run, core, [{ id: 'new', email: 'new@example.com', password_hash: madeUpBcrypt(99) }])
    const kept = readFileSync(join(run.folder, 'd.migration'), 'latin1')
    expect([found.json, kept.includes(madeUpBcrypt(99)), kept.includes(madeUpBcrypt(1))]).toEqual([
      expect.objectContaining({ ready: 2, planDelta: { new: 1, changed: 2, unchanged: 3, open: 0, missing: 1 } }),
      true,
      false,
    ])
  })

  test.each([
    ['a file that is no migration', 'users.csv', /not a migration/],
    ['a migration that is not there', 'none.migration', /no migration/],
  ])('is not compared with %s', async (_, other, words) => {
    const { core, run } = await runAtCore(first)
    fileIn(run.folder, 'later.csv', madeUpCsv(later))
    const args = ['run', 'later.csv', '--core', core.baseUrl, '--delta-of', other, '--yes']
    const refused = await cli(args, { cwd: run.folder })
    expect([refused.code, words.test(refused.err)]).toEqual([2, true])
  })
})

test('an export without source IDs says that its users are compared by email or phone', async () => {
  const core = await startCore()
  const folder = temporaryFolder()
  const hash = madeUpBcrypt(7)
  const lines = (emails: readonly string[]) =>
    ['email,password_hash', ...emails.map((email) => `${email},${hash}`)].join('\n')
  fileIn(folder, 'users.csv', lines(['ann@example.com', 'ben@example.com']))
  fileIn(folder, 'later.csv', lines(['ann@example.com', 'benjamin@example.com']))
  await cli(['run', 'users.csv', '--core', core.baseUrl, '--yes', '--document', 'm.migration'], { cwd: folder })
  const { out } = await cli(['inspect', 'later.csv', '--delta-of', 'm.migration'], { cwd: folder })
  expect(out).toContain('1 new, 0 changed, 1 unchanged, 0 not sent before; 1 of those in the core are no longer')
  expect(out).toContain('2 users without a source ID were compared by email or phone')
})

test('a mapping that is given holds beside an earlier migration, also where it is what would be suggested', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const nameless: readonly MadeUpUser[] = [
    { email: 'ann@example.com', password_hash: madeUpBcrypt(1) },
    { email: 'bo@example.com', email_verified: 'true' },
  ]
  const run = await runUsers(nameless, core.baseUrl)
  const mapping = mappingOf({
    id: 'source-id',
    mail: 'email',
    verified: 'email-verified',
    password_hash: 'password-hash',
  })
  fileIn(run.folder, 'map.json', JSON.stringify(mapping))
  const named = nameless.map((user, at) => ({ id: `old-${at + 1}`, ...user }))
  const sent = await follow(run, core, named, ['--mapping', 'map.json'])
  expect([sent.err.includes('Taken over'), linesOf(sent.report, 'old-1').length]).toEqual([false, 1])
})

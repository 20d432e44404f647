import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock, type Clock } from '../../../electron/engine/runner/clock.ts'
import {
  madeUpBcrypt,
  madeUpCsv,
  usersOfProvider,
  usersWithHashes,
  type MadeUpUser,
} from '../../support/made-up-csv.ts'
import { madeFaults, usersIn } from '../../support/rehearsal.ts'
import { linesOf, type UsersRun, runAtCore } from '../../support/run-users.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { outputSchemas } from '../../../electron/cli/commands/schema.ts'

const first = [...usersWithHashes(30), ...usersOfProvider(4)]

function withChange(id: string, change: Partial<MadeUpUser>, users: readonly MadeUpUser[] = first): MadeUpUser[] {
  return users.map((user) => (user.id === id ? { ...user, ...change } : user))
}

/** Each n-th user. */
function every(n: number): MadeUpUser[] {
  return first.filter((_, index) => index % n === 0)
}

/** Lays a listing and makes one pass over it. */
async function pass(run: UsersRun, users: readonly MadeUpUser[], more: readonly string[] = []) {
  fileIn(run.folder, 'now.csv', madeUpCsv(users))
  const made = await run.next(['follow', 'm.migration', '--source', 'now.csv', '--once', '--json', ...more])
  if (made.json !== null) outputSchemas.follow.parse(made.json)
  return { ...made, changes: changesIn(made.json) }
}

type Views = { passes?: { changes: { change: string; states: Record<string, number> }[] }[] }

/** The changes of the last pass in short: `contact sent 1`. */
function changesIn(json: unknown): readonly string[] {
  const { passes = [] } = (json ?? {}) as Views
  return (passes.at(-1)?.changes ?? []).flatMap(({ change, states }) =>
    Object.entries(states).map(([state, n]) => `${change} ${state} ${n}`),
  )
}

/** All users, migrated to a core that answers look-ups. */
async function migrated() {
  const { core, run } = await runAtCore(first, { dialect: 'supertokens' })
  expect([run.code, run.json?.['migrated']]).toEqual([0, first.length])
  return { core, run }
}

describe('a pass over the source of a migration', () => {
  test('sends nothing while nothing changed', async () => {
    const { core, run } = await migrated()
    const before = usersIn(core)
    const made = await pass(run, first)
    expect([made.err.includes('Source: '), made.code, made.changes, usersIn(core)]).toEqual([true, 0, [], before])
  })

  test('names the records that it does not use, and asks for an ID of their own, also at the cut-over', async () => {
    const { core, run } = await migrated()
    const before = usersIn(core)
    const shared = { id: 'u3', email: 'somebody.else@example.com', password_hash: madeUpBcrypt(99) }
    fileIn(run.folder, 'now.csv', madeUpCsv([...first, shared]).replace('\n', '\nu77,cut\n'))
    for (const last of ['--once', '--cut-over']) {
      const made = await run.next(['follow', 'm.migration', '--source', 'now.csv', last])
      expect([made.code, made.out]).toEqual([3, expect.stringContaining(`for ID u3 (line ${first.length + 3}). Give`)])
      expect(made.out).toContain('1 record could not be read: This row has 2 cells')
      expect(made.out).not.toContain('somebody.else@example.com')
    }
    expect(usersIn(core)).toEqual(before)
  })

  test('gives every user of a long chain the email that the next one gives up', async () => {
    const { core, run } = await migrated()
    const emailOfNext = (index: number) => first[index + 1]?.email ?? 'renamed@example.com'
    const moved = first.map((user, index) => (index < 20 ? { ...user, email: emailOfNext(index) } : user))
    const rest = moved.filter(({ id }) => id !== 'u21')
    const made = await pass(
      run,
      [...rest, { ...moved[20], id: 'u21', email: 'renamed@example.com' }],
      ['--accept-loss'],
    )
    expect([made.code, made.changes, usersIn(core).length]).toEqual([0, ['contact sent 21'], first.length])
  })

  test('creates new users and gives changed emails to the users who are there', async () => {
    const { core, run } = await migrated()
    const made = await pass(run, [
      ...withChange('u3', { email: 'renamed@example.com' }),
      { id: 'n1', email: 'new@example.com', password_hash: madeUpBcrypt(99) },
    ])
    const users = usersIn(core)
    const reported = await run.report()
    expect([
      made.code,
      made.changes,
      core.count(),
      users.filter((user) => /new@|renamed@|user3@/.test(user)),
      reported.summary.addsUp,
      reported.summary.states['migrated'],
      linesOf(reported, 'u3'),
    ]).toEqual([
      0,
      ['new sent 1', 'contact sent 1'],
      35,
      ['emailpassword new@example.com', 'emailpassword renamed@example.com'],
      true,
      35,
      [expect.stringContaining('import done')],
    ])
  })

  test('holds a changed password where users can sign in, and sends it once where they cannot', async () => {
    const { run } = await migrated()
    const changed = first.map((user, index) =>
      user.password_hash === undefined ? user : { ...user, password_hash: madeUpBcrypt(555 + index) },
    )
    const held = await pass(run, changed)
    const still = await run.next(['follow', 'm.migration', '--source', 'now.csv', '--once'])
    await run.next(['report', 'm.migration', '--format', 'held', '--out', 'held.csv'])
    const list = readFileSync(join(run.folder, 'held.csv'), 'utf8').trimEnd().split('\r\n')
    const sent = await pass(run, changed, ['--users-sign-in', 'no'])
    const after = await pass(run, changed)
    expect([held.code, held.changes, still.out, sent.code, after.code, after.changes]).toEqual([
      3,
      ['password held 30'],
      expect.stringContaining('Pass 2: nothing new'),
      0,
      0,
      [],
    ])
    // 20 by name, and where the others stand.
    expect([still.err.match(/u\d+, new password, held/g)?.length, still.err, list.length, list[1]]).toEqual([
      20,
      expect.stringContaining(
        'and 10 more. All of them: user-migration report m.migration --format held --out held.csv',
      ),
      31,
      '"u1","u***@example.com",,"new password","held","","users.csv",2',
    ])
    const since = (sent.json as { since: unknown }).since
    expect(since).toEqual([{ change: 'password', users: 30, states: { sent: 30 } }])
    expect((await run.report()).summary.states['migrated']).toBe(34)
  })

  test('lists users who are gone, and who come back, and removes nobody', async () => {
    const { core, run } = await migrated()
    const gone = await pass(run, first.slice(0, -2))
    const again = await pass(run, first.slice(0, -2))
    const back = await pass(run, first)
    expect([gone.changes, again.changes, back.code, core.count()]).toEqual([['gone listed 2'], [], 0, 34])
    expect((back.json as { sums: unknown }).sums).toMatchObject({ gone: 0, users: 34, addsUp: true })
  })

  test('asks before it believes a listing that is half, or that has other IDs', async () => {
    const { core, run } = await migrated()
    const half = await pass(run, every(2))
    const other = await pass(
      run,
      first.map((user, n) => ({ ...user, id: String(n + 1000) })),
    )
    const accepted = await pass(run, every(2), ['--accept-loss'])
    expect([half.code, half.err.includes('--accept-loss'), half.changes]).toEqual([4, true, []])
    expect([other.code, other.err.includes('another form'), core.count()]).toEqual([4, true, 34])
    expect([accepted.code, accepted.changes]).toEqual([0, ['gone listed 17']])
  })

  test('lets an email go to another user only when its former owner has left it in the core', async () => {
    const { core, run } = await migrated()
    const made = await pass(run, [
      { id: 'n1', email: 'user3@example.com', password_hash: madeUpBcrypt(99) },
      ...withChange('u3', { email: 'renamed@example.com' }),
    ])
    expect([made.code, made.changes, core.count()]).toEqual([0, ['new sent 1', 'contact sent 1'], 35])
  })

  test('finishes the change of a user who left before its answer came, and gives the freed email to another one', async () => {
    const { core, run } = await migrated()
    core.setFaults(madeFaults({ rules: [{ kind: 'reset', for: 'renamed@', moment: 'lost' }] }))
    fileIn(run.folder, 'now.csv', madeUpCsv(withChange('u3', { email: 'renamed@example.com' })))
    const unanswered = await run.next([
      'follow',
      'm.migration',
      '--source',
      'now.csv',
      '--once',
      '--json',
      '--give-up-after',
      '1',
    ])
    core.setFaults(madeFaults({}))
    const newcomer = { id: 'n1', email: 'user3@example.com', password_hash: madeUpBcrypt(99) }
    const made = await pass(run, [...first.filter(({ id }) => id !== 'u3'), newcomer])
    const again = await pass(run, [...first.filter(({ id }) => id !== 'u3'), newcomer])
    const { rows } = await run.report()
    expect([unanswered.code, made.code, again.code, again.changes]).toEqual([3, 0, 0, []])
    expect(rows.filter(({ userState }) => userState !== 'migrated')).toEqual([])
    expect(usersIn(core)).toEqual(
      expect.arrayContaining(['emailpassword renamed@example.com', 'emailpassword user3@example.com']),
    )
  })

  test('prints no document of another form while the core is away', async () => {
    const { core, run } = await migrated()
    await core.stop()
    const away = await pass(run, first)
    expect([away.code, away.out]).toEqual([4, ''])
    expect(away.err).toContain('Try again when the core is available.')
  })

  test('removes users who are gone by the word of the operator alone, and lets others have their email', async () => {
    const { core, run } = await migrated()
    const now = [...first.slice(1), { id: 'n1', email: 'user1@example.com', password_hash: madeUpBcrypt(99) }]
    const listed = await pass(run, now)
    const between = usersIn(core)
    const removed = await pass(run, now, ['--remove-gone'])
    const later = await pass(run, now)
    const back = await pass(run, [...now, { ...first[0], email: 'back@example.com' }])
    const reported = await run.report()
    expect([
      listed.changes,
      between.length,
      removed.code,
      core.count(),
      usersIn(core).filter((user) => /user1@|back@/.test(user)),
    ]).toEqual([
      ['new held 1', 'gone listed 1'],
      34,
      0,
      35,
      ['emailpassword back@example.com', 'emailpassword user1@example.com'],
    ])
    expect([later.code, later.changes]).toEqual([0, []])
    expect([back.code, reported.summary.addsUp, reported.summary.states['migrated']]).toEqual([0, true, 35])
  })

  test('does not miss removed users among the known ones', async () => {
    const { core, run } = await migrated()
    const removed = await pass(run, first.slice(3), ['--remove-gone'])
    const fewer = await pass(run, first.slice(6))
    expect([removed.code, fewer.code, fewer.changes, core.count()]).toEqual([0, 0, ['gone listed 3'], 31])
  })

  test('keeps no hash in the document when the hashes are removed, and follows no longer', async () => {
    const { run } = await migrated()
    const hash = madeUpBcrypt(555)
    await pass(run, withChange('u5', { password_hash: hash }))
    const removed = await run.next(['remove-hashes', 'm.migration', '--yes'])
    const bytes = readFileSync(run.document, 'latin1')
    const after = await pass(run, first)
    expect([removed.code, bytes.includes(hash), bytes.includes(madeUpBcrypt(5)), after.code]).toEqual([
      0,
      false,
      false,
      2,
    ])
  })

  test('says what is wrong with its options', async () => {
    const { run } = await migrated()
    const wrong: readonly (readonly [options: readonly string[], says: string])[] = [
      [[], 'Name the source'],
      [['--source', 'x', '--from', 'ldap'], 'either --source or --from'],
      [['--from', 'postgres'], 'Did you mean postgresql?'],
      [['--source', 'users.csv', '--every', 'soon'], '--every takes'],
      [['--source', 'users.csv', '--users-sign-in', 'maybe'], 'takes yes or no'],
    ]
    const made = []
    for (const [options] of wrong) {
      const { code, err } = await run.next(['follow', 'm.migration', '--once', ...options])
      made.push([options, code, err])
    }
    expect(made).toEqual(wrong.map(([options, says]) => [options, 2, expect.stringContaining(says)]))
  })

  test('follows no migration that was not run, nor another table, nor a file that is not there', async () => {
    const { run: pilot } = await runAtCore(first, { dialect: 'supertokens' }, ['--limit', '3'])
    fileIn(pilot.folder, 'now.csv', madeUpCsv(first))
    const early = await pilot.next(['follow', 'm.migration', '--once', '--source', 'now.csv'])
    const { run } = await migrated()
    const away = await run.next(['follow', 'm.migration', '--once', '--source', 'nowhere.csv'])
    fileIn(run.folder, 'other.csv', 'id,mail\nu1,user1@example.com\nu2,user2@example.com\n')
    const other = await run.next(['follow', 'm.migration', '--once', '--source', 'other.csv'])
    expect([early.code, early.err]).toEqual([2, expect.stringContaining('Migrate the users of the first export')])
    expect([away.code, away.err]).toEqual([4, expect.stringContaining('is not there')])
    expect([other?.code, other?.err]).toEqual([4, expect.stringContaining('no longer has values in')])
  })

  test('gives a password to no source that was not named on this machine', async () => {
    const { core, run } = await migrated()
    await pass(run, first)
    const elsewhere = await run.next(['follow', 'm.migration', '--once', '--core', core.baseUrl], {
      machine: temporaryFolder(),
    })
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('was not named on this machine')])
  })

  test('cuts over: one last pass, every user looked up, and both moments', async () => {
    const { run } = await migrated()
    await pass(run, [...first, { id: 'n1', email: 'new@example.com', password_hash: madeUpBcrypt(99) }])
    fileIn(run.folder, 'now.csv', madeUpCsv([...first, ...usersWithHashes(2, 101)]))
    const cut = await run.next(['follow', 'm.migration', '--cut-over', '--report', 'out'])
    const later = await run.next(['follow', 'm.migration', '--once'])
    expect([
      cut.code,
      cut.out.includes('37 of 37 users looked up are in the core.'),
      later.code,
      later.err.includes('cut over'),
    ]).toEqual([0, true, 2, true])
    expect(readFileSync(`${run.folder}/out/report.html`, 'utf8')).toContain('In step until cut-over')
  })
})
describe('following over time', () => {
  test('makes pass after pass, at once where one took longer than the interval, however the clock of the day jumps', async () => {
    const { run } = await migrated()
    fileIn(run.folder, 'now.csv', madeUpCsv(first))
    const stop = new AbortController()
    let passes = 0
    let jumps = 0
    const clock: Clock = {
      ...systemClock,
      // An hour ahead, then an hour back, and so on.
      now: () => systemClock.now() + (jumps++ % 2 === 0 ? 3_600_000 : -3_600_000),
    }
    const hear = (text: string) => {
      if (!/Next pass|begins at once/.test(text)) return
      passes += 1
      if (passes === 3) stop.abort()
    }
    const args = ['follow', 'm.migration', '--source', 'now.csv', '--every', '1s', '--json']
    const made = await run.next(args, { signal: stop.signal, hear, clock })
    const view = made.json as { ended: string; passes: { state: string }[] }
    expect([made.code, view.ended, view.passes.map(({ state }) => state)]).toEqual([
      0,
      'paused',
      ['done', 'done', 'done'],
    ])
  })

  test('tells no negative time, and what was written after the last read, however the clock of the day is set', async () => {
    const { run } = await migrated()
    let hours = 48
    const following = (users: readonly MadeUpUser[], more: readonly string[]) => {
      fileIn(run.folder, 'now.csv', madeUpCsv(users))
      // Every look at the clock is an hour earlier.
      const clock: Clock = { ...systemClock, now: () => systemClock.now() + 3_600_000 * (hours -= 1) }
      const args = ['follow', 'm.migration', '--source', 'now.csv', '--users-sign-in', 'no', '--json', ...more]
      return run.next(args, { clock })
    }
    const changed = withChange('u5', { password_hash: madeUpBcrypt(555) })
    await following(changed, ['--once'])
    const made = await following(withChange('u6', { password_hash: madeUpBcrypt(666) }, changed), ['--cut-over'])
    const { passes, cutOver } = outputSchemas.follow.parse(made.json)
    const [earlier, last] = passes
    expect([
      made.code,
      passes.map(({ begunAt, endedAt }) => (endedAt ?? 0) >= (begunAt ?? 0)),
      (earlier?.writtenAt ?? 0) > (last?.writtenAt ?? 0),
      (cutOver?.lastWrite ?? 0) > (cutOver?.lastRead ?? 0),
      cutOver?.lastWrite === last?.writtenAt,
    ]).toEqual([0, [true, true], true, true, true])
  })

  test('is not cut over where its report could not be written', async () => {
    const { run } = await migrated()
    fileIn(run.folder, 'taken', 'a file')
    const refused = await pass(run, first, ['--cut-over', '--report', 'taken'])
    const made = await pass(run, first, ['--cut-over', '--report', 'out'])
    expect([refused.code, refused.json, made.code]).toEqual([2, null, 0])
  })

  test('is refused while another follower has the document', async () => {
    const { run } = await migrated()
    fileIn(run.folder, 'now.csv', madeUpCsv(first))
    const stop = new AbortController()
    const others: ReturnType<UsersRun['next']>[] = []
    const hear = (text: string) => {
      if (!/Next pass|begins at once/.test(text) || others.length > 0) return
      const second = run.next(['follow', 'm.migration', '--once'])
      others.push(second)
      void second.finally(() => stop.abort())
    }
    const one = await run.next(['follow', 'm.migration', '--source', 'now.csv'], { signal: stop.signal, hear })
    const [other] = await Promise.all(others)
    expect([one.code, other?.code, other?.err]).toEqual([
      0,
      2,
      expect.stringContaining('is open in another window or process'),
    ])
  })

  test('begins the next pass at once after one that took longer than the interval, and says so', async () => {
    const { run } = await migrated()
    fileIn(run.folder, 'now.csv', madeUpCsv(first))
    const stop = new AbortController()
    let ticks = 0
    // Every look at the clock is ten seconds later.
    const clock: Clock = { ...systemClock, ticks: () => (ticks += 10_000) }
    const hear = (text: string) => {
      if (/longer than the interval/.test(text)) stop.abort()
    }
    const made = await run.next(['follow', 'm.migration', '--source', 'now.csv', '--every', '1s'], {
      signal: stop.signal,
      hear,
      clock,
    })
    expect([made.code, made.err]).toEqual([0, expect.stringContaining('the next one begins at once')])
  })
})

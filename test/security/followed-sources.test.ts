import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { getSetting, setSetting } from '../../electron/engine/document/settings.ts'
import { type FollowSettings, followSettingsSchema, type PassSource } from '../../shared/follow/follow-settings.ts'
import { requests } from '../../shared/ipc/contract.ts'
import { changeDocument } from '../support/data/foreign-schema.ts'
import { madeUpBcrypt, madeUpCsv, usersWithHashes } from '../support/made-up-csv.ts'
import { usersIn } from '../support/rehearsal.ts'
import { runAtCore } from '../support/run-users.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'
import { canaryText, startStranger } from './hostile/canary.ts'

const users = usersWithHashes(5)
const secret = 'Corr3ct-Horse-of-the-old-system'

const counted = { links: 0, ways: 0 }
afterAll(() =>
  console.log(
    `links in a followed folder: ${counted.links} tried, 0 got through\n` +
      `ways of following that only a migration says: ${counted.ways} tried, 0 got through`,
  ),
)

/** The settings of a follower as an attacker wrote them into a migration. */
function names(path: string, source: PassSource, more: Partial<FollowSettings> = {}): void {
  changeDocument(path, (database) =>
    setSetting(database, 'follow', { source, everyMinutes: 10, signIn: 'can', file: null, ...more }),
  )
}

test('a source that only a migration names gets no secret, and no file is read because it is named', async () => {
  const { port, visits } = await startStranger()
  const canary = fileIn(temporaryFolder(), 'crm.csv', `id,email\n1,${canaryText}@example.com\n`)
  const { core, run } = await runAtCore(users, { dialect: 'supertokens' })
  expect(run.code).toBe(0)
  const address = `http://127.0.0.1:${port}`
  const database = { host: '127.0.0.1', port: String(port), database: 'app', user: 'reader', table: 'users' }
  const sources: readonly PassSource[] = [
    { kind: 'path', path: canary },
    { kind: 'path', path: '/dev/zero' },
    { kind: 'path', path: '//attacker/share' },
    { kind: 'fetch', source: 'keycloak', settings: { address, realm: 'r', client: 'c', 'allow-http': true } },
    { kind: 'fetch', source: 'postgresql', settings: { ...database, 'allow-plain-text': true } },
    { kind: 'fetch', source: 'mysql', settings: { ...database, 'allow-plain-text': true } },
    { kind: 'fetch', source: 'ldap', settings: { host: '127.0.0.1', port: String(port), 'allow-plain-text': true } },
    { kind: 'fetch', source: 'nothing-like-it', settings: {} },
  ]
  writeFileSync(join(run.folder, 'word.txt'), `${secret}\n`, { mode: 0o600 })
  const before = usersIn(core)
  let tried = 0
  const through: string[] = []
  for (const source of sources) {
    for (const more of [
      ['--cut-over', '--every', '1s'],
      ['--once', '--password-file', 'word.txt'],
    ]) {
      names(run.document, source)
      const { code, out, err } = await run.next(['follow', 'm.migration', ...more], {
        env: { USER_MIGRATION_SOURCE_PASSWORD: secret },
      })
      tried += 1
      if (code !== 2 || (out + err).includes(secret))
        through.push(`${JSON.stringify(source)} ${more.join(' ')}: ${err}`)
    }
  }
  console.log(`sources that only a migration names: ${tried} tried, ${through.length} got through`)
  expect([through, visits(), usersIn(core)]).toEqual([[], 0, before])
})

test.skipIf(process.platform === 'win32')(
  'a link in a followed folder is no newer file, whatever it leads to',
  async () => {
    const { core, run } = await runAtCore(users, { dialect: 'supertokens' })
    const elsewhere = temporaryFolder()
    const secretUser = { id: 'v', email: `${canaryText}@example.com`, password_hash: madeUpBcrypt(9) }
    fileIn(elsewhere, 'private.csv', madeUpCsv([...users, secretUser]))
    const folder = join(run.folder, 'dumps')
    mkdirSync(folder)
    const pass = () => run.next(['follow', 'm.migration', '--source', 'dumps', '--once', '--json'])
    symlinkSync(join(elsewhere, 'private.csv'), join(folder, 'later.csv'))
    symlinkSync(elsewhere, join(folder, 'folder.csv'))
    symlinkSync('/dev/zero', join(folder, 'endless.csv'))
    const alone = await pass()
    fileIn(folder, 'users.csv', madeUpCsv([...users, { id: 'n', email: 'new@example.com' }]))
    utimesSync(join(folder, 'users.csv'), 1000, 1000)
    const beside = await pass()
    counted.links += 2
    expect([alone.code, alone.err.includes('has no file'), beside.code]).toEqual([4, true, 0])
    expect(usersIn(core).filter((user) => /new@|CANARY/i.test(user))).toEqual(['passwordless new@example.com'])
  },
)

test.each([{ signIn: 'not-yet' }, { everyMinutes: 1 / 60 }, { signIn: 'not-yet', everyMinutes: 10_080 }] as const)(
  'a source that was given here is not followed as %j because the migration says so',
  async (change) => {
    const { run } = await runAtCore(users, { dialect: 'supertokens' })
    fileIn(run.folder, 'now.csv', madeUpCsv(users))
    const first = await run.next(['follow', 'm.migration', '--source', 'now.csv', '--once', '--every', '30m'])
    changeDocument(run.document, (database) => {
      const settings = getSetting(database, 'follow')
      if (settings !== undefined) setSetting(database, 'follow', { ...settings, ...change })
    })
    const newer = users.map((user) => (user.id === 'u2' ? { ...user, password_hash: madeUpBcrypt(222) } : user))
    fileIn(run.folder, 'now.csv', madeUpCsv(newer))
    const again = await run.next(['follow', 'm.migration', '--once', '--json'])
    counted.ways += 1
    const { since, settings } = again.json as { since: { states: object }[]; settings: FollowSettings }
    expect([first.code, again.code, since.map(({ states }) => states), settings.signIn, settings.everyMinutes]).toEqual(
      [0, 3, [{ held: 1 }], 'can', 10],
    )
  },
)

test('that users cannot sign in yet counts only where it was said on this machine', async () => {
  const { run } = await runAtCore(users, { dialect: 'supertokens' })
  names(run.document, { kind: 'path', path: '/of/another/machine.csv' }, { signIn: 'not-yet', everyMinutes: 600 })
  const changed = users.map((user) => (user.id === 'u2' ? { ...user, password_hash: madeUpBcrypt(222) } : user))
  fileIn(run.folder, 'now.csv', madeUpCsv(changed))
  const made = await run.next(['follow', 'm.migration', '--source', 'now.csv', '--once', '--json'])
  const since = (made.json as { since: { states: object }[] }).since
  let kept: FollowSettings | undefined
  changeDocument(run.document, (database) => (kept = getSetting(database, 'follow')))
  expect([made.code, since.map(({ states }) => states), kept?.signIn, kept?.everyMinutes]).toEqual([
    3,
    [{ held: 1 }],
    'can',
    10,
  ])
  const output = await run.next(['follow', 'm.migration', '--source', 'now.csv', '--once', '--users-sign-in', 'no'])
  const again = await run.next(['follow', 'm.migration', '--once'])
  changeDocument(run.document, (database) => (kept = getSetting(database, 'follow')))
  expect([output.code, again.code, kept?.signIn, again.err.includes('cannot sign in')]).toEqual([0, 0, 'not-yet', true])
})

test('no migration makes passes without a pause', () => {
  const settings = { source: { kind: 'path', path: '/a' }, signIn: 'can', file: null }
  const parse = (everyMinutes: number) => followSettingsSchema.safeParse({ ...settings, everyMinutes }).success
  expect([1e-300, 0, -1, 1 / 61, Number.NaN].filter(parse)).toEqual([])
  expect([1 / 60, 10, 10_080].filter(parse)).toHaveLength(3)
  const start = { source: 'file', signIn: 'can', secrets: {}, address: null, cutOver: false }
  const isAccepted = (everyMinutes: number) =>
    requests['follow:start'].input.safeParse({ ...start, everyMinutes }).success
  expect([1e-300, 0, 1 / 61, 1 / 60, 10_080, 10_081].filter(isAccepted)).toEqual([1 / 60, 10_080])
})

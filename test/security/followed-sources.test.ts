import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getSetting, setSetting } from '../../electron/engine/document/settings.ts'
import type { FollowSettings, PassSource } from '../../shared/follow/follow-settings.ts'
import { followSettingsSchema } from '../../shared/follow/follow-settings.ts'
import { changeDocument } from '../support/foreign-schema.ts'
import { madeUpBcrypt, madeUpCsv, usersWithHashes } from '../support/made-up-csv.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { runUsers } from '../support/run-users.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'
import { canaryText, startStranger } from './hostile/canary.ts'

const users = usersWithHashes(5)
const secret = 'Corr3ct-Horse-of-the-old-system'

/** The settings of a follower as an attacker wrote them into a migration. */
function names(path: string, source: PassSource, more: Partial<FollowSettings> = {}): void {
  changeDocument(path, (database) =>
    setSetting(database, 'follow', { source, everyMinutes: 10, signIn: 'can', file: null, ...more }),
  )
}

test('a source that only a migration names gets no secret, and no file is read because it is named', async () => {
  const { port, visits } = await startStranger()
  const canary = fileIn(temporaryFolder(), 'crm.csv', `id,email\n1,${canaryText}@example.com\n`)
  const core = await startCore({ dialect: 'supertokens' })
  const run = await runUsers(users, core.baseUrl)
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
    for (const more of [['--once'], ['--cut-over'], ['--once', '--password-file', 'word.txt'], ['--every', '1s']]) {
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

test('that users cannot sign in yet counts only where it was said on this machine', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const run = await runUsers(users, core.baseUrl)
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
  const said = await run.next(['follow', 'm.migration', '--source', 'now.csv', '--once', '--users-sign-in', 'no'])
  const again = await run.next(['follow', 'm.migration', '--once'])
  changeDocument(run.document, (database) => (kept = getSetting(database, 'follow')))
  expect([said.code, again.code, kept?.signIn, again.err.includes('cannot sign in')]).toEqual([0, 0, 'not-yet', true])
})

test('no migration makes passes without a pause', () => {
  const settings = { source: { kind: 'path', path: '/a' }, signIn: 'can', file: null }
  const parse = (everyMinutes: number) => followSettingsSchema.safeParse({ ...settings, everyMinutes }).success
  expect([1e-300, 0, -1, 1 / 61, Number.NaN].filter(parse)).toEqual([])
  expect([1 / 60, 10, 10_080].filter(parse)).toHaveLength(3)
})

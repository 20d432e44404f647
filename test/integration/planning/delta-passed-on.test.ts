import { expect, test } from 'vitest'
import type { RehearsalCore } from '../../../electron/engine/rehearsal/rehearsal-core.ts'
import { madeUpBcrypt, madeUpCsv, type MadeUpUser, usersWithHashes } from '../../support/made-up-csv.ts'
import { usersIn } from '../../support/rehearsal.ts'
import { numbersOf, runAtCore, type UsersRun } from '../../support/run-users.ts'
import { fileIn } from '../../support/temporary-folder.ts'

/** Sends the export of a later week behind the migration of the week before. */
async function sendWeek(
  run: UsersRun,
  core: RehearsalCore,
  week: number,
  users: readonly MadeUpUser[],
  ...more: readonly string[]
) {
  const name = `week${week}.csv`
  fileIn(run.folder, name, madeUpCsv(users))
  const before = week === 2 ? 'm.migration' : `week${week - 1}.migration`
  const args = ['run', name, '--core', core.baseUrl, '--delta-of', before, '--document', `week${week}.migration`]
  return numbersOf(await run.next([...args, '--on-changed', 'send', ...more, '--yes', '--json']))
}

const [one = {}, two = {}, three = {}] = usersWithHashes(3)
const [email, moved] = ['user1@example.com', 'moved@example.com']
const google = { provider: 'google', provider_user_id: 'g-1' }

const hash = { email, password_hash: madeUpBcrypt(9) }
const code: MadeUpUser = { id: 'u1', email }

test.each<readonly [string, 'documented' | 'supertokens', MadeUpUser, MadeUpUser, MadeUpUser, object]>([
  ['the email of a password', 'documented', one, { ...one, email: moved }, hash, { blocked: 2, excluded: 2 }],
  ['the email of a password', 'supertokens', one, { ...one, email: moved }, hash, { blocked: 1, migrated: 1 }],
  ['the email of a code', 'supertokens', code, { ...code, email: moved }, { email }, { blocked: 1, migrated: 1 }],
  [
    'an account at Google',
    'supertokens',
    { ...one, ...google },
    one,
    { email, ...google },
    { blocked: 1, excluded: 3 },
  ],
])(
  '%s that passed to a new user is never sent to the user who had it, at a %s core',
  async (_, dialect, had, has, heir, numbers) => {
    for (const order of [1, 2]) {
      const { core, run } = await runAtCore([had, two, three], { dialect })
      const before = usersIn(core).length
      const next = [has, { ...heir, id: 'n' }]
      const sent = await sendWeek(run, core, 2, [...(order === 1 ? next : next.toReversed()), two, three])
      expect(sent).toMatchObject({ users: 4, ...numbers })
      expect(usersIn(core).length).toBe(before)
    }
  },
)

test('who waited for an email of another user is sent once the core has that user without it', async () => {
  const { core, run } = await runAtCore([one, two, three], { dialect: 'supertokens' })
  const users = [{ ...one, email: moved }, { id: 'n', email, password_hash: madeUpBcrypt(9) }, two, three]
  expect(await sendWeek(run, core, 2, users)).toMatchObject({ migrated: 1, blocked: 1, excluded: 2 })
  expect(await sendWeek(run, core, 3, users)).toMatchObject({ migrated: 1, excluded: 3 })
  expect(usersIn(core)).toEqual(
    [moved, email, 'user2@example.com', 'user3@example.com'].map((one) => `emailpassword ${one}`).toSorted(),
  )
})

test('a new user with the email of somebody who left gets that account only where both are said to be one person', async () => {
  const { core, run } = await runAtCore([one, two, three], { dialect: 'supertokens' })
  const users = [{ id: 'n', email, password_hash: madeUpBcrypt(9) }, { ...two, password_hash: madeUpBcrypt(8) }, three]
  const replaced = async (week: number, ...more: readonly string[]) => {
    const before = core.requests().import
    const numbers = await sendWeek(run, core, week, users, ...more)
    return { ...numbers, imports: core.requests().import - before }
  }
  expect(await replaced(2)).toMatchObject({ blocked: 1, migrated: 1, excluded: 1, imports: 1 })
  const same = ['--decide', 'changed-since:other-id=send']
  expect(await replaced(3, ...same)).toEqual({ records: 3, users: 3, migrated: 1, excluded: 2, calls: 1, imports: 1 })
})

import { expect, test } from 'vitest'
import {
  madeUpBcrypt,
  madeUpCsv,
  usersOfProvider,
  usersWithHashes,
  type MadeUpUser,
} from '../../support/made-up-csv.ts'
import { usersIn } from '../../support/rehearsal.ts'
import { numbersOf, runAtCore } from '../../support/run-users.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const [u1, u2, u3, u4] = usersWithHashes(4) as [MadeUpUser, MadeUpUser, MadeUpUser, MadeUpUser]
const [t1] = usersOfProvider(1) as [MadeUpUser]
/** Its empty cells give every export the same columns. */
const code: MadeUpUser = {
  id: 'c',
  email: 'code@example.com',
  email_verified: 'true',
  provider: '',
  provider_user_id: '',
}
const n1: MadeUpUser = { id: 'n1', email: 'new1@example.com', password_hash: madeUpBcrypt(91) }
const n2: MadeUpUser = { id: 'n2', email: 'new2@example.com', password_hash: madeUpBcrypt(92) }

/** A first migration, and then one later export after the other, each compared with the one before it. */
async function generations(first: readonly MadeUpUser[]) {
  const { core, run } = await runAtCore(first, { dialect: 'supertokens' })
  let before = 'm.migration'
  let n = 1
  const follow = async (users: readonly MadeUpUser[], more: readonly string[] = []) => {
    n += 1
    const document = `m${n}.migration`
    fileIn(run.folder, `later${n}.csv`, madeUpCsv(users))
    const args = ['run', `later${n}.csv`, '--core', core.baseUrl, '--delta-of', before, '--document', document]
    const sent = await run.next([...args, '--yes', '--json', ...more])
    before = document
    const since = /(\d+) new, (\d+) changed, (\d+) unchanged, (\d+) not sent before; (\d+)/.exec(sent.err)?.slice(1)
    return { numbers: numbersOf(sent), since: since?.map(Number), err: sent.err }
  }
  return { core, follow }
}

test('users that no later export changed are compared with the migration that sent them', async () => {
  const { core, follow } = await generations([u1, u2, u3, u4, t1, code])
  const moved = { ...u2, email: 'moved2@example.com' }
  const reset = { ...u3, password_hash: madeUpBcrypt(333) }
  const second = await follow([u1, moved, reset, u4, code, n1])
  expect([second.numbers, second.since]).toEqual([
    { records: 6, users: 6, migrated: 2, blocked: 1, excluded: 3, calls: 2 },
    [1, 2, 3, 0, 1],
  ])
  const between = usersIn(core)

  const third = await follow([u1, moved, reset, { ...u4, password_hash: madeUpBcrypt(444) }, t1, code, n1, n2])
  expect([third.numbers, third.since, usersIn(core)]).toEqual([
    { records: 8, users: 8, migrated: 1, blocked: 2, excluded: 5, calls: 1 },
    [1, 2, 5, 0, 0],
    [...between, 'emailpassword new2@example.com'].toSorted(),
  ])

  const again = { ...moved, email: 'again2@example.com' }
  const fourth = await follow([u1, again, u3, u4, t1, { ...code, email: 'code2@example.com' }, n1, n2])
  expect([fourth.numbers, fourth.since, usersIn(core)]).toEqual([
    { records: 8, users: 8, migrated: 2, excluded: 6, calls: 2 },
    [0, 2, 6, 0, 0],
    [...between, 'emailpassword new2@example.com']
      .map((one) => one.replace('moved2@', 'again2@').replace('code@', 'code2@'))
      .toSorted(),
  ])
})

test('a later export that had nothing to send can be followed', async () => {
  const { core, follow } = await generations([u1, u2])
  await follow([u1, u2])
  const third = await follow([u1, u2, u3])
  expect([third.numbers, third.since, core.count()]).toEqual([
    { records: 3, users: 3, migrated: 1, excluded: 2, calls: 1 },
    [1, 0, 2, 0, 0],
    3,
  ])
})

test('a password that came with a new email is known to the export after it', async () => {
  const { core, follow } = await generations([u1])
  const renewed = { ...u1, email: 'renewed@example.com', password_hash: madeUpBcrypt(111) }
  await follow([renewed], ['--on-changed', 'send'])
  const same = await follow([renewed])
  const other = await follow([{ ...renewed, password_hash: madeUpBcrypt(112) }])
  expect([same.numbers, other.numbers, usersIn(core)]).toEqual([
    { records: 1, users: 1, excluded: 1 },
    { records: 1, users: 1, blocked: 1 },
    ['emailpassword renewed@example.com'],
  ])
})

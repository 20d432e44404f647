import { expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { linesOf, runUsers } from '../../support/run-users.ts'

const password = { id: 'ann', email: 'ann@example.com', password_hash: madeUpBcrypt(1) }
const ann = { ...password, provider: 'google', provider_user_id: 'g-ann' }
const alone = 'emailpassword ann@example.com'
const separate = 'thirdparty google ann@example.com'

/** Ann is in the core by her password, and in the export by password and Google. */
async function secondMethod(more: readonly string[]) {
  const core = await startCore({ dialect: 'supertokens' })
  await runUsers([password], core.baseUrl)
  const run = await runUsers([ann], core.baseUrl, ['--on-existing', 'skip', ...more])
  return { core, run, report: await run.report() }
}

test('another login method of a user who was there becomes a user of its own, and the summary counts it', async () => {
  const { core, run, report } = await secondMethod([])
  expect([run.json?.['migrated'], run.json?.['besideExisting'], usersIn(core)]).toEqual([1, 1, [alone, separate]])
  expect(run.err).toContain('1 migrated user was in the core before by one login method, and got a separate user')
  expect(run.err).toContain(
    'decide it before you resume (--on-existing-method link|skip|create; on screen: Review, Decisions)',
  )
  expect(report.summary['besideExisting']).toBe(1)
  expect(JSON.stringify(report)).not.toMatch(/: linked into one user/)
})

test('is not created where the operator wants that', async () => {
  const { core, run, report } = await secondMethod(['--on-existing-method', 'skip'])
  expect([run.json?.['existing'], run.json?.['besideExisting'], usersIn(core)]).toEqual([1, undefined, [alone]])
  expect(linesOf(report, 'ann')).toContain('third-party done - skipped-existing 0')
})

test.each([
  ['--on-existing-method', 'link'],
  ['--on-existing', 'overwrite'],
])('an undo takes away what %s %s linked to the user who was there', async (...more) => {
  const { core, run } = await secondMethod(more)
  const undone = await run.next(['undo', 'm.migration', '--core', core.baseUrl, '--yes', '--json'])
  expect([undone.code, undone.json?.['removed'], undone.json?.['left'], undone.json?.['linked']]).toEqual([0, 1, 1, 0])
  expect(usersIn(core)).toEqual([alone])
})

test('is linked to the user who is there where the operator wants that', async () => {
  const { core, run, report } = await secondMethod(['--on-existing-method', 'link'])
  const reply = await fetch(`${core.baseUrl}/users/by-accountinfo?email=ann%40example.com&doUnionOfAccountInfo=false`)
  const { users } = (await reply.json()) as { users: readonly { loginMethods: readonly object[] }[] }
  expect([
    run.json?.['migrated'],
    run.json?.['besideExisting'],
    users.map(({ loginMethods }) => loginMethods.length),
  ]).toEqual([1, undefined, [2]])
  expect(linesOf(report, 'ann')).toContain('link done 200 OK 1')
})

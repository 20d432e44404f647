import { describe, expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { runUsers, runAtCore } from '../../support/run-users.ts'

const users = [
  { id: 'old-1', email: 'ann@example.com', email_verified: 'true', password_hash: madeUpBcrypt(1) },
  { id: 'old-2', email: 'bo@example.com', email_verified: 'false', password_hash: madeUpBcrypt(2) },
]
const both = ['--keep-user-ids', '--verify-emails']

describe('a core that keeps ids and verified emails', () => {
  test('knows its users by their old IDs, and the verified ones as verified', async () => {
    const { core, run } = await runAtCore(users, { dialect: 'supertokens' }, both)
    expect([run.code, run.json]).toEqual([0, expect.objectContaining({ migrated: 2, failed: 0, calls: 5 })])
    const rows = core.users({ from: 0, limit: 10 }).rows.map(({ id, verified }) => ({ id, verified }))
    expect(rows).toEqual([
      { id: 'old-1', verified: true },
      { id: 'old-2', verified: false },
    ])
  })

  test('is asked again only for what is not done, when its answers get lost', async () => {
    const { core, run } = await runAtCore(
      users,
      {
        dialect: 'supertokens',
        faults: { rules: [{ kind: 'reset', on: ['other'], every: 2, moment: 'lost' }] },
      },
      both,
    )
    expect(run.json).toMatchObject({ migrated: 2, failed: 0 })
    expect(core.requests().import).toBe(2)
    expect(
      core
        .users({ from: 0, limit: 10 })
        .rows.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['old-1', 'old-2'])
  })
})

describe('old IDs that the core knows already', () => {
  test('are kept when users are updated: nothing is left to do for them', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    await runUsers(users, core.baseUrl, both)
    const again = await runUsers(users, core.baseUrl, [...both, '--on-existing', 'overwrite'])
    expect([again.code, again.json]).toEqual([0, expect.objectContaining({ migrated: 2, failed: 0 })])
    expect(core.users({ from: 0, limit: 10 }).rows.map(({ id }) => id)).toEqual(['old-1', 'old-2'])
  })

  test.each([
    ['another user has it', 'Another user of the core has the old ID of this user.'],
    ['this user has another one', 'The core knows this user by another old ID, older-1.'],
  ])('are a decision where %s, in a sentence', async (which, sentence) => {
    const core = await startCore({ dialect: 'supertokens' })
    const taken = which.startsWith('another')
    const before = taken
      ? { id: 'old-1', email: 'somebody@example.com', password_hash: madeUpBcrypt(8) }
      : { ...users[0], id: 'older-1' }
    await runUsers([before], core.baseUrl, ['--keep-user-ids'])
    const run = await runUsers(users, core.baseUrl, ['--keep-user-ids', '--on-existing', 'overwrite'])
    const failed = (await run.report()).rows.filter(({ state }) => state === 'failed')
    expect([run.code, run.json, failed.map(({ message }) => message)]).toEqual([
      3,
      expect.objectContaining({ migrated: 1, failed: 1 }),
      [`${sentence} Decide whether such users go on without their old ID, then retry.`],
    ])
    const decided = await run.next(['retry', 'm.migration', '--on-taken-id', 'skip', '--json'])
    const { rows } = await run.report()
    expect([decided.code, decided.json, rows.find(({ message }) => message.startsWith('The old ID'))?.message]).toEqual(
      [0, expect.objectContaining({ migrated: 2, failed: 0 }), `The old ID was not kept. ${sentence}`],
    )
  })

  test('of a run that was told before cost nobody anything', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const other = { id: 'old-1', email: 'somebody@example.com', password_hash: madeUpBcrypt(8) }
    await runUsers([other], core.baseUrl, ['--keep-user-ids'])
    const run = await runUsers(users, core.baseUrl, [...both, '--on-taken-id', 'skip'])
    expect([run.code, run.json]).toEqual([0, expect.objectContaining({ migrated: 2, failed: 0 })])
  })
})

test('the documented interface has no such calls, so none are made', async () => {
  const { core, run } = await runAtCore(users, { dialect: 'documented' }, both)
  expect(run.json).toMatchObject({ migrated: 2, calls: 2 })
  expect(core.requests().other).toBeLessThanOrEqual(1)
})

import { describe, expect, test } from 'vitest'
import { madeUpBcrypt } from '../support/made-up-csv.ts'
import { startCore } from '../support/rehearsal.ts'
import { runUsers } from '../support/run-users.ts'

const users = [
  { id: 'old-1', email: 'ann@example.com', email_verified: 'true', password_hash: madeUpBcrypt(1) },
  { id: 'old-2', email: 'bo@example.com', email_verified: 'false', password_hash: madeUpBcrypt(2) },
]
const both = ['--keep-user-ids', '--verify-emails']

describe('a core that keeps ids and verified emails', () => {
  test('knows its users by their old ids, and the verified ones as verified', async () => {
    const core = await startCore({ dialect: 'supertokens' })
    const run = await runUsers(users, core.baseUrl, both)
    expect([run.code, run.json]).toEqual([0, expect.objectContaining({ migrated: 2, failed: 0, calls: 5 })])
    const rows = core.users({ from: 0, limit: 10 }).rows.map(({ id, verified }) => ({ id, verified }))
    expect(rows).toEqual([
      { id: 'old-1', verified: true },
      { id: 'old-2', verified: false },
    ])
  })

  test('is asked again only for what is not done, when its answers get lost', async () => {
    const core = await startCore({
      dialect: 'supertokens',
      faults: { rules: [{ kind: 'reset', on: ['other'], every: 2, moment: 'lost' }] },
    })
    const run = await runUsers(users, core.baseUrl, both)
    expect(run.json).toMatchObject({ migrated: 2, failed: 0 })
    expect(core.requests().import).toBe(2)
    expect(core.users({ from: 0, limit: 10 }).rows.map(({ id }) => id)).toEqual(['old-1', 'old-2'])
  })
})

test('the documented interface has no such calls, so none are made', async () => {
  const core = await startCore({ dialect: 'documented' })
  const run = await runUsers(users, core.baseUrl, both)
  expect(run.json).toMatchObject({ migrated: 2, calls: 2 })
  expect(core.requests().other).toBeLessThanOrEqual(1)
})

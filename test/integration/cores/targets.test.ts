import { expect, test } from 'vitest'
import { usersOfProvider } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { runAtCore } from '../../support/run-users.ts'

test('a core that moved goes on where it stood: what was sent stays sent', async () => {
  const { run } = await runAtCore(usersOfProvider(3), {}, ['--limit', '2'])
  expect(run.json).toMatchObject({ migrated: 2, ready: 1 })
  const after = await startCore()
  const resumed = await run.next(['resume', 'm.migration', '--core', after.baseUrl, '--core-moved', '--json'])
  expect([resumed.code, resumed.json, after.count()]).toEqual([
    0,
    expect.objectContaining({ migrated: 3, ready: 0 }),
    1,
  ])
})

test('another address is refused unless it is said to be the same core, and nothing is sent there', async () => {
  const { run } = await runAtCore(usersOfProvider(3), {}, ['--limit', '2'])
  const other = await startCore()
  const refused = await run.next(['resume', 'm.migration', '--core', other.baseUrl, '--json'])
  expect([refused.code, refused.err.includes('--core-moved'), other.count()]).toEqual([2, true, 0])
})

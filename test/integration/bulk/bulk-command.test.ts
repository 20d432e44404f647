import { expect, test } from 'vitest'
import { usersOfProvider, usersWithHashes, usersWithoutHash } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { runUsers, runAtCore } from '../../support/run-users.ts'

const quickJob = { bulk: { intervalMs: 50 } }
const people = [...usersWithHashes(20), ...usersOfProvider(10), ...usersWithoutHash(10)]

test('a run by bulk import leaves the same core as one by single calls, a report that adds up, and can be undone', async () => {
  const single = await startCore({ dialect: 'supertokens' })
  await runUsers(people, single.baseUrl)
  const { core, run } = await runAtCore(people, { dialect: 'supertokens', ...quickJob }, ['--executor', 'bulk'])
  expect([run.code, usersIn(core), core.requests()['bulk-stage'], core.requests().import]).toEqual([
    0,
    usersIn(single),
    1,
    0,
  ])
  expect(run.json?.['sendingSeconds']).toBeGreaterThan(0)
  expect(run.err).toMatch(/^Users are sent by bulk import, as you chose;/m)
  const sentBy = { requested: 'bulk', used: ['bulk'], why: null }
  expect(run.json?.['executor']).toEqual(sentBy)
  const { summary, rows, audit } = await run.report()
  expect([summary.addsUp, summary.states['migrated']]).toEqual([true, 40])
  expect(audit.runs).toEqual([expect.objectContaining({ executor: 'bulk', sentBy: 'bulk' })])
  expect(rows.filter(({ state, coreUserId }) => state !== 'done' || coreUserId === null)).toEqual([])
  const verified = await run.next(['verify', 'm.migration', '--json'])
  expect([verified.code, verified.json]).toEqual([0, expect.objectContaining({ found: 40 })])
  const undone = await run.next(['undo', 'm.migration', '--yes', '--json'])
  expect([undone.code, core.count(), core.staged()]).toEqual([0, 0, []])
})

test('a core without bulk import is refused with a way out, and nothing is sent', async () => {
  const { core, run } = await runAtCore(usersWithHashes(2), { dialect: 'documented' }, ['--executor', 'bulk'])
  expect([run.code, run.err, core.count()]).toEqual([4, expect.stringContaining('This core has no bulk import'), 0])
})

test('auto sends a small migration by single calls', async () => {
  const { core, run } = await runAtCore(usersWithHashes(3), { dialect: 'supertokens', ...quickJob }, [
    '--executor',
    'auto',
  ])
  expect([run.code, core.requests()['bulk-stage'], core.requests().import]).toEqual([0, 0, 3])
  expect(run.err).toMatch(/^Users are sent the faster way.*Expected: single calls/m)
  expect(run.json?.['executor']).toMatchObject({
    requested: 'auto',
    used: ['single'],
    why: expect.stringMatching(/^Single calls: /),
  })
})

test('a run that goes on later, and a retry, send users as the run before did, unless told otherwise', async () => {
  const { core, run } = await runAtCore(people, { dialect: 'supertokens', ...quickJob }, [
    '--executor',
    'bulk',
    '--limit',
    '10',
  ])
  const resumed = await run.next(['resume', 'm.migration', '--json'])
  expect([resumed.code, resumed.json?.['executor'], core.requests()['bulk-stage'], core.requests().import]).toEqual([
    0,
    { requested: 'bulk', used: ['bulk'], why: null },
    2,
    0,
  ])
  const { audit } = await run.report()
  expect(audit.runs.map(({ whom, sentBy }) => [whom, sentBy])).toEqual([
    ['the first 10', 'bulk'],
    ['all ready users', 'bulk'],
  ])
})

test.each([
  ['skip', { existing: 3, migrated: 2 }, 0],
  ['overwrite', { migrated: 5 }, 3],
  ['hold', { blocked: 3, migrated: 2 }, 0],
])(
  'users who exist are looked up first: with --on-existing %s they go by single calls or stay',
  async (rule, states, imported) => {
    const core = await startCore({ dialect: 'supertokens', ...quickJob })
    await runUsers(usersWithHashes(3), core.baseUrl, ['--executor', 'single'])
    const before = core.requests().import
    const run = await runUsers(usersWithHashes(5), core.baseUrl, ['--executor', 'bulk', '--on-existing', rule])
    expect([run.json, core.requests().import - before, core.requests()['bulk-stage'], core.count()]).toEqual([
      expect.objectContaining({ users: 5, ...states }),
      imported,
      1,
      5,
    ])
    const notice = /are overwritten by single calls: bulk import cannot replace a password/
    expect(notice.test(run.err)).toBe(rule === 'overwrite')
  },
)

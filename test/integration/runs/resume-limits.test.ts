import { expect, test } from 'vitest'
import { maxInASecond } from '../../support/max-in-a-second.ts'
import { runUsers } from '../../support/run-users.ts'
import { startCore } from '../../support/rehearsal.ts'
import { startScriptedCore } from '../../support/scripted-core.ts'
import { usersOfProvider, usersWithHashes } from '../../support/made-up-csv.ts'

test('a run that ends before it sends anything is resumed with the executor it was asked for', async () => {
  const core = await startCore({ dialect: 'supertokens', bulk: { intervalMs: 20, parallelism: 1 } })
  const stopping = new AbortController()
  const hear = () => stopping.abort()
  const bulk = ['--executor', 'bulk']
  const run = await runUsers(usersWithHashes(8), core.baseUrl, bulk, { hear, signal: stopping.signal })
  const resumed = await run.next(['resume', 'm.migration', '--json', '--core', core.baseUrl], {
    signal: new AbortController().signal,
  })
  expect([run.json?.['migrated'] ?? 0, resumed.code, resumed.json?.['executor']]).toEqual([
    0,
    0,
    expect.objectContaining({ requested: 'bulk' }),
  ])
})

test('the ceiling of a run holds when it is resumed, until another one is asked for', async () => {
  const left: number[] = []
  const core = await startScriptedCore((asked) => {
    if (asked.method === 'POST') left.push(performance.now())
    return null
  })
  const run = await runUsers(usersOfProvider(12), core.url, ['--limit', '1', '--max-rate', '5'])
  left.splice(0)
  const ceiling = await run.next(['resume', 'm.migration', '--json', '--limit', '1'])
  expect(ceiling.code).toBe(2)
  await run.next(['resume', 'm.migration', '--json'])
  expect([left.length, maxInASecond(left) <= 5]).toEqual([11, true])
})

import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { usersWithHashes } from '../../support/made-up-csv.ts'
import { maxInASecond } from '../../support/max-in-a-second.ts'
import { runUsers } from '../../support/run-users.ts'
import { startScriptedCore } from '../../support/scripted-core.ts'

test('a core never gets more requests within a second than --max-rate says, its slow moments and retries included', async () => {
  const arrived: number[] = []
  const core = await startScriptedCore(async () => {
    arrived.push(performance.now())
    const nth = arrived.length
    if (nth === 30) return { status: 429, headers: { 'retry-after': '1' } }
    if (nth % 10 === 0) return { status: 503 }
    // Now and then the core is slow, and answers many at once.
    if (nth % 3 === 0) await wait(nth % 50)
    return null
  })
  const run = await runUsers(usersWithHashes(60), core.url, ['--max-rate', '20', '--concurrency', '16'])
  expect([run.json?.['migrated'], arrived.length > 60, maxInASecond(arrived) <= 20]).toEqual([60, true, true])
})

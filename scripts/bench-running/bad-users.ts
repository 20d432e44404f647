import { exitWithFailures } from '../../electron/cli/io.ts'
import type { Contest } from './against-senders.ts'
import { atMost, median, type Line } from './lines.ts'
import type { StubRules } from './stub-core.ts'

const rules: StubRules = { serviceMs: 20, knee: null }

/** A run in which every hundredth user always gets an HTML 503, against the same run without: how long they last. */
export async function badUsers(
  {
    users,
    rounds,
    concurrency,
  }: { readonly users: number; readonly rounds: number; readonly concurrency: number | 'auto' },
  { core, prepare }: Contest,
): Promise<Line> {
  const app = await prepare(users)
  const timed = async (of: StubRules, exitCode: number): Promise<number> => {
    await core.begin(of)
    await app.run(concurrency, undefined, exitCode)
    return (await core.read()).ms
  }
  const ratios: number[] = []
  const seconds: string[] = []
  for (let round = 0; round < rounds; round++) {
    const without = await timed(rules, 0)
    const withBad = await timed({ ...rules, badEvery: 100 }, exitWithFailures)
    ratios.push(withBad / without)
    seconds.push(`${(withBad / 1000).toFixed(1)} s to ${(without / 1000).toFixed(1)} s`)
  }
  const what = `${users} users, 1 % always get an HTML 503, ${concurrency === 'auto' ? concurrency : `${concurrency} at once`}`
  return atMost(what, median(ratios), 1.2, seconds.join(', '))
}

import { exitWithFailures } from '../../electron/cli/io.ts'
import type { Contest } from './against-senders.ts'
import { atMost, median, type Line } from './lines.ts'
import type { StubRules } from './stub-core.ts'

const rules: StubRules = { serviceMs: 20, knee: null }

/**
 * A run in which every hundredth user always gets an HTML 503, against the same run without: how long they last. Medians of
 * both, because the ramp of `auto` varies from run to run.
 */
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
  const without: number[] = []
  const withBad: number[] = []
  for (let round = 0; round < rounds; round++) {
    without.push(await timed(rules, 0))
    withBad.push(await timed({ ...rules, badEvery: 100 }, exitWithFailures))
  }
  const what = `${users} users, 1 % always get an HTML 503, ${concurrency === 'auto' ? concurrency : `${concurrency} at once`}`
  const seconds = withBad.map((ms, round) => `${secondsOf(ms)} to ${secondsOf(without[round] ?? 0)}`)
  return atMost(what, median(withBad) / median(without), 1.2, seconds.join(', '))
}

function secondsOf(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

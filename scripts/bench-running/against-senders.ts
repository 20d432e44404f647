import type { AppUnderTest } from './app-under-test.ts'
import type { BenchCore } from './bench-core.ts'
import { atLeast, median, perSecond, toKnow, type Line } from './lines.ts'
import type { Sender } from './senders.ts'
import type { StubRules } from './stub-core.ts'

/** The senders that the app is compared with, and how. */
export type Rival = {
  readonly what: string
  readonly sender: Sender
  readonly rules: StubRules
  readonly users: number
  readonly concurrency: number | 'auto'
  readonly rounds: number
  /** Null: only told. */
  readonly target: number | null
}

/** The parts of every measurement. */
export type Contest = {
  readonly core: BenchCore
  readonly prepare: (users: number) => Promise<AppUnderTest>
  readonly send: (sender: Sender, users: number) => Promise<void>
}

/** The app and another sender in turns, on the same stub core; medians of their rates. */
export async function againstSender(rival: Rival, { core, prepare, send }: Contest): Promise<Line> {
  const { sender, rules, users, concurrency, rounds } = rival
  const app = await prepare(users)
  const timed = async (work: () => Promise<void>): Promise<number> => {
    await core.begin(rules)
    await work()
    const { requests, users: sent, ms } = await core.read()
    if (requests !== sent) throw new Error(`${requests} requests for ${sent} users`)
    return ((requests - 1) * 1000) / ms
  }
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    theirs.push(await timed(() => send(sender, users)))
    ours.push(await timed(() => app.run(concurrency)))
  }
  const figures = `${perSecond(median(ours))} to ${perSecond(median(theirs))}, medians of ${rounds}`
  const ratio = median(ours) / median(theirs)
  return rival.target === null ? toKnow(rival.what, ratio, figures) : atLeast(rival.what, ratio, rival.target, figures)
}

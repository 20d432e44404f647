import type { AppUnderTest } from './app-under-test.ts'
import type { BenchCore } from './bench-core.ts'
import type { Contest } from './against-senders.ts'
import { atLeast, atMost, median, perSecond, type Line } from './lines.ts'
import type { StubFigures } from './stub-core.ts'

const serviceMs = 20
/** Milliseconds that are left out at the beginning: until a run is under way, and until `auto` has to be settled. */
const warm = 2000
const settling = 10_000

type Round = {
  readonly auto: StubFigures
  readonly atKnee: StubFigures
  readonly best: number
}

/**
 * `auto` against fixed concurrencies on a stub core whose throughput stops growing at `knee`: they take turns, and the
 * medians of their ratios count.
 */
export async function autoPace(
  { knee, seconds, rounds }: { readonly knee: number; readonly seconds: number; readonly rounds: number },
  contest: Contest,
): Promise<readonly Line[]> {
  const { core } = contest
  const most = (knee * 1000) / serviceMs
  const short = await contest.prepare(Math.ceil((most * seconds) / 2))
  const long = await contest.prepare(Math.ceil(most * seconds))
  const timed = async (app: AppUnderTest, concurrency: number | 'auto', from: number) => {
    await core.begin({ serviceMs, knee })
    await app.run(concurrency)
    return whole(core, from)
  }
  const seen: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const atKnee = await timed(short, knee, warm)
    const auto = await timed(long, 'auto', settling)
    const above = await timed(short, Math.ceil(knee * 1.25), warm)
    seen.push({ auto, atKnee, best: Math.max(atKnee.perSecond, above.perSecond) })
  }
  const of = (ratio: (round: Round) => number) => median(seen.map(ratio))
  const at = `auto, knee at ${knee}`
  const rates = `${perSecond(of(({ auto }) => auto.perSecond))} to ${perSecond(of(({ best }) => best))} of the best fixed concurrency`
  const times = `${of(({ auto }) => auto.p99).toFixed(1)} ms to ${of(({ atKnee }) => atKnee.p99).toFixed(1)} ms at the knee`
  return [
    atLeast(
      `${at}, throughput after 10 s`,
      of(({ auto, best }) => auto.perSecond / best),
      0.95,
      rates,
    ),
    atMost(
      `${at}, p99 after 10 s`,
      of(({ auto, atKnee }) => auto.p99 / atKnee.p99),
      1.5,
      times,
    ),
    atMost(
      `${at}, settled`,
      of(({ auto, best }) => secondsUntil(auto.seconds, 0.95 * best)),
      10,
      'seconds until 0.95 of the best for two seconds',
    ),
  ]
}

/** From some moment on, without the end, when fewer and fewer are under way. */
async function whole(core: BenchCore, from: number): Promise<StubFigures> {
  const { ms } = await core.read()
  return core.read(from, ms - 500)
}

function secondsUntil(seconds: readonly number[], rate: number): number {
  const at = seconds.findIndex((count, index) => (count + (seconds[index + 1] ?? 0)) / 2 >= rate)
  return at === -1 ? Infinity : at
}

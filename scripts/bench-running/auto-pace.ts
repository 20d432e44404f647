import type { BenchCore } from './bench-core.ts'
import type { Contest } from './against-senders.ts'
import { atLeast, atMost, perSecond, type Line } from './lines.ts'
import type { StubFigures, StubRules } from './stub-core.ts'

const serviceMs = 20
/** Milliseconds that are left out at the beginning: until a run is under way, and until `auto` has to be settled. */
const warm = 2000
const settling = 10_000

/** `auto` against fixed concurrencies on a stub core whose throughput stops growing at `knee`. */
export async function autoPace(knee: number, seconds: number, contest: Contest): Promise<readonly Line[]> {
  const { core } = contest
  const rules: StubRules = { serviceMs, knee }
  const most = (knee * 1000) / serviceMs
  const fixedApp = await contest.prepare(Math.ceil((most * seconds) / 2))
  const fixed = async (concurrency: number) => {
    await core.begin(rules)
    await fixedApp.run(concurrency)
    return whole(core, warm)
  }
  const atKnee = await fixed(knee)
  const above = await fixed(Math.ceil(knee * 1.25))
  const best = Math.max(atKnee.perSecond, above.perSecond)
  const autoApp = await contest.prepare(Math.ceil(most * seconds))
  await core.begin(rules)
  await autoApp.run('auto')
  const auto = await whole(core, settling)
  const settled = secondsUntil(auto.seconds, 0.95 * best)
  const of = `knee at ${knee}`
  return [
    atLeast(
      `auto, ${of}, throughput after 10 s`,
      auto.perSecond / best,
      0.95,
      `${perSecond(auto.perSecond)} to ${perSecond(best)} of the best fixed concurrency`,
    ),
    atMost(
      `auto, ${of}, p99 after 10 s`,
      auto.p99 / atKnee.p99,
      1.5,
      `${auto.p99.toFixed(1)} ms to ${atKnee.p99.toFixed(1)} ms at the knee`,
    ),
    atMost(`auto, ${of}, settled`, settled, 10, 'seconds until 0.95 of the best for two seconds'),
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

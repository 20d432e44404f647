import type { Sample } from './sample-schema.ts'

/** Milliseconds without a sample that count as a pause. */
const pause = 5_000

/** A run was paused, or stood, between two samples. */
export function isPausedBetween(before: Sample, after: Sample): boolean {
  return after.at - (before.at + before.ms) > pause
}

/** A sample as the meter takes it. */
export type Measured = Sample & {
  /** Since when its users have come in, and nothing else was measured: Unix epoch, milliseconds; left out: within it. */
  readonly since?: number
}

/**
 * Adds a sample. A bulk import counts its users at each look at the core's list: they are spread evenly over the samples since the
 * look before, back to the beginning of the run, and that stretch is no pause.
 */
export function withMeasured(samples: readonly Sample[], { since = Infinity, ...sample }: Measured): readonly Sample[] {
  const before = samples.at(-1)
  const end = sample.at + sample.ms
  if (since >= sample.at) return [...samples, sample]
  const free = sample.begins === true || before === undefined ? since : Math.max(since, before.at + before.ms)
  const at = Math.min(sample.at, free)
  const added = [...samples, { ...sample, at, ms: end - at }]
  if (sample.users === 0 || since >= at) return added
  const begin = added.findLastIndex(({ begins, at: start }) => begins === true || start <= since)
  const stretch = added.slice(Math.max(0, begin))
  const overlaps = stretch.map((one) => Math.max(0, one.at + one.ms - Math.max(one.at, since)))
  const whole = overlaps.reduce((sum, ms) => sum + ms, 0)
  const spread = stretch.map((one, index) => ({
    ...one,
    users: (index === stretch.length - 1 ? 0 : one.users) + (sample.users * (overlaps[index] ?? 0)) / whole,
  }))
  return [...added.slice(0, added.length - stretch.length), ...spread]
}

/**
 * At most `most` samples: merges neighbours pairwise, across a pause only when nothing else is left. Users
 * are added, so their sum stays.
 */
export function thinSamples(samples: readonly Sample[], most: number): readonly Sample[] {
  let thin = samples
  while (thin.length > most) {
    const pairs = pairsOf(thin, false)
    thin = pairs.length < thin.length ? pairs : pairsOf(thin, true)
  }
  return thin
}

function pairsOf(samples: readonly Sample[], acrossPauses: boolean): readonly Sample[] {
  const pairs: Sample[] = []
  for (let index = 0; index < samples.length; index++) {
    const [one, next] = [samples[index], samples[index + 1]]
    if (one === undefined) continue
    if (next === undefined || (!acrossPauses && (next.begins === true || isPausedBetween(one, next)))) pairs.push(one)
    else {
      pairs.push(merge(one, next))
      index += 1
    }
  }
  return pairs
}

function merge(one: Sample, next: Sample): Sample {
  const ms = one.ms + next.ms
  return {
    at: one.at,
    ms,
    users: one.users + next.users,
    p50: one.p50 === null || next.p50 === null ? (one.p50 ?? next.p50) : (one.p50 * one.ms + next.p50 * next.ms) / ms,
    p99: one.p99 === null || next.p99 === null ? (one.p99 ?? next.p99) : Math.max(one.p99, next.p99),
    atOnce: (one.atOnce * one.ms + next.atOnce * next.ms) / ms,
    ...(next.setAside === undefined ? {} : { setAside: next.setAside }),
    ...(next.silentMs === undefined ? {} : { silentMs: next.silentMs }),
    ...(one.begins === true ? { begins: true } : {}),
    ...(one.pilot === true ? { pilot: true } : {}),
  }
}

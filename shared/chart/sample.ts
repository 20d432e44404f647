import type { Sample } from './sample-schema.ts'

export type { Sample } from './sample-schema.ts'

/** Milliseconds without a sample that count as a pause. */
const pause = 5_000

/** A run was paused, or stood, between two samples. */
export function isPausedBetween(before: Sample, after: Sample): boolean {
  return after.at - (before.at + before.ms) > pause
}

/**
 * As many samples as `most` at the utmost: neighbours are put together, two by two, never across a pause unless nothing
 * else is left. Users add up, so their sum stays what it was.
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
    ...(one.begins === true ? { begins: true } : {}),
    ...(one.pilot === true ? { pilot: true } : {}),
  }
}

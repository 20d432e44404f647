import { seedOfRun } from './seed.ts'

/** Rounds of a search: few in `npm test`, many in `npm run test:all`, which sets `TEST_LENGTH=long`. */
export function rounds(short: number, long: number): number {
  return process.env['TEST_LENGTH'] === 'long' ? long : short
}

/** In `npm test` the first `short` cases from one that the seed of the run chooses; in `npm run test:all` all of them. */
export function someOf<T>(cases: readonly T[], short: number, seed = seedOfRun('TEST_SEED')): readonly T[] {
  const first = seed % Math.max(1, cases.length)
  return [...cases.slice(first), ...cases.slice(0, first)].slice(0, rounds(short, cases.length))
}

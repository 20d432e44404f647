import type { AnyFetchSource } from '../source.ts'

/** Every source that users are fetched from, in the order of the help. */
export const fetchSources: readonly AnyFetchSource[] = []

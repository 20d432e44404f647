import type { AnyFetchSource } from '../engine/fetching/source.ts'
import type { StartFetch } from '../engine/fetching/start-fetch.ts'

/** What users can be fetched from, and how a fetch is started. */
export type Fetching = { readonly sources: readonly AnyFetchSource[]; readonly start: StartFetch }

import type { AnyFetchSource } from '../engine/fetching/source.ts'
import { fetchInThread } from '../engine/fetching/fetch-in-thread.ts'
import { fetchSources } from '../engine/fetching/sources/index.ts'
import type { StartFetch } from '../engine/fetching/start-fetch.ts'
import { fetchSeal, type Seal } from '../engine/trust/seal.ts'
import { createTrustStore } from '../engine/trust/trust-store.ts'

/** What users can be fetched from, and how a fetch is started. */
export type Fetching = {
  readonly sources: readonly AnyFetchSource[]
  readonly start: StartFetch
  /** What `start` seals journals with; left out: the seal of this process. */
  readonly seal?: Seal
}

/** The sources of the app, each fetch in a thread of its own. `file`: fetch-worker.js. */
export function fetchingInThread(file: string | URL, appFolder: string): Fetching {
  return {
    sources: fetchSources,
    start: fetchInThread(file, appFolder),
    seal: fetchSeal(createTrustStore(appFolder)),
  }
}

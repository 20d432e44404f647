import type { AnyFetchSource } from '../engine/fetching/source.ts'
import { fetchInThread, surveyInThread } from '../engine/fetching/fetch-in-thread.ts'
import { fetchSources } from '../engine/fetching/sources/index.ts'
import type { StartFetch, SurveySource } from '../engine/fetching/start-fetch.ts'
import { fetchSeal, type Seal } from '../engine/trust/seal.ts'
import { createTrustStore } from '../engine/trust/trust-store.ts'

/** What users can be fetched from, and how a fetch is started. */
export type Fetching = {
  readonly sources: readonly AnyFetchSource[]
  readonly start: StartFetch
  /** Lists what a source offers; left out: nothing can be listed. */
  readonly survey?: SurveySource
  /** What `start` seals journals with; left out: the seal of this process. */
  readonly seal?: Seal
}

/** The sources of the app, each fetch in a thread of its own. `file`: fetch-worker.js. */
export function fetchingInThread(file: string | URL, appFolder: string): Fetching {
  return {
    sources: fetchSources,
    start: fetchInThread(file, appFolder),
    survey: surveyInThread(file),
    seal: fetchSeal(createTrustStore(appFolder)),
  }
}

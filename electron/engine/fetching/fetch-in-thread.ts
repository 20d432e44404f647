import { Worker } from 'node:worker_threads'
import type { FetchOutcome } from './fetch-outcome.ts'
import { failure } from './fetch-outcome.ts'
import type { FetchProgress } from './fetch-progress.ts'
import type { SurveyReply } from './source.ts'
import type { FetchRequest, StartFetch, SurveyRequest, SurveySource } from './start-fetch.ts'

/** What a fetch tells the thread that started it. */
export type FromFetch =
  | { readonly kind: 'progress'; readonly progress: FetchProgress }
  | { readonly kind: 'done'; readonly outcome: FetchOutcome }
  | { readonly kind: 'surveyed'; readonly reply: SurveyReply }

/** What a fetch is told. Secrets travel as a message: what a thread is started with can be read from outside it. */
export type ToFetch =
  | { readonly kind: 'start'; readonly request: FetchRequest; readonly appFolder: string }
  | { readonly kind: 'survey'; readonly request: SurveyRequest }
  | { readonly kind: 'pause' | 'cancel' }

/** Fetches in a thread of its own, which ends with the fetch. `file`: fetch-worker.js; `appFolder`: where trust is kept. */
export function fetchInThread(file: string | URL, appFolder: string): StartFetch {
  return (request, onProgress) => {
    const worker = new Worker(file)
    const send = (message: ToFetch) => worker.postMessage(message)
    const done = new Promise<FetchOutcome>((resolve) => {
      const gone = () =>
        resolve(
          failure('internal', 'Fetching ended unexpectedly. What was fetched is saved; resume to continue.', true),
        )
      worker.on('message', (message: FromFetch) => {
        if (message.kind === 'progress') return onProgress(message.progress)
        if (message.kind === 'done') resolve(message.outcome)
        void worker.terminate()
      })
      worker.on('error', gone)
      worker.on('exit', gone)
    })
    send({ kind: 'start', request, appFolder })
    return { done, pause: () => send({ kind: 'pause' }), cancel: () => send({ kind: 'cancel' }) }
  }
}

/** Surveys a source in a thread of its own, which ends with it. `file`: fetch-worker.js. */
export function surveyInThread(file: string | URL): SurveySource {
  return (request) => {
    const worker = new Worker(file)
    const reply = new Promise<SurveyReply>((resolve) => {
      const gone = () =>
        resolve({ kind: 'failed', code: 'internal', sentence: 'The test ended unexpectedly. Try it again.' })
      worker.on('message', (message: FromFetch) => message.kind === 'surveyed' && resolve(message.reply))
      worker.on('error', gone)
      worker.on('exit', gone)
    })
    worker.postMessage({ kind: 'survey', request } satisfies ToFetch)
    return reply.finally(() => void worker.terminate())
  }
}

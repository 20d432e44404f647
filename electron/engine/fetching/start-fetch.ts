import { Worker } from 'node:worker_threads'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { type LockAttempt, takeLock } from '../files/lock-file.ts'
import { type Seal, sealHere } from '../trust/trust-store.ts'
import { resumedSettings } from './begin-fetch.ts'
import { fetchFile, type FetchOrder, type FetchParts, removeDrafts } from './fetch-file.ts'
import { diskFailure, failure, type FetchOutcome, type FetchProgress, notLocked } from './fetch-outcome.ts'
import { silenceText, withinDeadline } from './page-requests.ts'
import { placeOf, readJournal } from './part-file.ts'
import type { AnyFetchSource, FetchValues, SurveyReply } from './source.ts'

/** The request of a host: it names the source, so that it can travel to another thread. */
type FetchRequest = Omit<FetchOrder, 'source'> & { readonly source: string }

/** A fetch that is under way. */
export type FetchHandle = {
  /** Resolves when it has ended, however it ended. Never rejects. */
  readonly done: Promise<FetchOutcome>
  /** Stops soon; the fetch can be resumed, in another process too. */
  readonly pause: () => void
  /** Stops soon and removes the written files. */
  readonly cancel: () => void
}

/** Starts a fetch; `onProgress` gets snapshots, at most ten a second. */
export type StartFetch = (request: FetchRequest, onProgress: (progress: FetchProgress) => void) => FetchHandle

/** The request of a host for a survey. */
type SurveyRequest = Pick<FetchRequest, 'source' | 'settings' | 'secrets'>
export type SurveySource = (request: SurveyRequest) => Promise<SurveyReply>

/** Milliseconds until a server whose tables cannot be listed is given up. */
const surveyMs = 60_000

/** Surveys in this thread. Never rejects. */
export function surveyHere(sources: readonly AnyFetchSource[]): SurveySource {
  return async ({ source: name, settings, secrets }) => {
    const survey = sources.find((one) => one.name === name)?.survey
    if (survey === undefined) return { kind: 'failed', code: 'bad-settings', sentence: 'There is no such source.' }
    try {
      const reply = await withinDeadline(surveyMs, new AbortController().signal, (abandoned) =>
        survey(settings, secrets, abandoned),
      )
      if (reply.kind === 'surveyed' || reply.kind === 'failed') return reply
      return { kind: 'failed', code: 'unreachable', sentence: silenceText(surveyMs) }
    } catch (error) {
      const kind = error instanceof Error ? error.name : 'unknown'
      return { kind: 'failed', code: 'internal', sentence: `Internal error (${kind}).` }
    }
  }
}

/** Fetches in this thread. */
export function fetchHere(
  sources: readonly AnyFetchSource[],
  parts: Omit<FetchParts, 'signal' | 'onProgress'> = {},
): StartFetch {
  return ({ source: name, ...request }, onProgress) => {
    const stopping = new AbortController()
    let cancelled = false
    const run = async (): Promise<FetchOutcome> => {
      const source = sources.find((one) => one.name === name)
      if (source === undefined) return failure('bad-settings', 'There is no such source.')
      const outcome = await fetchFile({ ...request, source }, { ...parts, onProgress, signal: stopping.signal })
      if (!cancelled || outcome.kind !== 'paused') return outcome
      return cancelFetch(request.out) ?? { kind: 'cancelled' }
    }
    return {
      done: run().catch((error: unknown) => {
        const kind = error instanceof Error ? error.name : 'unknown'
        return failure('internal', `Internal error (${kind}). What was fetched is saved; resume to continue.`, true)
      }),
      pause: () => stopping.abort(),
      cancel: () => {
        cancelled = true
        stopping.abort()
      },
    }
  }
}

/** Removes an unfinished fetch that no process is writing; null: done. */
export function cancelFetch(out: string): FetchOutcome | null {
  const place = placeOf(out)
  let taken: LockAttempt
  try {
    taken = takeLock(place.lock)
  } catch (error) {
    return diskFailure(error, true, 0)
  }
  if (taken.kind !== 'locked') return notLocked(taken, out)
  try {
    removeDrafts(place)
  } catch (error) {
    return diskFailure(error, true, 0)
  } finally {
    taken.lock.release()
  }
  return null
}

/** An unfinished fetch. `settings`: null where this machine did not write them for this file. */
type UnfinishedFetch = {
  readonly source: string
  readonly settings: FetchValues | null
  readonly users: number
}

/** The settings of an unfinished fetch to a file, so that it can be offered again; null: there is none. */
export function unfinishedFetch(out: string, seal: Seal = sealHere): UnfinishedFetch | null {
  const read = readJournal(placeOf(out), seal)
  if (read.kind !== 'journal') return null
  const { source, settings, users } = read.journal
  return { source, settings: read.sealed ? settings : null, users }
}

/** The settings of a fetch to a file that is started or resumed, with these given for it; null: there is nothing to resume. */
export function settingsFor(
  source: AnyFetchSource,
  { out, resume, settings }: Pick<FetchRequest, 'out' | 'resume' | 'settings'>,
  seal: Seal = sealHere,
): Result<FetchValues | null> {
  const read = resume ? readJournal(placeOf(out), seal) : null
  if (read !== null && read.kind !== 'journal') return ok(null)
  if (read !== null) return resumedSettings(source, settings, read)
  const wrong = source.judge(settings)
  return wrong === null ? ok(settings) : problem('bad-settings', wrong)
}

/** Messages of a fetch to the thread that started it. */
export type FromFetch =
  | { readonly kind: 'progress'; readonly progress: FetchProgress }
  | { readonly kind: 'done'; readonly outcome: FetchOutcome }
  | { readonly kind: 'surveyed'; readonly reply: SurveyReply }

/** Messages to a fetch. Secrets travel as a message: the start data of a thread can be read from outside it. */
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

import { takeLock } from '../document/lock-file.ts'
import { readJournal } from './fetch-journal.ts'
import { fetchFile, type FetchParts, removeDrafts } from './fetch-file.ts'
import { failure, type FetchOutcome } from './fetch-outcome.ts'
import { placeOf } from './fetch-place.ts'
import type { FetchProgress } from './fetch-progress.ts'
import type { AnyFetchSource, FetchOption, FetchSecret, FetchSecrets, FetchValues } from './source.ts'

/** What a host asks for: a source by its name, so that the request can travel to another thread. */
export type FetchRequest = {
  readonly source: string
  readonly settings: FetchValues
  readonly secrets: FetchSecrets
  /** The absolute path of the file. */
  readonly out: string
  /** Continue an unfinished fetch to that file. */
  readonly resume: boolean
}

/** A fetch that is under way. */
export type FetchHandle = {
  /** Resolves when it has ended, however it ended. Never rejects. */
  readonly done: Promise<FetchOutcome>
  /** Stops soon; the fetch can be resumed, in another process too. */
  readonly pause: () => void
  /** Stops soon and removes what was written. */
  readonly cancel: () => void
}

/** Starts a fetch; `onProgress` gets snapshots, at most ten a second. */
export type StartFetch = (request: FetchRequest, onProgress: (progress: FetchProgress) => void) => FetchHandle

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

/** Removes an unfinished fetch that nobody is writing; null: done. */
export function cancelFetch(out: string): FetchOutcome | null {
  const place = placeOf(out)
  const lock = takeLock(place.lock)
  if (lock === null) return failure('file-in-use', `Another fetch is writing ${out}. Wait for it to end.`)
  removeDrafts(place)
  lock.release()
  return null
}

/** What an unfinished fetch to a file was started with, so that it can be offered again; null: there is none. */
export function unfinishedFetch(
  out: string,
): { readonly source: string; readonly settings: FetchValues; readonly users: number } | null {
  const read = readJournal(placeOf(out).journal)
  if (read.kind !== 'journal') return null
  const { source, settings, users } = read.journal
  return { source, settings, users }
}

/** A source as a form shows it. */
export type FetchForm = {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly options: readonly FetchOption[]
  readonly secrets: readonly FetchSecret[]
}

/** The sources as forms, as plain data. */
export function fetchForms(sources: readonly AnyFetchSource[]): readonly FetchForm[] {
  return sources.map(({ name, title, summary, options, secrets }) => ({ name, title, summary, options, secrets }))
}

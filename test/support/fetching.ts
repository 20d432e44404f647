import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchFile, type FetchParts } from '../../electron/engine/fetching/fetch-file.ts'
import type { ChangesAsked, FetchOutcome } from '../../electron/engine/fetching/fetch-outcome.ts'
import type { AnyFetchSource, FetchSecrets } from '../../electron/engine/fetching/source.ts'
import { type Clock, systemClock } from '../../electron/engine/runner/clock.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type FetchRun = { readonly outcome: FetchOutcome; readonly out: string; readonly text: () => string }

export type FetchGiven = Partial<FetchParts> & {
  readonly out?: string
  readonly resume?: boolean
  readonly changes?: ChangesAsked
}

/** Fetches into a file of its own, without waiting between retries. */
export async function fetchInto(
  source: AnyFetchSource,
  settings: Readonly<Record<string, string | boolean>>,
  secrets: FetchSecrets,
  given: FetchGiven = {},
): Promise<FetchRun> {
  const { out = join(temporaryFolder(), 'users'), resume = false, changes, ...parts } = given
  const signal = new AbortController().signal
  const order = { source, settings, secrets, out, resume, ...(changes === undefined ? {} : { changes }) }
  const outcome = await fetchFile(order, { signal, random: () => 0, ...parts })
  return { outcome, out, text: () => readFileSync(out, 'utf8') }
}

/** A clock by which every page is late, so that each is journaled and shown. */
export function quickClock(): Clock {
  let ticks = 0
  return { ...systemClock, ticks: () => (ticks += 10_000) }
}

/** Pauses when the first page is written. */
export function afterFirstPage(): Pick<FetchParts, 'signal' | 'onProgress' | 'clock'> {
  const stop = new AbortController()
  return {
    clock: quickClock(),
    signal: stop.signal,
    onProgress: ({ users }) => void (users > 0 && stop.abort()),
  }
}

/** A source of which something happens before each page is requested. */
export function beforePages(source: AnyFetchSource, happen: () => Promise<void>): AnyFetchSource {
  return {
    ...source,
    open: async (...given) => {
      const opened = await source.open(...given)
      if (opened.kind === 'failed') return opened
      const page: typeof opened.source.page = async (...asked) => {
        await happen()
        return await opened.source.page(...asked)
      }
      return { ...opened, source: { ...opened.source, page } }
    },
  }
}

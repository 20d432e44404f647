import type { FailedReply } from '../../failure-meaning.ts'
import type { FetchReply, JsonObject, OpenSource } from '../../source.ts'
import { changedRows, damagedPlace, keyFault, newSnapshot, placeAfter, placeAt } from './place.ts'
import { digestRows, firstRows, type RowCursor } from './row-cursor.ts'
import { countOf, type UserStatement } from './user-statement.ts'

/** Rows of a page. Not to be changed lightly: without a key, rows are skipped by whole pages when they are read again. */
export const pageRows = 2000

/** Records in the order of their statement. `isFull`: more may follow. `fault`: why fetching cannot continue by this key. */
export type RowPage = {
  readonly records: readonly JsonObject[]
  readonly isFull: boolean
  readonly fault: string | null
}

/** Reads the rows of a statement through one connection. */
export type RowReader = {
  /** Begins after a key, or at the first row: null or empty. Returns why it cannot; null: it can. */
  readonly seek: (after: readonly string[] | null) => Promise<string | null>
  readonly next: () => Promise<RowPage>
  /** A result is open: it continues with the next row, and cannot go back. */
  readonly isOpen: () => boolean
  /** Resets the limit of bytes that a page may have. */
  readonly beginPage: () => void
  readonly count: (query: string) => Promise<number>
  /** Ends the connection at once, whatever it is doing. */
  readonly destroy: () => void
  readonly close: () => Promise<void>
}

export type Reconnected = { readonly kind: 'connected'; readonly reader: RowReader } | FailedReply

type PagesOptions = {
  readonly statement: UserStatement
  readonly first: RowReader
  readonly reconnect: (signal: AbortSignal) => Promise<Reconnected>
  /** The reply for an error of the driver. */
  readonly failure: (error: unknown) => FailedReply
  readonly total: number | null
  readonly notes?: () => readonly string[]
}

/** Pages of a statement in one snapshot; on a new connection, with a snapshot of its own, once the last one is lost. */
export function pagesOf({
  statement,
  first,
  reconnect,
  failure,
  total,
  notes = () => [],
}: PagesOptions): Pick<OpenSource, 'page' | 'close' | 'notes' | 'expected' | 'total'> {
  let reader: RowReader | null = first
  let reached: string | null = null
  let isResumed = false

  const drop = () => {
    reader?.destroy()
    reader = null
  }

  const seek = async (to: RowReader, from: RowCursor): Promise<FailedReply | null> => {
    const fault = await to.seek('after' in from ? from.after : null)
    if (fault !== null) return refused('bad-settings', fault)
    return 'after' in from || (await skipRows(to, from)) ? null : refused('source-error', changedRows)
  }

  const read = async (at: string | null, from: RowCursor, signal: AbortSignal): Promise<FetchReply> => {
    if (reader?.isOpen() === true && at !== reached) drop()
    if (at !== null && (reader === null || at !== reached)) isResumed = true
    if (reader === null) {
      const connected = await reconnect(signal)
      if (connected.kind === 'failed') return connected
      reader = connected.reader
    }
    const now: RowReader = reader
    if (!now.isOpen()) {
      const failed = await seek(now, from)
      if (failed !== null) {
        drop()
        return failed
      }
    }
    now.beginPage()
    const { records, isFull, fault } = await now.next()
    const wrong = fault ?? keyFault(from, records, statement)
    if (wrong !== null) return refused('bad-settings', wrong)
    reached = isFull ? placeAfter(from, records, statement) : null
    return { kind: 'page', records, next: reached }
  }

  return {
    total,
    page: async (at, signal) => {
      const from = placeAt(at, statement)
      if (from === null) return refused('part-damaged', damagedPlace)
      signal.addEventListener('abort', drop)
      try {
        return await read(at, from, signal)
      } catch (error) {
        drop()
        return failure(error)
      } finally {
        signal.removeEventListener('abort', drop)
      }
    },
    expected: async () => {
      if (!isResumed) return total
      return (await reader?.count(countOf(statement)).catch(() => null)) ?? null
    },
    close: async () => {
      const last = reader
      reader = null
      await last?.close()
    },
    notes: () => [...statement.notes, ...(isResumed ? [newSnapshot] : []), ...notes()],
  }
}

/** Reads the rows again that were fetched before; false: they differ. */
async function skipRows(reader: RowReader, { skip, digest }: Extract<RowCursor, { skip: unknown }>): Promise<boolean> {
  let at: Extract<RowCursor, { skip: unknown }> = firstRows
  while (at.skip < skip) {
    reader.beginPage()
    const { records } = await reader.next()
    if (records.length === 0) return false
    at = { skip: at.skip + records.length, digest: digestRows(at.digest, records) }
  }
  return at.skip === skip && at.digest === digest
}

function refused(code: FailedReply['code'], sentence: string): FailedReply {
  return { kind: 'failed', code, sentence, again: false }
}

import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { FailedReply } from '../../network-failure.ts'
import { lineAt, recordAt, recordsIn } from '../../record-lines.ts'
import type { FetchReply, JsonObject, OpenSource, RecordLines } from '../../source.ts'
import { countStatement, type UserStatement } from './user-statement.ts'

/** Rows of a page. Not to be changed lightly: without a key, rows are skipped by whole pages when they are read again. */
export const pageRows = 2000

/** Rows in the order of their statement. `isFull`: more may follow. `fault`: why fetching cannot continue by this key. */
type RowPage = {
  readonly lines: RecordLines
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

type Reconnected = { readonly kind: 'connected'; readonly reader: RowReader } | FailedReply

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
    const { lines, isFull, fault } = await now.next()
    const wrong = fault ?? keyFault(from, lines, statement)
    if (wrong !== null) return refused('bad-settings', wrong)
    reached = isFull ? placeAfter(from, lines, statement) : null
    return { kind: 'lines', lines, next: reached }
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
        // JSON that is nested too deeply to be written.
        if (error instanceof RangeError) throw error
        return failure(error)
      } finally {
        signal.removeEventListener('abort', drop)
      }
    },
    expected: async () => {
      if (!isResumed) return total
      return (await reader?.count(countStatement(statement)).catch(() => null)) ?? null
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
async function skipRows(reader: RowReader, { skip, digest }: RowCount): Promise<boolean> {
  let at: RowCount = firstRows
  while (at.skip < skip) {
    reader.beginPage()
    const { lines } = await reader.next()
    if (lines.ends.length === 0) return false
    at = rowsAfter(at, lines)
  }
  return at.skip === skip && at.digest === digest
}

function refused(code: FailedReply['code'], sentence: string): FailedReply {
  return { kind: 'failed', code, sentence, again: false }
}

/** The place of a cursor; null: it has none. */
function placeAt(at: string | null, { key }: UserStatement): RowCursor | null {
  if (at !== null) return parseCursor(at)
  return key.length === 0 ? firstRows : { after: [] }
}

/** The cursor after some rows. */
function placeAfter(from: RowCursor, lines: RecordLines, { key }: UserStatement): string {
  if ('skip' in from) return JSON.stringify(rowsAfter(from, lines))
  const last = lines.ends.length - 1
  return JSON.stringify({ after: (last < 0 ? null : keyOf(recordAt(lines, last), key)) ?? from.after })
}

/** Why fetching cannot go on by the key that the operator named; null: it can. */
function keyFault(from: RowCursor, lines: RecordLines, statement: UserStatement): string | null {
  if (!statement.isKeyChecked || !('after' in from)) return null
  return wrongKey(recordsIn(lines), statement.key, from.after.length === 0 ? null : from.after)
}

/** Sentences about cursors. */
const damagedPlace = 'The journal does not say where to continue. Start again with another file name.'
const changedRows =
  'The rows that were fetched are not the same any more, and without a key they cannot be told apart. Start again with another file name, or name a column with --key.'
const newSnapshot =
  'Fetched in more than one snapshot: users who changed between them are as of one or the other, and users who were added meanwhile may be missing. If that matters, fetch again without an interruption.'

/** The message about a key that could skip users. */
export function sameForServer(key: UserStatement['key']): string {
  const name = key.map((one) => one.name).join(', ')
  return `The server takes the key ${name} for the same in several rows. Start again with another file name and a column that is unique, or leave --key out.`
}

/*
 * Cursor of a table's rows. With a key: its last value. Without one: a number of rows, and their digest, which shows
 * whether they are still the same when they are read again.
 */

const cursorSchema = z.union([
  z.strictObject({ after: z.array(z.string()) }),
  z.strictObject({ skip: z.number().int().nonnegative(), digest: z.string() }),
])

type RowCursor = Readonly<z.infer<typeof cursorSchema>>

function parseCursor(text: string): RowCursor | null {
  try {
    return cursorSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

type RowCount = Extract<RowCursor, { skip: unknown }>

/** The cursor behind further rows; its digest follows from that of the rows before them. */
function rowsAfter({ skip, digest }: RowCount, lines: RecordLines): RowCount {
  const hash = createHash('sha256').update(digest)
  for (let index = 0; index < lines.ends.length; index += 1) hash.update(lineAt(lines, index))
  return { skip: skip + lines.ends.length, digest: hash.digest('hex') }
}

const firstRows = { skip: 0, digest: '' } as const satisfies RowCursor

/** The values of a key in a row; null: one of them is empty. */
export function keyOf(row: JsonObject, key: readonly { readonly name: string }[]): readonly string[] | null {
  const values = key.map(({ name }) => row[name])
  return values.some((value) => value === null || value === undefined || typeof value === 'object')
    ? null
    : values.map(String)
}

/** Why a page cannot continue after the values of a key; null: it can. `last`: of the row before. */
export function wrongKey(
  rows: readonly JsonObject[],
  key: readonly { readonly name: string }[],
  last: readonly string[] | null,
): string | null {
  let before = last?.join('\u0000') ?? null
  for (const row of rows) {
    const values = keyOf(row, key)
    const name = key.map((one) => one.name).join(', ')
    if (values === null)
      return `The key ${name} is empty in a row. Choose a column that is never empty, or leave --key out.`
    if (values.some((value) => value.startsWith('\\x')))
      return `The key ${name} holds bytes. Choose a column with text or numbers, or leave --key out.`
    const text = values.join('\u0000')
    if (text === before)
      return `The key ${name} is the same in two rows. Choose a column that is unique, or leave --key out.`
    before = text
  }
  return null
}

import { ok, type Result } from '../../../shared/result.ts'
import { withSnapshot } from '../document/open-document.ts'
import type { Database } from '../document/sqlite.ts'
import type { InternalRequests, ReportChannel } from '../engine-api.ts'
import { noDocument } from '../worker-protocol.ts'
import { writePostRun } from '../reporting/write-post-run.ts'
import { writeSelection } from '../reporting/write-selection.ts'
import { writeFiles, writeReport } from '../reporting/write-report.ts'

type Write = (database: Database) => Promise<Result<unknown>>
type StateChannel = 'internal:selection-state' | 'internal:report-state'
type WriterChannel = Exclude<ReportChannel, StateChannel>
type Writers = { readonly [C in WriterChannel]: (input: InternalRequests[C]['input'], saving: Saving) => Write }

/** Users whose lines are being written, of all; 0 in all: it is not known. */
type Saving = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void }

/** Requests of main name files that it chose itself, so they are not parsed. */
const writers: Writers = {
  'internal:report':
    ({ format, masked, path }, saving) =>
    (database) =>
      writeReport(database, format, masked, path, saving),
  'internal:reports':
    ({ files }, saving) =>
    (database) =>
      writeFiles(database, files, saving),
  'internal:post-run':
    ({ kind, masked, path }) =>
    (database) =>
      writePostRun(database, kind, masked, path),
  'internal:selection':
    (selection, { signal, onProgress }) =>
    (database) =>
      writeSelection(database, { ...selection, signal, onRows: (rows) => onProgress(rows, 0) }),
}

/** The compiler loses the link between a channel of the table and its input. */
function write<C extends ReportChannel>(channel: C, input: InternalRequests[C]['input'], saving: Saving): Write {
  const writer = writers[channel as WriterChannel] as (input: unknown, saving: Saving) => Write
  return writer(input, saving)
}

/** Writes reports beside the writer, each from a snapshot of the document. */
type Reports = {
  /** Switches to another document; null: to none. Waits for reports in progress, which keep the file open. */
  readonly open: (path: string | null) => Promise<void>
  readonly write: <C extends ReportChannel>(channel: C, input: InternalRequests[C]['input']) => Promise<Result<unknown>>
}

export function createReports(): Reports {
  let path: string | null = null
  const underWay = new Set<Promise<unknown>>()
  const [selection, report] = [createProgress(), createProgress()]
  const progressOf = (channel: ReportChannel) => {
    if (channel === 'internal:selection') return selection
    // Looking users up is short: its progress is never shown.
    return channel === 'internal:post-run' ? createProgress() : report
  }
  return {
    open: async (next) => {
      path = null
      await Promise.allSettled(underWay)
      path = next
    },
    write: (channel, input) => {
      const stop = 'stop' in input && input.stop
      if (channel === 'internal:selection-state') return Promise.resolve(ok({ rows: selection.state(stop).done }))
      if (channel === 'internal:report-state') return Promise.resolve(ok(report.state(stop)))
      if (path === null) return Promise.resolve(noDocument)
      const saving = progressOf(channel).begin()
      // Its pages were looked through when it was opened.
      const writing = withSnapshot(path, write(channel, input, saving), { pages: false })
      underWay.add(writing)
      const ended = () => {
        underWay.delete(writing)
        if (channel !== 'internal:selection') saving.end()
      }
      writing.then(ended, ended)
      return writing
    },
  }
}

/** The progress of the last file, and its stop. */
function createProgress() {
  let stopping = new AbortController()
  let reached = { done: 0, total: 0 }
  return {
    begin: (): Saving & { readonly end: () => void } => {
      const own = new AbortController()
      stopping = own
      reached = { done: 0, total: 0 }
      return {
        end: () => {
          if (stopping === own) reached = { done: 0, total: 0 }
        },
        signal: own.signal,
        onProgress: (done, total) => {
          if (stopping === own) reached = { done, total }
        },
      }
    },
    state: (stop: boolean) => {
      if (stop) stopping.abort()
      return reached
    },
  }
}

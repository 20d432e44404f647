import { ok, problem, type Result } from '../../../shared/result.ts'
import { withSnapshot } from '../document/open-document.ts'
import type { Database } from '../document/sqlite.ts'
import type { InternalRequests, ReportChannel } from '../engine-api.ts'
import { writePostRun } from '../reporting/write-post-run.ts'
import { writeSelection } from '../reporting/write-selection.ts'
import { writeReport } from '../reporting/write-report.ts'

type Write = (database: Database) => Promise<Result<unknown>>
type WriterChannel = Exclude<ReportChannel, 'internal:selection-state'>
type Writers = { readonly [C in WriterChannel]: (input: InternalRequests[C]['input'], saving: Saving) => Write }

/** Users of a selection that is being saved. */
type Saving = { readonly signal: AbortSignal; readonly onRows: (rows: number) => void }

/** What main asks here names files that it chose itself, so it is not parsed. */
const writers: Writers = {
  'internal:report':
    ({ format, masked, path }) =>
    (database) =>
      writeReport(database, format, masked, path),
  'internal:post-run':
    ({ kind, masked, path }) =>
    (database) =>
      writePostRun(database, kind, masked, path),
  'internal:selection': (selection, saving) => (database) => writeSelection(database, { ...selection, ...saving }),
}

/** The compiler loses the link between a channel of the table and its input. */
function write<C extends ReportChannel>(channel: C, input: InternalRequests[C]['input'], saving: Saving): Write {
  const writer = writers[channel as WriterChannel] as (input: unknown, saving: Saving) => Write
  return writer(input, saving)
}

/** Writes reports beside the writer, each from a snapshot of the document. */
export type Reports = {
  /** Points at another document; null: at none. Waits for the reports that are being written: they keep the file open. */
  readonly open: (path: string | null) => Promise<void>
  readonly write: <C extends ReportChannel>(channel: C, input: InternalRequests[C]['input']) => Promise<Result<unknown>>
}

export function createReports(): Reports {
  let path: string | null = null
  const underWay = new Set<Promise<unknown>>()
  let stopping = new AbortController()
  let rows = 0
  return {
    open: async (next) => {
      path = null
      await Promise.allSettled(underWay)
      path = next
    },
    write: (channel, input) => {
      if (channel === 'internal:selection-state') {
        if ('stop' in input && input.stop) stopping.abort()
        return Promise.resolve(ok({ rows }))
      }
      if (path === null) return Promise.resolve(noDocument)
      if (channel === 'internal:selection') {
        stopping = new AbortController()
        rows = 0
      }
      const saving: Saving = { signal: stopping.signal, onRows: (written) => (rows = written) }
      // Its pages were looked through when it was opened.
      const writing = withSnapshot(path, write(channel, input, saving), { pages: false })
      underWay.add(writing)
      const ended = () => void underWay.delete(writing)
      writing.then(ended, ended)
      return writing
    },
  }
}

const noDocument = problem('no-document', 'No migration is open. Open one, or start a new one.')

import { problem, type Result } from '../../../shared/result.ts'
import { withSnapshot } from '../document/open-document.ts'
import type { Database } from '../document/sqlite.ts'
import type { InternalRequests, ReportChannel } from '../engine-api.ts'
import { writePostRun } from '../reporting/write-post-run.ts'
import { writeSelection } from '../reporting/write-selection.ts'
import { writeReport } from '../reporting/write-report.ts'

type Write = (database: Database) => Promise<Result<unknown>>
type Writers = { readonly [C in ReportChannel]: (input: InternalRequests[C]['input']) => Write }

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
  'internal:selection':
    ({ scope, masked, path }) =>
    (database) =>
      writeSelection(database, scope, masked, path),
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
  return {
    open: async (next) => {
      path = null
      await Promise.allSettled(underWay)
      path = next
    },
    write: (channel, input) => {
      if (path === null) return Promise.resolve(noDocument)
      // Its pages were looked through when it was opened.
      const writing = withSnapshot(path, writers[channel](input), { pages: false })
      underWay.add(writing)
      const ended = () => void underWay.delete(writing)
      writing.then(ended, ended)
      return writing
    },
  }
}

const noDocument = problem('no-document', 'No migration is open. Open one, or start a new one.')

import type { FileView, Totals } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Card } from '../../components/card.tsx'
import { count, counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'

/** Records that became no user, with place and reason; nothing where there are none. */
export function SkippedRecords({ totals }: { readonly totals: Totals }) {
  const { files } = useDocument()
  const records = totals.unmatched + totals.unreadable
  if (records === 0) return null
  return (
    <Card title={`Needs attention: ${counted(records, 'record')} without a user`}>
      {files.map((file) => (
        <OfFile key={file.id} file={file} />
      ))}
    </Card>
  )
}

function OfFile({ file }: { readonly file: FileView }) {
  const { version } = useDocument()
  const { value, problem, reload } = useQuery('export:skipped-records', { fileId: file.id, skip: 0 }, version, 1500)
  const shown = value?.skippedRecords ?? []
  const more = (value?.total ?? 0) - shown.length
  return (
    <>
      <ProblemNotice problem={problem} onRetry={reload} />
      <ul>
        {shown.map(({ kind, line, byte, reason }) => (
          <li key={`${kind} ${byte} ${line}`}>
            {file.name}, line {count(line)}: {kind === 'unmatched' ? `unmatched: ${reason}` : `unreadable: ${reason}`}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="subtle">And {count(more)} more in this file: the report as CSV lists all of them.</p>}
    </>
  )
}

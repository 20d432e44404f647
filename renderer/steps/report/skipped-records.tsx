import type { FileView, Totals } from '../../../shared/bridge/views.ts'
import { useDocument } from '../../bridge/document-context.tsx'
import { useAnswer } from '../../bridge/use-answer.ts'
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
  const { value, problem, reload } = useAnswer('export:strays', { fileId: file.id, skip: 0 }, version, 1500)
  const shown = value?.strays ?? []
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
      {more > 0 && <p className="quiet">And {count(more)} more in this file: the report as CSV lists all of them.</p>}
    </>
  )
}

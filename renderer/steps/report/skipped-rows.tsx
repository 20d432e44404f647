import type { FileView } from '../../../shared/ipc/views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { count } from '../../components/format.ts'
import { Tag } from '../../components/tag.tsx'

/** Records that became no user, by file and line, with the reason. */
export function SkippedRows() {
  const { files } = useDocument()
  return files.map((file) => <OfFile key={file.id} file={file} />)
}

function OfFile({ file }: { readonly file: FileView }) {
  const { version } = useDocument()
  const { value, problem } = useQuery('export:skipped-records', { fileId: file.id, skip: 0 }, version, 1500)
  const shown = value?.skippedRecords ?? []
  const more = (value?.total ?? 0) - shown.length
  return (
    <>
      {shown.map(({ kind, line, byte, reason }) => (
        <tr key={`${kind} ${byte} ${line}`}>
          <th scope="row">
            {file.name}, line {count(line)}
          </th>
          <td>
            <Tag tone={kind === 'unmatched' ? 'wait' : 'bad'}>{kind === 'unmatched' ? 'Unmatched' : 'Unreadable'}</Tag>
          </td>
          <td>{reason}</td>
          <td />
        </tr>
      ))}
      {(more > 0 || problem !== null) && (
        <tr>
          <td colSpan={4}>
            {problem?.message ?? `And ${count(more)} more records of ${file.name}: report.csv lists all of them.`}
          </td>
        </tr>
      )}
    </>
  )
}

import { tableTerms } from '../../../shared/exports/table-terms.ts'
import type { FileView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'

/** Banner of a dump with values like logins in tables that nothing reads: nothing is sent until the operator excludes them. */
export function UnreadTables({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const exclude = useMutation(() => bridge.invoke('export:exclude-tables', { fileId: file.id }), accept)
  if (file.unreadTables === null || !file.complete) return null
  const { tables, excluded } = file.unreadTables
  const { one, whole } = tableTerms(file.format)
  const which = counted(tables.length, one)
  return (
    <>
      <Notice tone={excluded ? 'wait' : 'bad'}>
        <b>
          {which} of this {whole} {tables.length === 1 ? 'is' : 'are'} not read, with values that look like logins.
        </b>
        <ul>
          {tables.map(({ table, logins }) => (
            <li key={table}>
              {table}: {logins}
            </li>
          ))}
        </ul>
        {excluded ? (
          <>You excluded {tables.length === 1 ? 'it' : 'them'}; the report says so.</>
        ) : (
          <>
            Export such a {one} as a file of its own, with the id of its users, or go on without it.{' '}
            <Button small busy={exclude.busy} onClick={() => void exclude.run()}>
              Exclude {which}
            </Button>
          </>
        )}
      </Notice>
      <ProblemNotice problem={exclude.problem} onDismiss={exclude.dismiss} />
    </>
  )
}

import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'

/** Says that a list of users narrows the migration, and offers to send everybody again. */
export function ListFilterNotice() {
  const bridge = useBridge()
  const { version, filtered: isNarrowed } = useDocument()
  const { accept } = useDocumentState()
  const filtered = useQuery('preview:get', isNarrowed ? {} : null, version, 1000).value?.filtered ?? null
  const widen = useMutation(() => bridge.invoke('export:clear-user-filter', {}), accept)
  if (!isNarrowed || filtered === null) return null
  const missing = filtered.named - filtered.found
  return (
    <Notice tone={filtered.found === 0 ? 'wait' : 'plain'}>
      Narrowed to the <b>{counted(filtered.found, 'user')}</b> of {filtered.from.join(' and ') || 'a list'};{' '}
      {counted(filtered.ready, 'user')} of them can be sent.
      {missing > 0 &&
        ` ${counted(missing, 'line')} of the list ${missing === 1 ? 'names' : 'name'} nobody new in these files.`}{' '}
      <Button variant="link" busy={widen.busy} onClick={() => void widen.run()}>
        Send all users instead
      </Button>
      <ProblemNotice problem={widen.problem} onDismiss={widen.dismiss} />
    </Notice>
  )
}

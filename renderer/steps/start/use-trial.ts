import type { DocumentView } from '../../../shared/ipc/views.ts'
import type { Result } from '../../../shared/result.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import type { Mutation } from '../../api/use-mutation.ts'

/** One click from the start to a preview: a new document, the rehearsal core, the built-in export. */
export function useTrial(): Mutation<[]> {
  const bridge = useBridge()
  const { accept, during } = useDocumentState()

  async function prepare(): Promise<Result<DocumentView>> {
    const made = await bridge.invoke('document:new', {})
    if (!made.ok) return made
    const started = await bridge.invoke('rehearsal:start', { dialect: 'documented', afresh: true })
    const ready = started.ok ? await bridge.invoke('export:sample', {}) : started
    // Half a trial would be puzzling; the reason is shown on the start screen.
    if (!ready.ok) await bridge.invoke('document:close', {})
    else accept(ready.value)
    return ready
  }

  return useMutation(() => during(prepare))
}

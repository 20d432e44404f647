import type { DocumentView } from '../../../shared/bridge/views.ts'
import type { Result } from '../../../shared/result.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import type { Task } from '../../bridge/use-task.ts'

/** One click from the start to a preview: a new document, the rehearsal core, the built-in export. */
export function useTrial(): Task<[]> {
  const bridge = useBridge()
  const { accept, during } = useDocumentState()

  async function prepare(): Promise<Result<DocumentView>> {
    const made = await bridge.ask('document:new', {})
    if (!made.ok) return made
    const started = await bridge.ask('rehearsal:start', { dialect: 'documented', afresh: true })
    const ready = started.ok ? await bridge.ask('export:sample', {}) : started
    // Half a trial would be puzzling; the reason is shown on the start screen.
    if (!ready.ok) await bridge.ask('document:close', {})
    else accept(ready.value)
    return ready
  }

  return useTask(() => during(prepare))
}

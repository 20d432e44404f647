import { choiceFor, unreadHashesOf, type ChoicesChange } from '../../../shared/planning/choices.ts'
import type { FileView } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'

/** Banner of a file with password hashes that no user, table or finding has: nothing is sent until the operator goes on without them. */
export function UnreadHashes({ file }: { readonly file: FileView }) {
  const bridge = useBridge()
  const { choices } = useDocument()
  const { accept } = useDocumentState()
  const exclude = useMutation((change: ChoicesChange) => bridge.invoke('decisions:update', { choices: change }), accept)
  const unread = file.controlTotals?.unreadHashes ?? null
  if (unread === null || !file.complete) return null
  return (
    <>
      <Notice tone={unread.excluded ? 'wait' : 'bad'}>
        <b>This file holds password hashes that are not read.</b> {unread.text}.{' '}
        {unread.excluded ? (
          'You go on without them; the report says so.'
        ) : (
          <>
            Export these users as a file of its own, or go on without them.{' '}
            <Button
              small
              busy={exclude.busy}
              onClick={() => void exclude.run(choiceFor(choices, unreadHashesOf(file.name), 'exclude') ?? {})}
            >
              Exclude these hashes
            </Button>
          </>
        )}
      </Notice>
      <ProblemNotice problem={exclude.problem} onDismiss={exclude.dismiss} />
    </>
  )
}

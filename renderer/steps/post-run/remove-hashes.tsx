import { countedParts } from '../../../shared/format.ts'
import type { StateCounts } from '../../../shared/ipc/views.ts'
import { keptSecretsText } from '../../../shared/report/post-run-text.ts'
import { stateInSentence } from '../../../shared/report/state-titles.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'

/** Whether anybody could still be sent with a hash. */
export function neededText({
  failed,
  blocked,
  excluded,
}: Pick<StateCounts, 'failed' | 'blocked' | 'excluded'>): string {
  const left = failed + blocked + excluded
  if (left === 0) return 'All users are migrated; their secrets are no longer needed.'
  const named = countedParts([
    [failed, stateInSentence('failed', failed)],
    [blocked, stateInSentence('blocked', blocked)],
    [excluded, stateInSentence('excluded', excluded)],
  ]).join(', ')
  return `${counted(left, 'user')} ${left === 1 ? 'is' : 'are'} not migrated (${named}). Without their secrets they can no longer be sent.`
}

/** Asks before hashes and the secrets of authenticator apps are taken out of the file; `why`: why they cannot be now. */
export function RemoveHashes({
  kept,
  totp,
  why,
  onClose,
}: {
  readonly kept: number
  /** Secrets of authenticator apps are among them. */
  readonly totp: boolean
  readonly why: string | null
  readonly onClose: () => void
}) {
  const bridge = useBridge()
  const { counts } = useDocument()
  const remove = useMutation(() => bridge.invoke('hashes:remove', { confirm: kept }), onClose)
  return (
    <Dialog
      title={`Remove the ${keptSecretsText(totp)} of ${counted(kept, 'user')}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button variant="danger" disabled={why} busy={remove.busy} onClick={() => void remove.run()}>
            Remove {keptSecretsText(totp)} of {counted(kept, 'user')}
          </Button>
        </>
      }
    >
      <p>{why ?? neededText(counts)}</p>
      <p>
        The file is written anew without them. What became of each user stays, and so does the report; nobody can be
        sent, corrected or retried from this migration afterwards. The export itself is left as it is: delete it where
        it lies.
      </p>
      <ProblemNotice problem={remove.problem} onDismiss={remove.dismiss} />
    </Dialog>
  )
}

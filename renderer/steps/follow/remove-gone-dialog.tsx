import type { FollowStateView } from '../../../shared/ipc/views/follow-views.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { useFollow } from './use-follow.ts'
import { userAction } from '../../components/user-action.ts'

type Running = NonNullable<FollowStateView['running']>['kind'] | null

/** Asks whether users who left the source are removed from the core, and says how many that would be. */
export function RemoveGoneDialog({
  running,
  reload,
  onClose,
}: {
  readonly running: Running
  readonly reload: () => void
  readonly onClose: () => void
}) {
  const follow = useFollow(reload)
  const { version } = useDocument()
  const { value: gone } = useQuery('follow:gone', {}, version)
  const removable = gone?.removable ?? 0
  const remove = async () => {
    if (await follow.passNow.run({ acceptsLoss: false, removes: removable })) onClose()
  }
  return (
    <Dialog
      title="Remove from the core"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button
            variant="danger"
            busy={follow.passNow.busy}
            disabled={
              (removable === 0 && 'No user can be removed.') ||
              (running === null && 'Following is paused. Resume it first.') ||
              (running !== 'waiting' && 'A pass is in progress. Wait until it ends.')
            }
            onClick={() => void remove()}
          >
            {removable === 0 ? 'Remove' : userAction('Remove', removable)}
          </Button>
        </>
      }
    >
      {gone !== null && <p>{questionText(gone)}</p>}
      <p className="muted">
        A pass reads the whole source first: a user who is back in it stays. So does a user with an account that this
        migration did not create.
      </p>
      <ProblemNotice problem={follow.passNow.problem} onDismiss={follow.passNow.dismiss} />
    </Dialog>
  )
}

function questionText({ users, removable }: { readonly users: number; readonly removable: number | null }): string {
  const left = `${counted(users, 'user')} left the source.`
  if (removable === null) return `${left} This core can neither be asked for its users nor remove them.`
  const others = users - removable
  const stay = others === 0 ? '' : ` ${counted(others, 'stays', 'stay')}, because this migration did not create them.`
  return removable === 0
    ? `${left} None of them was created by this migration, so the core keeps them.`
    : `${left} Remove ${counted(removable, 'user')} with their passwords and sessions from the core? This cannot be undone.${stay}`
}

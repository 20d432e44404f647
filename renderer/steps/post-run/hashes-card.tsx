import { useState } from 'react'
import type { StateCounts } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { count, counted, moment } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './post-run-part.module.css'

/** When everybody is across, the migration needs no hashes any more: they can be removed from it. */
export function HashesCard() {
  const { version, counts } = useDocument()
  const { value } = useQuery('hashes:state', {}, version, 1500)
  const [asking, setAsking] = useState(false)
  if (!value || (value.kept === 0 && value.removedAt === null)) return null
  return (
    <Card title="Hashes in this migration">
      <div className={styles.body}>
        {value.removedAt === null ? (
          <>
            <p className="muted">
              This file still keeps the password hashes and TOTP secrets of {counted(value.kept, 'user')}.{' '}
              {value.why ?? neededText(counts)}
            </p>
            <div className={styles.ways}>
              <Button disabled={value.why !== null} onClick={() => setAsking(true)}>
                Remove hashes…
              </Button>
            </div>
          </>
        ) : (
          <p className="muted">
            Removed on {moment(value.removedAt)}. What became of each user is still here; to send users again, begin a
            new migration from the export.
          </p>
        )}
      </div>
      {asking && <RemoveDialog kept={value.kept} onClose={() => setAsking(false)} />}
    </Card>
  )
}

/** Whether anybody could still be sent with a hash. */
export function neededText({
  failed,
  blocked,
  excluded,
}: Pick<StateCounts, 'failed' | 'blocked' | 'excluded'>): string {
  const left = failed + blocked + excluded
  if (left === 0) return 'All users are migrated; the secrets are no longer needed.'
  const parts: readonly (readonly [number, string])[] = [
    [failed, 'failed'],
    [blocked, blocked === 1 ? 'needs a decision' : 'need a decision'],
    [excluded, 'excluded'],
  ]
  const named = parts.flatMap(([n, text]) => (n === 0 ? [] : [`${count(n)} ${text}`])).join(', ')
  return `${counted(left, 'user')} ${left === 1 ? 'is' : 'are'} not migrated (${named}). Without the secrets they can no longer be sent.`
}

function RemoveDialog({ kept, onClose }: { readonly kept: number; readonly onClose: () => void }) {
  const bridge = useBridge()
  const remove = useMutation(() => bridge.invoke('hashes:remove', { confirm: kept }), onClose)
  return (
    <Dialog
      title={`Remove the hashes and TOTP secrets of ${counted(kept, 'user')}?`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button variant="danger" busy={remove.busy} onClick={() => void remove.run()}>
            Remove secrets of {counted(kept, 'user')}
          </Button>
        </>
      }
    >
      <p>
        The file is written anew without them. What became of each user stays, and so does the report; nobody can be
        sent, corrected or retried from this migration afterwards. The export itself is left as it is: delete it where
        it lies.
      </p>
      <ProblemNotice problem={remove.problem} onDismiss={remove.dismiss} />
    </Dialog>
  )
}

import type { Bridge } from '../../../shared/ipc/bridge.ts'
import { maxNamed } from '../../../shared/ipc/max-named.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { isUnderWay, useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import type { Run } from './use-run.ts'
import styles from './waiting-card.module.css'
import { reasons } from '../../components/reasons.ts'

/** Existing users held for one decision, which sends or skips them. */
export function WaitingCard({ waiting, run }: { readonly waiting: number; readonly run: Run }) {
  const bridge = useBridge()
  const { decide: take } = useDocumentState()
  const { progress } = useProgress()
  const choose = useMutation((existing: 'skip' | 'overwrite') => take(() => ({ existing })))
  if (waiting === 0) return null
  const busy = (isUnderWay(progress) && reasons.underWay) || ((choose.busy || run.resume.busy) && reasons.busy)

  // The last order, which resuming continues, has none of them when it was a retry of others.
  const isOutOfOrder = progress?.state === 'finished' && progress.lastOrder?.kind === 'retry'

  async function decide(existing: 'skip' | 'overwrite'): Promise<void> {
    const ids = isOutOfOrder ? await heldUsers(bridge) : []
    if (!(await choose.run(existing))) return
    if (ids.length > 0) await run.retry.run({ kind: 'users', ids })
    else await run.resume.run()
  }

  return (
    <Card title={`${counted(waiting, 'user')} already in the core`}>
      <p className="muted">
        They wait for one decision for all of them; everybody else goes on. Replacing makes the passwords of the export
        theirs, even if the ones in the core are newer.
      </p>
      <div className={styles.ways}>
        <Button disabled={busy} onClick={() => void decide('skip')}>
          Leave them as they are
        </Button>
        <Button disabled={busy} onClick={() => void decide('overwrite')}>
          Replace with the export
        </Button>
      </div>
      <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
    </Card>
  )
}

/** The ids of the users who wait; none when there are more than can be named, or no answer. */
async function heldUsers(bridge: Bridge): Promise<number[]> {
  const heldView = {
    filter: { finding: [{ code: 'existing-user', group: '' }] },
    sort: { by: 'place' as const, descending: false },
  }
  const page = await bridge.invoke('users:page', { ...heldView, from: 0, limit: 1 })
  const first = page.ok ? page.value.rows[0] : undefined
  if (!page.ok || first === undefined || page.value.total > maxNamed) return []
  const range = await bridge.invoke('users:range', { ...heldView, from: first.id, to: { place: page.value.total - 1 } })
  return range.ok ? range.value.ids : []
}

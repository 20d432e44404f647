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

/** Users whom the core had before and who wait for one word; taking it sends them on, or leaves them. */
export function WaitingCard({ waiting, run }: { readonly waiting: number; readonly run: Run }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const { progress } = useProgress()
  const choose = useMutation(
    (existing: 'skip' | 'overwrite') => bridge.invoke('decisions:update', { choices: { existing } }),
    accept,
  )
  if (waiting === 0) return null
  const busy = choose.busy || run.resume.busy || isUnderWay(progress)

  async function decide(existing: 'skip' | 'overwrite'): Promise<void> {
    if (await choose.run(existing)) await run.resume.run()
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

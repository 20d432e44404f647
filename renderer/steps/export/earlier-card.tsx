import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './earlier-card.module.css'
import { EarlierFacts } from './earlier-facts.tsx'

/** Compares this export with the migration that was sent before it, so that only what changed since is sent. */
export function EarlierCard() {
  const bridge = useBridge()
  const { earlier, target } = useDocument()
  const { accept } = useDocumentState()
  const pick = useTask(
    () => bridge.ask('earlier:pick', {}),
    (view) => view && accept(view),
  )
  const change = useTask((how: 'forget' | 'moved') => bridge.ask('earlier:change', { how }), accept)
  const problems = (
    <>
      <ProblemNotice problem={pick.problem} onDismiss={pick.dismiss} />
      <ProblemNotice problem={change.problem} onDismiss={change.dismiss} />
    </>
  )
  if (earlier === null) {
    return (
      <div className={styles.offer}>
        <Button look="link" busy={pick.busy} onClick={() => void pick.run()}>
          Compare with an earlier migration…
        </Button>{' '}
        <span className="quiet">A later export of users who were migrated before: only what changed is sent.</span>
        {problems}
      </div>
    )
  }
  return (
    <Card title="Since the earlier migration">
      <div className={styles.body}>
        <p className="quiet">
          Compared with {earlier.name}, which was sent to {earlier.coreName}. Who is as before is not sent again; what
          could replace something newer in the core waits for your choice in the preview.
        </p>
        {earlier.blind && (
          <Notice tone="wait">
            The hashes were removed from that migration, so a password that changed since cannot be seen.
          </Notice>
        )}
        {earlier.elsewhere && target !== null && (
          <Notice tone="wait">
            The connected core is {target.name}. Nothing is sent to another core than {earlier.coreName}.{' '}
            <Button look="link" busy={change.busy} onClick={() => void change.run('moved')}>
              It is the same core under a new address
            </Button>
          </Notice>
        )}
        <EarlierFacts earlier={earlier} />
        <div className={styles.ways}>
          <Button small busy={pick.busy} onClick={() => void pick.run()}>
            Compare with another…
          </Button>
          <Button small look="quiet" busy={change.busy} onClick={() => void change.run('forget')}>
            Stop comparing
          </Button>
        </div>
        {problems}
      </div>
    </Card>
  )
}

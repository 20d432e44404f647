import type { DocumentView } from '../../../shared/bridge/views.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../bridge/document-context.tsx'
import { useTask } from '../../bridge/use-task.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count, counted } from '../../components/format.ts'
import { Notice, ProblemNotice } from '../../components/notice.tsx'
import styles from './earlier-card.module.css'
import { EarlierFacts } from './earlier-facts.tsx'
import { TakenOver } from './taken-over.tsx'

/** Compares this export with the migration that was sent before it, so that only what changed since is sent. */
export function EarlierCard() {
  const bridge = useBridge()
  const { earlier, earlierWanted, target, work } = useDocument()
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
  if (work.kind === 'comparing') return <EarlierReading name={earlierWanted ?? ''} work={work} />
  if (earlierWanted !== null) {
    return (
      <Notice tone="wait">
        “{earlierWanted}” was not read to its end, so nothing can be sent.{' '}
        <Button look="link" busy={pick.busy} onClick={() => void pick.run()}>
          Choose it once more…
        </Button>{' '}
        <Button look="link" busy={change.busy} onClick={() => void change.run('forget')}>
          Stop comparing
        </Button>
        {problems}
      </Notice>
    )
  }
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
          Compared with “{earlier.name}”, which was sent to {earlier.coreName}. Who is as before is not sent again; what
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
        <TakenOver />
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

/** How far the earlier migration was read. */
function EarlierReading({ name, work }: { readonly name: string; readonly work: DocumentView['work'] }) {
  const share = work.total > 0 ? work.done / work.total : null
  return (
    <Card title="Since the earlier migration">
      <div className={styles.body}>
        <p className="quiet figures">
          Reading “{name}”{share === null ? '…' : `: ${count(work.done)} of ${counted(work.total, 'user')}`}
        </p>
        <progress
          className={styles.progress}
          aria-label="Reading the earlier migration"
          {...(share === null ? {} : { max: 1, value: share })}
        />
      </div>
    </Card>
  )
}

import { useState } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './post-run.module.css'
import { undone } from './post-run-text.ts'
import { OperationProgress } from './operation-progress.tsx'
import { Results } from './results.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import type { PostRunPartProps } from './verify-part.tsx'

/** Takes the run back: removes whom it created, and nobody else. */
export function UndoPart({
  view,
  running,
  masked,
  connected,
  onBegun,
  held,
  core,
  name,
}: PostRunPartProps & {
  /** Users without a record on this machine that were looked up just now. */
  readonly held: number
  readonly core: string
  readonly name: string
}) {
  const bridge = useBridge()
  const [asking, setAsking] = useState<'removable' | 'held' | null>(null)
  const { removable, unconfirmed, made } = view
  const others = made - removable - unconfirmed
  const lookUp = useMutation(() => bridge.invoke('post-run:undo', { confirm: '', withLinked: false }), onBegun)
  const canAct = connected && running === null
  return (
    <div className={styles.body}>
      <p className="muted">
        Removes from {core} exactly the users that this machine created there for this migration. Each is looked up
        first; accounts that are linked to one stay.
        {others > 0 &&
          ` ${counted(others, 'other user')} that may have existed before ${others === 1 ? 'stays' : 'stay'}.`}
      </p>
      {unconfirmed > 0 && (
        <p className="muted">
          {counted(unconfirmed, 'user')} {unconfirmed === 1 ? 'was' : 'were'} created according to the migration, but
          this machine has no record of it: another machine ran it, or the file was changed. They are looked up and
          removed only when you confirm them.
        </p>
      )}
      {running?.kind === 'undo' ? (
        <OperationProgress running={running} />
      ) : (
        <>
          <div className={styles.ways}>
            <Button variant="danger" disabled={!canAct || removable === 0} onClick={() => setAsking('removable')}>
              {removable === 0 ? 'No users to remove' : `Remove ${counted(removable, 'user')}…`}
            </Button>
            {removable === 0 && unconfirmed > 0 && (
              <Button disabled={!canAct} busy={lookUp.busy} onClick={() => void lookUp.run()}>
                Look up {counted(unconfirmed, 'user')}
              </Button>
            )}
            {held > 0 && (
              <Button variant="danger" disabled={!canAct} onClick={() => setAsking('held')}>
                Remove {counted(held, 'user')} without a record…
              </Button>
            )}
          </div>
          <ProblemNotice problem={lookUp.problem} onDismiss={lookUp.dismiss} />
          {view.undone && (
            <Results kind="undo" said={undone(view.undone)} troubles={view.troubles.undo} masked={masked} />
          )}
        </>
      )}
      {asking !== null && (
        <UndoDialog
          removable={asking === 'held' ? held : removable}
          withoutRecord={asking === 'held'}
          others={others}
          linked={view.undone?.linked ?? 0}
          core={core}
          name={name}
          onClose={() => setAsking(null)}
          onBegun={() => {
            setAsking(null)
            onBegun()
          }}
        />
      )}
    </div>
  )
}

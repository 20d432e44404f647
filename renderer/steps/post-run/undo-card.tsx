import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { count, counted } from '../../components/format.ts'
import styles from './post-run-part.module.css'
import { undone } from './post-run-text.ts'
import { OperationProgress } from './operation-progress.tsx'
import { Results } from './results.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import type { PostRunCardProps } from './verify-card.tsx'

/** Takes the run back: removes whom it created, and nobody else. */
export function UndoCard({
  view,
  running,
  masked,
  connected,
  onBegun,
  core,
  name,
}: PostRunCardProps & { readonly core: string; readonly name: string }) {
  const [asking, setAsking] = useState(false)
  const { removable, made } = view
  const others = made - removable
  return (
    <Card title="Undo">
      <div className={styles.body}>
        <p className="subtle">
          Removes from {core} exactly the users of which it said that this migration created them. Each is looked up
          first; accounts that are linked to one stay.
          {others > 0 &&
            ` ${counted(others, 'other user')} who may have been there before ${others === 1 ? 'stays' : 'stay'}.`}
        </p>
        {running?.kind === 'undo' ? (
          <OperationProgress running={running} />
        ) : (
          <>
            <div className={styles.ways}>
              <Button
                variant="danger"
                disabled={!connected || running !== null || removable === 0}
                onClick={() => setAsking(true)}
              >
                {removable === 0 ? 'Nobody to remove' : `Remove ${count(removable)} users…`}
              </Button>
            </div>
            {view.undone && (
              <Results kind="undo" said={undone(view.undone)} troubles={view.troubles.undo} masked={masked} />
            )}
          </>
        )}
      </div>
      {asking && (
        <UndoDialog
          removable={removable}
          others={others}
          linked={view.undone?.linked ?? 0}
          core={core}
          name={name}
          onClose={() => setAsking(false)}
          onBegun={() => {
            setAsking(false)
            onBegun()
          }}
        />
      )}
    </Card>
  )
}

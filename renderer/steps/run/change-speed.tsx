import { useState } from 'react'
import { defaultSpeed, type Speed } from '../../../shared/ipc/speed.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SpeedFields } from './speed-fields.tsx'
import type { Run } from './use-run.ts'

/** Changes how fast a run sends, while it goes on or before it does. */
export function ChangeSpeed({ progress, run }: { readonly progress: ProgressView; readonly run: Run }) {
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Button variant="link" small onClick={() => setChanging(true)}>
        Change…
      </Button>
      {changing && (
        <SpeedDialog
          speed={progress.speed ?? defaultSpeed}
          onClose={() => setChanging(false)}
          onChange={(next) => void run.speed.run(next)}
        />
      )}
    </>
  )
}

function SpeedDialog({
  speed,
  onChange,
  onClose,
}: {
  readonly speed: Speed
  readonly onChange: (speed: Speed) => void
  readonly onClose: () => void
}) {
  return (
    <Dialog
      title="Change speed"
      onClose={onClose}
      foot={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className="muted">A change takes effect at once, without pausing the run.</p>
      <SpeedFields speed={speed} onChange={onChange} />
    </Dialog>
  )
}

import { useState } from 'react'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { defaultSpeed, type Speed } from '../../../shared/ipc/speed.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { count } from '../../components/format.ts'
import { Chart, isWorthDrawing } from './chart.tsx'
import { SpeedFields } from './speed-fields.tsx'
import styles from './speed-card.module.css'
import type { Run } from './use-run.ts'

/** How fast users are sent, over time, and what the operator asked for; nothing before there is something to see. */
export function SpeedCard({
  progress,
  run,
  adjustable,
}: {
  readonly progress: ProgressView
  readonly run: Run
  /** A run goes on or will: its speed can be changed. */
  readonly adjustable: boolean
}) {
  const [changing, setChanging] = useState(false)
  const speed = progress.speed ?? defaultSpeed
  const drawn = isWorthDrawing(progress.history)
  if (!drawn && !adjustable) return null
  return (
    <Card
      title="Speed"
      aside={
        adjustable && (
          <span className={styles.speed}>
            {speedText(speed)}
            <Button small onClick={() => setChanging(true)}>
              Change…
            </Button>
          </span>
        )
      }
    >
      {drawn ? (
        <Chart history={progress.history} outage={progress.outage} at={progress.at} />
      ) : (
        <p className="muted">The chart appears after a few seconds of sending.</p>
      )}
      {changing && (
        <SpeedDialog speed={speed} onClose={() => setChanging(false)} onChange={(next) => void run.speed.run(next)} />
      )}
    </Card>
  )
}

/** `Parallel users: automatic · Limit: none` */
function speedText({ concurrency, maxRate }: Speed): string {
  const parallel = concurrency === 'auto' ? 'automatic' : count(concurrency)
  return `Parallel users: ${parallel} · Limit: ${maxRate === null ? 'none' : `${count(maxRate)} requests/s`}`
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

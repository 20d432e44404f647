import type { ReactNode } from 'react'
import type { Mutation } from '../../api/use-mutation.ts'
import { Button } from '../controls/button.tsx'
import { ProblemNotice } from './notice.tsx'

/** Progress of work on many users: a sentence, a bar, and a button to stop it. */
export function OperationProgress({
  label,
  done,
  total,
  stop,
  stopping,
  children,
}: {
  readonly label: string
  readonly done: number
  readonly total: number
  readonly stop: Mutation<[]>
  readonly stopping: boolean
  readonly children: ReactNode
}) {
  return (
    <div className="stack-tight">
      <p className="figures" aria-live="polite">
        {children}
      </p>
      <progress aria-label={label} max={Math.max(total, 1)} value={done} />
      <div className="row">
        <Button small busy={stop.busy || stopping} onClick={() => void stop.run()}>
          Stop
        </Button>
      </div>
      <ProblemNotice of={stop} />
    </div>
  )
}

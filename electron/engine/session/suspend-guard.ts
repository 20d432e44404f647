import type { Target } from '../document/targets.ts'
import type { Result } from '../../../shared/result.ts'
import type { OpenConnection, RunControl } from './run-round.ts'

/**
 * Guards a run while the machine sleeps: no new request leaves, and requests in flight do not count against the core.
 */
export type SuspendGuard = {
  /** The machine is about to sleep: a run that is under way pauses. */
  readonly sleep: () => void
  /**
   * The machine is awake: the run that paused for it continues through new connections; resolves when that has begun.
   */
  readonly wake: () => Promise<void>
  /** The run stays as it is when the machine is awake. */
  readonly forget: () => void
  /** Passes on the operator's command, which overrides the pause of a sleeping machine. */
  readonly tell: RunControl['tell']
}

type Connection = () => Result<{ readonly target: Target; readonly open: OpenConnection }>

export function createSuspendGuard(
  run: Pick<RunControl, 'running' | 'tell' | 'ended' | 'resume' | 'view'>,
  connection: Connection,
): SuspendGuard {
  let suspended = false
  const forget = () => {
    suspended = false
  }
  return {
    sleep: () => {
      if (!run.running() || run.view().state === 'pausing') return
      suspended = true
      run.tell({ kind: 'pause' })
    },
    wake: async () => {
      if (!suspended) return
      const end = await run.ended()
      // A run that was paused or cancelled meanwhile, or a round that ended, stays as it is.
      const goOn = suspended && end?.kind === 'paused' && !run.running()
      suspended = false
      if (!goOn) return
      const connected = connection()
      if (connected.ok) run.resume(connected.value.target, connected.value.open)
    },
    forget,
    tell: (command) => {
      if (command.kind === 'pause' || command.kind === 'cancel') forget()
      return run.tell(command)
    },
  }
}

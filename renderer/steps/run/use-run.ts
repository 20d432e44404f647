import type { Scope } from '../../../shared/bridge/contract.ts'
import type { Speed } from '../../../shared/bridge/speed.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'
import { useProgress } from '../../bridge/progress-context.tsx'
import { useTask } from '../../bridge/use-task.ts'

/** Everything that can be done to a run, each with its own failure. */
export function useRun() {
  const bridge = useBridge()
  const { take } = useProgress()
  const pause = useTask(() => bridge.ask('run:pause', {}), take)
  const resume = useTask(() => bridge.ask('run:resume', {}), take)
  const cancel = useTask(() => bridge.ask('run:cancel', {}), take)
  const retry = useTask((scope: Scope) => bridge.ask('run:retry', { scope }), take)
  const speed = useTask((next: Speed) => bridge.ask('run:speed', next), take)
  return { pause, resume, cancel, retry, speed }
}

export type Run = ReturnType<typeof useRun>

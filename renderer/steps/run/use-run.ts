import type { Scope } from '../../../shared/ipc/contract.ts'
import type { Speed } from '../../../shared/ipc/run-limits.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'

/** Everything that can be done to a run, each with its own failure. */
export function useRun() {
  const bridge = useBridge()
  const { take } = useProgress()
  const pause = useMutation(() => bridge.invoke('run:pause', {}), take)
  const resume = useMutation(() => bridge.invoke('run:resume', {}), take)
  const cancel = useMutation(() => bridge.invoke('run:cancel', {}), take)
  const retry = useMutation((scope: Scope) => bridge.invoke('run:retry', { scope }), take)
  const tryNow = useMutation(() => bridge.invoke('run:try-now', {}), take)
  const speed = useMutation((next: Speed) => bridge.invoke('run:speed', next), take)
  const giveUp = useMutation((minutes: number | null) => bridge.invoke('run:give-up-after', { minutes }), take)
  return { pause, resume, cancel, retry, speed, tryNow, giveUp }
}

export type Run = ReturnType<typeof useRun>

/** Sends the users of a failure without their old IDs, which other users of the core have. */
export function useRetryWithoutId() {
  const bridge = useBridge()
  const { decide } = useDocumentState()
  const { take } = useProgress()
  return useMutation(async (key: string) => {
    const decided = await decide(() => ({ takenIds: 'skip' }))
    return decided.ok ? bridge.invoke('run:retry', { scope: { kind: 'failure', key } }) : decided
  }, take)
}

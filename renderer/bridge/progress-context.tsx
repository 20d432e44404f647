import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { ProgressView } from '../../shared/bridge/views.ts'
import type { Problem } from '../../shared/result.ts'
import { useBridge } from './bridge-context.tsx'
import { latest } from './gently.ts'

type ProgressState = {
  readonly progress: ProgressView | null
  readonly problem: Problem | null
  /** Takes the snapshot that a request brought along. */
  readonly take: (progress: ProgressView) => void
  readonly reload: () => void
}

const ProgressContext = createContext<ProgressState | null>(null)

/** The latest snapshot of the run, redrawn at most ten times a second. */
export function ProgressProvider({ children }: { readonly children: ReactNode }) {
  const bridge = useBridge()
  const [progress, setProgress] = useState<ProgressView | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  const ask = useCallback(async () => {
    const result = await bridge.ask('run:progress', {})
    setProblem(result.ok ? null : result.error)
    if (result.ok) setProgress(result.value)
  }, [bridge])
  const reload = useCallback(() => void ask(), [ask])

  useEffect(() => {
    const paced = latest<ProgressView>(setProgress, 100)
    const stopListening = bridge.on('progress', paced.push)
    reload()
    return () => {
      stopListening()
      paced.stop()
    }
  }, [bridge, reload])

  const state = useMemo(() => ({ progress, problem, take: setProgress, reload }), [progress, problem, reload])
  return <ProgressContext value={state}>{children}</ProgressContext>
}

export function useProgress(): ProgressState {
  const state = use(ProgressContext)
  if (!state) throw new Error('useProgress is called outside ProgressProvider')
  return state
}

/** A run that goes on or can go on: users are in flight or wait for a word. */
export function isUnderWay(progress: ProgressView | null): boolean {
  return progress !== null && progress.state !== 'idle' && progress.state !== 'finished'
}

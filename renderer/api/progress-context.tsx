import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { coalesce, type Coalesced } from '../../shared/coalesce.ts'
import type { DocumentView, ProgressView } from '../../shared/ipc/views.ts'
import type { Problem } from '../../shared/result.ts'
import { useBridge } from './bridge-context.tsx'
import { useDocumentState } from './document-context.tsx'
import { pageClock } from './page-clock.ts'

type ProgressState = {
  readonly progress: ProgressView | null
  readonly problem: Problem | null
  /** Takes the snapshot that a request brought along. */
  readonly take: (progress: ProgressView) => void
  readonly reload: () => void
}

const ProgressContext = createContext<ProgressState | null>(null)

/** The latest snapshot of the run. The engine sends seven a second, each after the page has shown the one before. */
export function ProgressProvider({ children }: { readonly children: ReactNode }) {
  const bridge = useBridge()
  const { document } = useDocumentState()
  const [snapshot, setProgress] = useState<ProgressView | null>(null)
  const progress = useMemo(() => withNewestCounts(snapshot, document ?? null), [snapshot, document])
  const [problem, setProblem] = useState<Problem | null>(null)

  const gentle = useRef<Coalesced | null>(null)

  // Versions start again when main has reopened the document, so older snapshots do not count.
  const versionBefore = useRef(0)
  const version = document?.version ?? 0
  useEffect(() => {
    if (version < versionBefore.current) {
      setProgress((before) => before && { ...before, version: 0 })
      gentle.current?.request()
    }
    versionBefore.current = version
  }, [version])

  const take = useCallback((now: ProgressView) => setProgress((before) => nextProgress(before, now)), [])
  const reload = useCallback(() => gentle.current?.request(), [])

  useEffect(() => {
    const stopListening = bridge.on('progress', take)
    const question = coalesce(
      async () => {
        const result = await bridge.invoke('run:progress', {})
        setProblem(result.ok ? null : result.error)
        if (result.ok) take(result.value)
      },
      200,
      pageClock,
    )
    gentle.current = question
    question.request()
    return () => {
      stopListening()
      question.stop()
    }
  }, [bridge, take])

  const state = useMemo(() => ({ progress, problem, take, reload }), [progress, problem, take, reload])
  return <ProgressContext value={state}>{children}</ProgressContext>
}

export function useProgress(): ProgressState {
  const state = use(ProgressContext)
  if (!state) throw new Error('useProgress is called outside ProgressProvider')
  return state
}

/** The document counts users. Shows the counts of the snapshot or of the document's view, whichever is newer. */
export function withNewestCounts(
  progress: ProgressView | null,
  document: Pick<DocumentView, 'version' | 'counts'> | null,
): ProgressView | null {
  if (progress === null || document === null || document.version <= progress.version) return progress
  return { ...progress, counts: document.counts }
}

/** The snapshot to show after another one came. */
export function nextProgress(before: ProgressView | null, now: ProgressView): ProgressView {
  return withMeasures(before, newerOf(before, now))
}

/** Replies and events can overtake each other: the newer of two snapshots is kept. */
function newerOf(before: ProgressView | null, now: ProgressView): ProgressView {
  if (before === null || before.version < now.version) return now
  return before.version > now.version || before.at > now.at ? before : now
}

/** A paused or finished run measures nothing; the last measurements stay on screen. */
function withMeasures(before: ProgressView | null, now: ProgressView): ProgressView {
  const stands = now.state !== 'running' && now.state !== 'waiting'
  if (!stands || !before || before.startedAt !== now.startedAt) return now
  const history = now.history.length > 0 ? now.history : before.history
  return { ...now, history, p50: now.p50 ?? before.p50, p99: now.p99 ?? before.p99 }
}

/** Users are in flight, or will be without an action of the operator. */
export function isSending({ state }: ProgressView): boolean {
  return state === 'running' || state === 'waiting' || state === 'pausing'
}

/** A run that continues or can continue: users are in flight or wait for a decision. */
export function isUnderWay(progress: ProgressView | null): boolean {
  if (progress === null || progress.stopped === 'cancelled') return false
  return progress.state !== 'idle' && progress.state !== 'finished'
}

import { useEffect } from 'react'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { isNarrowed, noSelection, type UsersView } from '../../components/users/use-users-view.ts'
import { useStepState } from '../../navigation/step-context.tsx'
import type { stageIn } from './use-run.ts'

/** Stages in which a run is over. */
const over: ReadonlySet<ReturnType<typeof stageIn>> = new Set(['finished', 'stopped', 'cancelled'])

/**
 * Opens the table of an ended run on its failed users, once for each run, unless the operator has filtered, selected or opened
 * users. A retry keeps the table.
 */
export function useOpenOnFailed(
  { narrowing, narrow, selection, shown }: UsersView,
  progress: ProgressView | null,
  stage: ReturnType<typeof stageIn> | null,
): void {
  const [isOpened, setOpened] = useStepState('opened on failed', false)
  const isOver = stage !== null && over.has(stage)
  const failed = progress?.counts.failed ?? 0
  const isFirst = stage === 'running' && progress?.lastOrder?.kind !== 'retry'
  const isUntouched = !isNarrowed(narrowing) && selection === noSelection && shown === null
  useEffect(() => {
    if (isFirst) setOpened(false)
  }, [isFirst, setOpened])
  useEffect(() => {
    if (isOpened || !isOver || failed === 0) return
    setOpened(true)
    if (isUntouched) narrow({ states: ['failed'] })
  }, [isOpened, isOver, failed, isUntouched, setOpened, narrow])
}

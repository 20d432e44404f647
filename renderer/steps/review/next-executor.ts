import type { Executor } from '../../../shared/core-api/choose-executor.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'

/** The default executor: that of the run before; a first run measures and chooses automatically. */
export function nextExecutor(progress: ProgressView | null): Executor {
  return progress === null || progress.lastOrder === null ? 'auto' : (progress.executor ?? 'auto')
}

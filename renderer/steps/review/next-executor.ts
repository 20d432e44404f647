import type { Executor } from '../../../shared/core-api/executor.ts'
import type { ProgressView } from '../../../shared/ipc/views.ts'

/** How users will be sent where nothing else is chosen: as in the run before; a first run finds out by itself. */
export function nextExecutor(progress: ProgressView | null): Executor {
  return progress === null || progress.lastOrder === null ? 'auto' : (progress.executor ?? 'auto')
}

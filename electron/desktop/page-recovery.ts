import type { RenderProcessGoneDetails } from 'electron'
import type { Log } from '../ipc/log.ts'

/** The parts of the window's page that recovery needs. */
type RecoverablePage = {
  readonly on: (event: 'render-process-gone', listener: (event: unknown, details: Gone) => void) => unknown
  readonly reload: () => void
  readonly isDestroyed: () => boolean
}

type Gone = Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'>

type PageRecovery = {
  readonly log: Pick<Log, 'write'>
  /** Asks the operator; true: load the page again. */
  readonly ask: () => Promise<boolean>
  readonly quit: () => void
  readonly now?: () => number
}

/** A page that dies again within this time is not loaded again without a question, ms. */
const recurrence = 60_000

/**
 * Loads the page again when its process dies. The run continues meanwhile: it lives in the engine. A page that keeps
 * dying asks the operator.
 */
export function recoverPage(page: RecoverablePage, { log, ask, quit, now = Date.now }: PageRecovery): void {
  let last = -Infinity
  page.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || page.isDestroyed()) return
    log.write('error', 'page-gone', { reason, code: exitCode })
    const again = now() - last < recurrence
    last = now()
    if (!again) return page.reload()
    void reloadOrQuit()
  })

  async function reloadOrQuit(): Promise<void> {
    if (!(await ask())) quit()
    else if (!page.isDestroyed()) page.reload()
  }
}

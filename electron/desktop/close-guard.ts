/** The facts and actions of closing; Electron's parts are given by main. */
type Closing = {
  readonly running: () => Promise<boolean>
  /** True when the operator wants to pause and close. */
  readonly confirm: () => Promise<boolean>
  /** Finishes what is in flight and closes the migration. */
  readonly finish: () => Promise<void>
  /** Lets the window go for good. */
  readonly leave: () => void
}

type CloseGuard = {
  /** For a window that is about to close: holds it until the migration is closed, and asks first while users are sent. */
  readonly onClose: (event: { readonly preventDefault: () => void }) => void
  /** For a system that wants the app to end: the same without asking. A question that is open does not count any more. */
  readonly end: () => void
}

/** Closing again while it is at work changes nothing. */
export function createCloseGuard(closing: Closing): CloseGuard {
  let state: 'open' | 'asking' | 'finishing' | 'closed' = 'open'

  const finish = async (): Promise<void> => {
    if (state === 'finishing' || state === 'closed') return
    state = 'finishing'
    try {
      await closing.finish()
    } catch {
      // A window that cannot be closed would be worse; the migration recovers when it is opened again.
    }
    state = 'closed'
    closing.leave()
  }
  const ask = async (): Promise<void> => {
    const stay = (await closing.running()) && !(await closing.confirm())
    if (state !== 'asking') return
    if (stay) state = 'open'
    else await finish()
  }

  return {
    onClose: (event) => {
      if (state === 'closed') return
      event.preventDefault()
      if (state !== 'open') return
      state = 'asking'
      ask().catch(finish)
    },
    end: () => void finish(),
  }
}

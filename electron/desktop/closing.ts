/** What closing needs to know and do; Electron's parts are given by main. */
export type Closing = {
  readonly running: () => Promise<boolean>
  /** True when the operator wants to pause and close. */
  readonly confirm: () => Promise<boolean>
  /** Finishes what is in flight and closes the migration. */
  readonly finish: () => Promise<void>
  /** Lets the window go for good. */
  readonly leave: () => void
}

/**
 * The handler for a window that is about to close: it holds the window until the migration is closed, and asks first
 * while users are being sent. Closing again while it works changes nothing.
 */
export function closeWithCare(closing: Closing): (event: { readonly preventDefault: () => void }) => void {
  let state: 'open' | 'asking' | 'closed' = 'open'

  const close = async (): Promise<void> => {
    if ((await closing.running()) && !(await closing.confirm())) {
      state = 'open'
      return
    }
    await closing.finish()
    state = 'closed'
    closing.leave()
  }

  return (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'asking') return
    state = 'asking'
    close().catch(() => {
      // A window that cannot be closed would be worse; the migration recovers when it is opened again.
      state = 'closed'
      closing.leave()
    })
  }
}

/** The questions and actions of the close guard; main supplies Electron's part. */
type Closing = {
  readonly running: () => Promise<boolean>
  /** True when the operator wants to pause and close. */
  readonly confirm: () => Promise<boolean>
  /** Finishes what is in flight and closes the migration. */
  readonly finish: () => Promise<void>
  /** Destroys the window. */
  readonly leave: () => void
}

type CloseGuard = {
  /** For the `close` event of a window: delays it until the migration is closed, and asks first while users are sent. */
  readonly onClose: (event: { readonly preventDefault: () => void }) => void
  /** For a shutdown or a signal: closes without asking. An open question is dropped. */
  readonly end: () => void
}

/** Delays closing until the migration is closed. A second attempt meanwhile changes nothing. */
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

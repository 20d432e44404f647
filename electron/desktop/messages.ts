import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { Problem } from '../../shared/result.ts'

/** Native dialogs of the app. */
export const dialogs = {
  /** Asks before closing while users are being sent; true: pause and close. */
  askBeforeClosing: async (window: BrowserWindow): Promise<boolean> => {
    const message = 'A migration is running.'
    const detail = 'Users in progress are finished first. You can continue later.'
    return (await ask(window, { type: 'question', message, detail }, ['Keep running', 'Pause and close'])) === 1
  },
  /** Asks after a page that keeps failing; true: load it again. */
  askToReload: async (window: BrowserWindow): Promise<boolean> => {
    const message = 'The window stopped working again.'
    const detail = 'A running migration continues in the background. Closing the app pauses it first.'
    return (await ask(window, { type: 'warning', message, detail }, ['Load the window again', 'Close the app'])) === 0
  },
  /** Says that the app quits because of an internal error. Returns once the operator has dismissed it. */
  showFault: (message: string): void => {
    dialog.showErrorBox('The app has to quit', message)
  },
  /** Shows the problem of a request that came from the menu or the system, not from the page. */
  showProblem: async (window: BrowserWindow, { message }: Problem): Promise<void> => {
    await dialog.showMessageBox(window, { type: 'warning', message, buttons: ['OK'], noLink: true })
  },
}

/** Answers with the index of the button that was chosen; the first one stands for closing the dialog as well. */
async function ask(
  window: BrowserWindow,
  question: Pick<MessageBoxOptions, 'type' | 'message' | 'detail'>,
  buttons: string[],
): Promise<number> {
  const options = { ...question, buttons, defaultId: 0, cancelId: 0, noLink: true }
  return (await dialog.showMessageBox(window, options)).response
}

import { type BrowserWindow, dialog } from 'electron'
import type { Problem } from '../../shared/result.ts'

/** Native dialogs of the app. */
export const dialogs = {
  /** Asks before closing while users are being sent; true: pause and close. */
  askBeforeClosing: async (window: BrowserWindow): Promise<boolean> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: 'A migration is running.',
      detail: 'Users in progress are finished first. You can continue later.',
      buttons: ['Keep running', 'Pause and close'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response === 1
  },
  /** Asks after a page that keeps failing; true: load it again. */
  askToReload: async (window: BrowserWindow): Promise<boolean> => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window stopped working again.',
      detail: 'A running migration continues in the background. Closing the app pauses it first.',
      buttons: ['Load the window again', 'Close the app'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response === 0
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

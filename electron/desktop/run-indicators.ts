import { app, type BrowserWindow, Notification, powerSaveBlocker } from 'electron'
import type { ProgressView } from '../../shared/ipc/views.ts'
import { pilotShare, runShare } from '../../shared/report/run-share.ts'
import type { Engine } from '../engine/engine-api.ts'
import type { Documents } from '../ipc/services/documents.ts'
import { noticeOf, titleOfWindow } from './notices.ts'

/** While users are sent, shows progress in the taskbar and keeps the machine awake; at the end, notifies unless the window has the focus. */
export function showRunIndicators(engine: Engine, window: BrowserWindow): void {
  let blocker: number | null = null
  let told: number | null = null

  const awake = (running: boolean): void => {
    if (running && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension')
    if (!running && blocker !== null) {
      powerSaveBlocker.stop(blocker)
      blocker = null
    }
  }
  const bar = (progress: ProgressView, running: boolean): void => {
    const { state, counts } = progress
    const { migrated, total } = runShare(counts)
    const { percent } = pilotShare(progress) ?? runShare(counts)
    const mode = state === 'stopped' ? 'error' : state === 'waiting' || state === 'paused' ? 'paused' : 'normal'
    const stands = running || state === 'paused' || (state === 'stopped' && migrated < total)
    window.setProgressBar(stands ? percent / 100 : -1, { mode })
  }
  const tell = (now: ProgressView): void => {
    const notice = noticeOf(told, now)
    if (notice === null) return
    told = now.startedAt
    if (window.isFocused()) return
    window.flashFrame(true)
    if (!Notification.isSupported()) return
    const notification = new Notification(notice)
    notification.on('click', () => {
      window.show()
      window.focus()
    })
    notification.show()
  }

  window.on('focus', () => window.flashFrame(false))
  engine.on('progress', (now) => {
    const running = now.state === 'running' || now.state === 'pausing' || now.state === 'waiting'
    awake(running)
    if (window.isDestroyed()) return
    bar(now, running)
    tell(now)
  })
}

/** Keeps the title of the window up to date. */
export function showTitle(engine: Engine, documents: Documents, window: BrowserWindow): void {
  let shown: string | null = null
  const show = async (): Promise<void> => {
    const { path, unsaved } = await documents.standing()
    if (window.isDestroyed()) return
    window.setTitle(titleOfWindow(path, unsaved, app.name))
    window.setDocumentEdited(unsaved)
    if (path === shown) return
    shown = path
    window.setRepresentedFilename(path ?? '')
    if (path !== null) app.addRecentDocument(path)
  }
  engine.on('document-changed', () => void show())
  // A run has begun before its first outcome changes anything.
  let run = ''
  engine.on('progress', ({ state }) => {
    if (state === run) return
    run = state
    void show()
  })
}

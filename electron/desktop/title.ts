import { app } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Documents } from '../ipc/services/documents.ts'
import type { Engine } from '../engine/engine-api.ts'
import { titleOf } from './title-text.ts'

/** Keeps the title true. */
export function showTitle(engine: Engine, documents: Documents, window: BrowserWindow): void {
  let shown: string | null = null
  const show = async (): Promise<void> => {
    const { path, unsaved } = await documents.standing()
    if (window.isDestroyed()) return
    window.setTitle(titleOf(path, unsaved, app.name))
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

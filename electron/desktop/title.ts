import { app } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Documents } from '../bridge/documents.ts'
import { documentName } from '../bridge/recent-documents.ts'
import type { Engine } from '../engine/engine-api.ts'

/**
 * The title of a window: the open migration's name, with a dot before it while something is not in its file yet (it is
 * read, planned or sent), as editors do for what is not saved.
 */
export function titleOf(path: string | null, unsaved: boolean, appName: string): string {
  return path === null ? appName : `${unsaved ? '• ' : ''}${documentName(path)} - ${appName}`
}

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
  engine.on('changed', () => void show())
}

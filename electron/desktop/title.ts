import { app } from 'electron'
import type { BrowserWindow } from 'electron'
import type { Documents } from '../bridge/documents.ts'
import { documentName } from '../bridge/recent-documents.ts'
import type { Engine } from '../engine/engine-api.ts'

/** The title names the open migration. */
export function showTitle(engine: Engine, documents: Documents, window: BrowserWindow): void {
  let shown: string | null = null
  const show = async (): Promise<void> => {
    const path = await documents.path()
    if (path === shown || window.isDestroyed()) return
    shown = path
    window.setTitle(path === null ? app.name : `${documentName(path)} - ${app.name}`)
    window.setRepresentedFilename(path ?? '')
    if (path !== null) app.addRecentDocument(path)
  }
  engine.on('changed', () => void show())
}

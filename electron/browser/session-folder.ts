import { makePrivateFolder, namesIn, removeFolder } from '../engine/files/folders.ts'
import { join } from 'node:path'
import { isProcessAlive } from '../engine/process-alive.ts'

/** A folder for what comes and goes while the host runs: uploads and downloads. Gone when the host ends. */
export type SessionFolder = { readonly path: string; readonly remove: () => void }

/** Makes it, and removes what hosts that were killed have left behind. */
export function createSessionFolder(appFolder: string, pid: number = process.pid): SessionFolder {
  const all = join(appFolder, 'browser')
  makePrivateFolder(all)
  for (const name of namesIn(all)) {
    if (Number(name) === pid || !isProcessAlive(Number(name))) removeFolder(join(all, name))
  }
  const path = join(all, String(pid))
  makePrivateFolder(path)
  return { path, remove: () => removeFolder(path) }
}

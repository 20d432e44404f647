import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessAlive } from '../engine/process-alive.ts'

/** A folder for what comes and goes while the host runs: uploads and downloads. Gone when the host ends. */
export type SessionFolder = { readonly path: string; readonly remove: () => void }

/** Makes it, and removes what hosts that were killed have left behind. */
export function createSessionFolder(appFolder: string, pid: number = process.pid): SessionFolder {
  const all = join(appFolder, 'browser')
  mkdirSync(all, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(all)) {
    if (Number(name) === pid || !isProcessAlive(Number(name))) rmSync(join(all, name), { recursive: true, force: true })
  }
  const path = join(all, String(pid))
  mkdirSync(path, { mode: 0o700 })
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

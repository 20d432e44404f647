import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { privateFolder } from './app-folder.ts'

/** Writes a file of the app that only its owner can read: all of it takes its place at once, or nothing does. */
export async function writePrivately(path: string, text: string): Promise<void> {
  await privateFolder(dirname(path))
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, text, { mode: 0o600 })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

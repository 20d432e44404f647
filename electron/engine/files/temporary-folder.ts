import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '../process-alive.ts'
import { makeTemporaryFolder, namesIn, removeFolder } from './folders.ts'

/*
 * Temporary folders of the command line. They hold hashes while a command runs, and a killed command cannot remove its
 * own: the name says whose it is, so that the next command does.
 */

/** Of this machine: containers may share the folder of temporary files, but not their process numbers. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

const ownName = new RegExp(String.raw`^user-migration-(?:follow|inspect|session)-${machine}-(\d+)-\w{6}$`)

export function createTemporaryFolder(purpose: 'follow' | 'inspect' | 'session'): string {
  return makeTemporaryFolder(`user-migration-${purpose}-${machine}-${process.pid}-`)
}

/** Removes the folders of commands of this person that have ended without removing them. */
export function removeAbandonedFolders(folder: string = tmpdir()): void {
  for (const name of namesIn(folder)) {
    const pid = Number(ownName.exec(name)?.[1])
    if (Number.isNaN(pid) || isProcessAlive(pid)) continue
    const path = join(folder, name)
    try {
      // A link, or a folder of another user under such a name, stays.
      const found = lstatSync(path)
      if (found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) removeFolder(path)
    } catch {
      // Another command removes it at this moment.
    }
  }
}

import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '../process-alive.ts'
import { hasErrorCode } from './own-file.ts'

/** Makes a folder, and those above it, for its owner only. One that is there stays as it is. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Makes a folder where there is none; false: files cannot be made in it. */
export function makeWritableFolder(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Makes a folder for its owner only; false: another user chose that name before, or it is a link, and nothing is written to it. */
export function isOwnFolder(path: string): boolean {
  try {
    makePrivateFolder(path)
    const found = lstatSync(path)
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  } catch {
    return false
  }
}

/** A new folder of its own in that for temporary files, for its owner only. */
export function makeTemporaryFolder(prefix: string): string {
  return mkdtempSync(join(tmpdir(), prefix))
}

/** Removes a folder of this app with all that is in it; links in it are removed, not followed. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

/** Removes a file, or the link that has its name. Nothing has to be there. */
export function removeFile(path: string): void {
  rmSync(path, { force: true })
}

/** Removes a file or link; false: a folder has that name, or it cannot be removed. */
export function canRemoveFile(path: string): boolean {
  try {
    removeFile(path)
    return true
  } catch {
    return false
  }
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Whether this name can be reached. */
export function exists(path: string): boolean {
  return existsSync(path)
}

/** Makes a folder; false: something has that name already. Throws where none can be made. */
export function makeNewFolder(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes an empty folder. */
export function removeEmptyFolder(path: string): void {
  rmdirSync(path)
}

/** When a file was changed last, in milliseconds since 1970; null: it is not there, or cannot be looked at. */
export function changedAt(path: string): number | null {
  try {
    return statSync(path).mtimeMs
  } catch {
    return null
  }
}

/** Bytes; null: it is not there, or cannot be looked at. */
export function sizeOf(path: string): number | null {
  try {
    return statSync(path).size
  } catch {
    return null
  }
}

/** Bytes that are free in a folder; null: the system does not say. */
export function freeBytesIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** The device that a folder is on; null: there is none. */
export function deviceOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.dev ?? null
}

/*
 * Temporary folders of the command line. They hold hashes while a command runs, and a killed command cannot remove its
 * own: the name says whose it is, so that the next command does.
 */

/** Of this machine: containers may share the folder of temporary files, but not their process numbers. */
export const thisMachine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

const ownName = new RegExp(String.raw`^user-migration-(?:follow|inspect|session)-${thisMachine}-(\d+)-\w{6}$`)

export function createTemporaryFolder(purpose: 'follow' | 'inspect' | 'session'): string {
  return makeTemporaryFolder(`user-migration-${purpose}-${thisMachine}-${process.pid}-`)
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

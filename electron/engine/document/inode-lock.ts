import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeLock, type Lock } from './lock-file.ts'

/*
 * A document may be renamed while it is open, and its lock file stays behind under the name of before. So a second lock,
 * in a folder of this person and machine, is named after the file itself: device and inode, whatever its path.
 */

const nothingHeld: Lock = { release: () => undefined }

/**
 * Locks a file by its identity; null: it is open under another name. Where there is no place for such locks, the one
 * beside the file has to do. Windows lets nobody rename a file that is open.
 */
export function lockInode(path: string, folder: string = ownFolder()): Lock | null {
  if (process.platform === 'win32') return nothingHeld
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (found === undefined || !isPrivateFolder(folder)) return nothingHeld
  try {
    return takeLock(join(folder, `${found.dev}-${found.ino}`))
  } catch {
    return nothingHeld
  }
}

function ownFolder(): string {
  return join(tmpdir(), `user-migration-locks-${process.getuid?.() ?? 0}`)
}

/** A folder of somebody else who chose that name, or a link, is not written to. */
function isPrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  } catch {
    return false
  }
}

import { lstat, open, readdir, realpath, stat } from 'node:fs/promises'
import { constants } from 'node:fs'
import { join } from 'node:path'

/*
 * Files that the operator chose to be read, such as exports: never written to. Links are followed, because the operator
 * chose them. All functions throw the file system's errors.
 */

/**
 * A file that the operator chose. `realPath`: without links. `identity` changes when it is written to, cut or replaced;
 * `touched` also when its time of change was put back, or its mode or name changed.
 */
type ChosenFile = {
  readonly kind: 'file' | 'folder' | 'other'
  readonly size: number
  readonly realPath: string
  readonly identity: string
  readonly touched: string
  /** Milliseconds since 1970. */
  readonly changedAt: number
}

export async function describeFile(path: string): Promise<ChosenFile> {
  const found = await stat(path, { bigint: true })
  const { size, mtimeNs, ctimeNs, mtimeMs, dev, ino } = found
  return {
    kind: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other',
    size: Number(size),
    realPath: await realpath(path),
    identity: [size, mtimeNs, dev, ino].join(' '),
    touched: [size, mtimeNs, ctimeNs, dev, ino].join(' '),
    changedAt: Number(mtimeMs),
  }
}

/**
 * Files in a folder that the operator chose. Links are left out: other people may write to the folder, and a link there can lead
 * to any file. `wanted` judges a name; at most `maxNames` names are examined.
 */
export async function filesIn(
  folder: string,
  wanted: (name: string) => boolean,
  maxNames: number,
): Promise<readonly { readonly path: string; readonly changedAt: number }[]> {
  const names = (await readdir(folder)).slice(0, maxNames).filter(wanted)
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const seen = await lstat(path).catch(() => null)
      return seen?.isFile() === true ? [{ path, changedAt: seen.mtimeMs }] : []
    }),
  )
  return found.flat()
}

/** A file that is read at any position. */
type OpenFile = {
  /** Bytes when it was opened; it may grow meanwhile. */
  readonly size: number
  /** Fills `into`; returns the number of bytes read. */
  readonly read: (into: Buffer, length: number, position: number) => Promise<number>
  readonly close: () => Promise<void>
}

/** Opens a plain file; a pipe that took its place is opened without waiting for its other end, and not read. */
export async function openToRead(path: string): Promise<OpenFile> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
  const { size } = await file.stat()
  return {
    size,
    read: async (into, length, position) => (await file.read(into, 0, length, position)).bytesRead,
    close: () => file.close(),
  }
}

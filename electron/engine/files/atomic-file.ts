import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessAlive } from '../process-alive.ts'
import { exists, namesIn, removeFile, thisMachine } from './folders.ts'
import { hasErrorCode, isOwnKind, isSameFile, isNameTaken, statOf } from './own-file.ts'

/*
 * Atomic file write: a draft beside the target, moved into place when it is complete. Not the package `atomically`: it
 * takes a file as one value, while a report is streamed into its draft and SQLite and a printer fill drafts by name.
 */

/** Fails when anything has that name already, a link included. Windows knows no `O_NOFOLLOW`. */
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** Milliseconds between attempts to move a draft: on Windows a virus scanner or an indexer may hold either file open. */
const retryDelays = [10, 20, 40, 80, 160, 320, 640]

/**
 * A name for a draft beside `path`. It is random, so that other users of a shared folder cannot prepare a file or a
 * link under it, and names its process: drafts of killed processes are removed first.
 */
export function draftBeside(path: string): string {
  removeAbandonedDrafts(dirname(path))
  return join(dirname(path), `.${basename(path)}.${thisProcess}.${randomUUID()}.part`)
}

/** A shared folder may hold drafts of processes on other machines. */
const thisProcess = `${thisMachine}-${process.pid}`
const draftName = new RegExp(String.raw`^\..+\.${thisMachine}-(\d{1,10})\.[0-9a-f-]{36}\.part$`)
const lookedThrough = new Set<string>()

/** Once for each folder: reports hold names and addresses, and a killed process cannot remove its drafts. */
function removeAbandonedDrafts(folder: string): void {
  if (lookedThrough.has(folder)) return
  lookedThrough.add(folder)
  for (const name of namesIn(folder)) {
    const pid = Number(draftName.exec(name)?.[1])
    if (Number.isNaN(pid) || isProcessAlive(pid)) continue
    const path = join(folder, name)
    const found = statOf(path)
    if (found !== null && isOwnKind(path, found)) removeFile(path)
  }
}

/** Moves a complete draft to its place; tries again while another program holds one of the two files. */
export async function moveIntoPlace(draft: string, path: string, rename = renameSync): Promise<void> {
  for (const ms of retryDelays) {
    if (isMoved(draft, path, rename)) return
    await sleep(ms)
  }
  rename(draft, path)
}

/** As `moveIntoPlace`, for code that cannot wait for a promise: blocks the thread between attempts. */
export function moveIntoPlaceSync(draft: string, path: string, rename = renameSync): void {
  for (const ms of retryDelays) {
    if (isMoved(draft, path, rename)) return
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  }
  rename(draft, path)
}

function isMoved(draft: string, path: string, rename: typeof renameSync): boolean {
  try {
    rename(draft, path)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EPERM' || code === 'EBUSY' || code === 'EACCES') return false
    throw error
  }
}

/** Writes a small file whole or not at all, readable by its owner only. `texts`: its parts in their order. */
export function writeFileAtomically(path: string, texts: Iterable<string>): void {
  const draft = draftBeside(path)
  try {
    const handle = openSync(draft, newFile, 0o600)
    try {
      // Unlike a single write, `writeFileSync` continues until all of it is written, or throws that the disk is full.
      for (const text of texts) writeFileSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    moveIntoPlaceSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Streams a file that comes into being piece by piece: whole or not at all, readable by its owner only. */
export async function streamFileAtomically(
  path: string,
  write: (put: (text: string) => void) => Promise<void> | void,
): Promise<void> {
  const draft = draftBeside(path)
  try {
    const handle = openSync(draft, newFile, 0o600)
    let text = ''
    const flush = () => {
      if (text !== '') writeFileSync(handle, text)
      text = ''
    }
    try {
      await write((more) => {
        text += more
        if (text.length > 262_144) flush()
      })
      flush()
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    await moveIntoPlace(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Renames a complete file, never over another one. `handle`: the file as it was opened; another file under
 * its name is not moved. False: the name is taken by now, or the file was replaced; what is there stays.
 */
export function moveToFreeName(from: string, to: string, handle: number): boolean {
  const written = fstatSync(handle, { bigint: true })
  if (!isSameFile(statOf(from), written)) return false
  try {
    // Unlike renaming, this never replaces what is there.
    linkSync(from, to)
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST') || isNameTaken(to)) return false
    // A file system without hard links.
    moveIntoPlaceSync(from, to)
    return isSameFile(statOf(to), written)
  }
  if (!isSameFile(statOf(to), written)) {
    rmSync(to)
    return false
  }
  rmSync(from)
  return true
}

/** `name` with an extension, then `name (2)`, `name (3)`: the first that is free. */
export function freePath(
  folder: string,
  stem: string,
  extension: string,
  isFree: (path: string) => boolean = (path) => !exists(path),
): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${numbered(stem, number)}.${extension}`)
    if (isFree(path)) return path
  }
}

/** The name of the nth of several things with one name. */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name} (${number})`
}

/** The name of an export without its extensions: `users` of `users.sql.gz`. */
export function stemOf(file: string): string {
  return basename(file)
    .replace(/(?<=.)\.(gz|zip)$/i, '')
    .replace(/(?<=.)\.[a-z0-9]{1,8}$/i, '')
}

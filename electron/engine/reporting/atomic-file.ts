import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Fails when anything has that name already, a link included. Windows knows no `O_NOFOLLOW`. */
const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/**
 * Writes a file whole or not at all: beside its place first, then moved. Readable by its owner only. The name beside is
 * random, so that nobody who can write to a shared folder can lay out a file or a link under it.
 */
export async function writeWhole(
  path: string,
  write: (put: (text: string) => void) => Promise<void> | void,
): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  const handle = openSync(beside, newFile, 0o600)
  let text = ''
  const flush = () => {
    // Unlike a single write, this goes on until all of it is written, or says that the disk is full.
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
    closeSync(handle)
    renameSync(beside, path)
  } catch (error) {
    try {
      closeSync(handle)
    } catch {
      // Closed already.
    }
    rmSync(beside, { force: true })
    throw error
  }
}

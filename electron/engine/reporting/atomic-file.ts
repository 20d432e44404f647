import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file whole or not at all: beside its place first, then moved. Readable by its owner only. */
export async function writeWhole(
  path: string,
  write: (put: (text: string) => void) => Promise<void> | void,
): Promise<void> {
  const beside = `${path}.part-${process.pid}`
  const handle = openSync(beside, 'w', 0o600)
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

import { open, rm } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes what arrives to a new file for its owner only; it is removed again where it did not arrive whole. The file is open
 * before the first byte is read and closed before it is removed, so that nothing can create it again.
 */
export async function receiveFile(
  path: string,
  body: Readable,
  maxBytes: number,
): Promise<'written' | 'too-large' | 'broken'> {
  let bytes = 0
  const bounded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      done(bytes > maxBytes ? new TooLarge() : null, chunk)
    },
  })
  const handle = await open(path, 'wx', 0o600).catch(() => null)
  if (handle === null) return 'broken'
  try {
    await pipeline(body, bounded, handle.createWriteStream())
    return 'written'
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(path, { force: true })
    return error instanceof TooLarge ? 'too-large' : 'broken'
  }
}

class TooLarge extends Error {}

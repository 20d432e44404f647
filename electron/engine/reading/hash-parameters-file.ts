import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** Is this the `hash_config` block of a Firebase project, as a file, also as JSON? Says nothing of what cannot be read. */
export function isHashParameters(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false
    const head = Buffer.alloc(64)
    const handle = openSync(path, 'r')
    try {
      const text = head.toString('utf8', 0, readSync(handle, head, 0, head.length, 0))
      return /^\uFEFF?\s*(?:hash_config\s*\{|\{\s*"hash_config")/.test(text)
    } finally {
      closeSync(handle)
    }
  } catch {
    return false
  }
}

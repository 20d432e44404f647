import { ok, problem, type Result } from '../result.ts'

/** Longer than any key; short enough to fit into the 8 KiB that a core takes for all headers. */
const maxKey = 4096

/**
 * Reads a key as a file, a prompt or a field gave it. Blank: no key, and no header is sent. The sentences of a refusal
 * never repeat the key.
 */
export function parseApiKey(text: string): Result<string | null> {
  const key = text.trim()
  if (key === '') return ok(null)
  if (/[\r\n]/.test(key)) {
    return problem('key-with-line-breaks', 'The API key contains a line break. Enter only the key, on one line.')
  }
  if (!/^[\x20-\x7e]+$/.test(key)) {
    return problem(
      'key-with-odd-characters',
      'The API key contains a character that cannot be sent. Copy it again from the core’s configuration.',
    )
  }
  if (key.length > maxKey) {
    return problem('key-too-long', `The API key is longer than ${maxKey} characters. Check that it is the right key.`)
  }
  return ok(key)
}

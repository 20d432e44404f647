import type { Cursor } from './cursor.ts'

/**
 * Follows a token from chunk to chunk: the index after its end, a fault at an index, or it continues after these bytes.
 */
export type Tokenizer = (bytes: Buffer, from: number) => Step
export type Step = { readonly kind: 'end' | 'fault'; readonly at: number } | { readonly kind: 'more' }

/** `stopped`: the content ended first. `long`: more than a record may have; call again to follow it further without keeping it. */
export type ScanResult = 'end' | 'fault' | 'stopped' | 'long'

/**
 * Moves the cursor along a record that began at `start`. Keeps it in memory unless `start` is null. `most`: a record
 * beyond this many bytes is `long`.
 */
export async function scan(
  cursor: Cursor,
  start: number | null,
  tokenizer: Tokenizer,
  most?: number,
): Promise<ScanResult> {
  while (true) {
    const bytes = cursor.bytes()
    const step = tokenizer(bytes, cursor.at())
    cursor.moveTo(step.kind === 'more' ? bytes.length : step.at)
    if (step.kind !== 'more') return step.kind
    if (start !== null && cursor.isTooLong(start, most)) return 'long'
    if (!(await cursor.more())) return 'stopped'
  }
}

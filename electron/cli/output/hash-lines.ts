import { createReadStream } from 'node:fs'
import * as z from 'zod'
import type { HashInput } from '../../../shared/hashes/verdict.ts'

/** No hash is anywhere near as long; the rest of such a line is passed over. */
const maxLine = 1_000_000

/** The lines of a text file, one by one, without their line ends; an empty last line is none. */
export async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<string> {
  let rest = ''
  let first = true
  for await (const chunk of createReadStream(path, { encoding: 'utf8', signal })) {
    const text: string = first ? String(chunk).replace(/^\uFEFF/, '') : String(chunk)
    first = false
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, maxLine)
    yield* lines
  }
  if (rest !== '') yield rest
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const line = z.object({
  hash: text,
  salt: text,
  provider: text,
  declared: text,
  factor: z
    .number()
    .int()
    .nullish()
    .transform((value) => value ?? null),
})

/**
 * One line as a hash: plain, or JSON `{ "hash", "salt", "provider", "declared", "factor" }`, all but `hash` optional.
 * A credential that is itself JSON stays as it is.
 */
export function readHashLine(raw: string): HashInput {
  const trimmed = raw.trim()
  const fields = trimmed.startsWith('{') ? parseLine(trimmed) : null
  if (fields === null) return { hash: raw }
  const { hash, salt, provider, declared, factor } = fields
  return {
    hash,
    ...(salt === '' ? null : { salt }),
    ...(provider === '' ? null : { provider }),
    ...(declared === '' ? null : { declared }),
    ...(factor === null ? null : { factor }),
  }
}

function parseLine(trimmed: string): z.infer<typeof line> | null {
  try {
    const value: unknown = JSON.parse(trimmed)
    const isLine = typeof value === 'object' && value !== null && 'hash' in value && !('algorithm' in value)
    const parsed = isLine ? line.safeParse(value) : null
    return parsed?.success === true ? parsed.data : null
  } catch {
    return null
  }
}

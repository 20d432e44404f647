import type { Readable } from 'node:stream'
import { ok, problem } from '../../shared/result.ts'
import type { Result } from '../../shared/result.ts'

/** Enough for a hundred thousand chosen users. */
const most = 4 * 1024 ** 2

/** The body of a request as JSON, at most 4 MiB. */
export async function readJson(body: Readable, maxBytes = most): Promise<Result<unknown>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return problem('too-large', 'The request is too large. Choose fewer users.')
    chunks.push(chunk)
  }
  try {
    return ok(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    return problem('bad-request', 'The request is not valid.')
  }
}

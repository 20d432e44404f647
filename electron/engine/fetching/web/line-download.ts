import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import { codeOf, sentenceFor } from '../../core-client/exchange.ts'
import { failed, type Refusal, type WebClient } from './web-client.ts'

/** The lines of a file behind an address, as many as are asked for; it may be packed with gzip. */
export type LineDownload = {
  /** At most `count` lines; fewer only at the end. */
  readonly read: (count: number) => Promise<{ readonly kind: 'lines'; readonly lines: readonly string[] } | Refusal>
  readonly close: () => void
}

/** No user is longer, in characters. */
const maxLine = 16 * 1024 * 1024

/** Begins a download. No credentials are sent: the address itself is the permission, and is in no message. */
export async function openLines(
  address: string,
  client: WebClient,
  signal: AbortSignal,
): Promise<{ readonly kind: 'lines'; readonly download: LineDownload } | Refusal> {
  const dispatcher = client.dispatcher(address)
  if ('kind' in dispatcher) return dispatcher
  const { title } = client.sayings
  let reply: Dispatcher.ResponseData
  try {
    const { origin, pathname, search } = new URL(address)
    const get = { origin, path: `${pathname}${search}`, method: 'GET', signal } as const
    reply = await request.call(dispatcher, { ...get, headersTimeout: 60_000, bodyTimeout: 120_000 })
  } catch (error) {
    return broken(title, error)
  }
  if (reply.statusCode !== 200) {
    reply.body.on('error', () => undefined).destroy()
    return failed(
      'source-error',
      `The file of ${title} cannot be downloaded (${reply.statusCode}). Continue later.`,
      true,
    )
  }
  const chunks = reply.body[Symbol.asyncIterator]()
  return { kind: 'lines', download: linesOf(chunks, title) }
}

function linesOf(chunks: AsyncIterator<Buffer>, title: string): LineDownload {
  let lines: AsyncGenerator<string> | null = null
  return {
    read: async (count) => {
      const found: string[] = []
      try {
        lines ??= splitLines(await unpacked(chunks))
        while (found.length < count) {
          const { done, value } = await lines.next()
          if (done === true) break
          found.push(value)
        }
      } catch (error) {
        if (error instanceof RangeError) {
          return failed('size-limit', `The file of ${title} has a line of more than 16 MiB, which is not a user.`)
        }
        return broken(title, error)
      }
      return { kind: 'lines', lines: found }
    },
    close: () => void chunks.return?.().catch(() => undefined),
  }
}

/** Bytes with gzip taken off, which shows by its first two. */
async function unpacked(chunks: AsyncIterator<Buffer>): Promise<AsyncIterable<Buffer>> {
  let head = Buffer.alloc(0)
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    head = Buffer.concat([head, next.value])
    if (head.length >= 2) break
  }
  const whole = joined(head, chunks)
  if (head[0] !== 0x1f || head[1] !== 0x8b) return whole
  const source = Readable.from(whole, { objectMode: false })
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  return source.pipe(gunzip)
}

async function* joined(head: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value
}

async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // Pieces of a line are joined at its end, so that no byte is scanned twice.
  let pieces: string[] = []
  let length = 0
  for await (const chunk of bytes) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n')
    for (const [index, part] of parts.entries()) {
      pieces.push(part)
      length += part.length
      if (length > maxLine) throw new RangeError('line')
      if (index === parts.length - 1) break
      const line = pieces.join('')
      pieces = []
      length = 0
      if (line.trim() !== '') yield line
    }
  }
  const rest = pieces.join('') + decoder.decode()
  if (rest.trim() !== '') yield rest
}

function broken(title: string, error: unknown): Refusal {
  const code = codeOf(error)
  const why = code.startsWith('Z_') ? `The packed file was cut off (${code}).` : sentenceFor(code, true)
  return failed('unreachable', `${title}: ${why}`, true)
}

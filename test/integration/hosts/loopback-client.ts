import { createHmac, randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'

import type { HostChallenge } from '../../../shared/ipc/loopback.ts'

export type Headers = Readonly<Record<string, string>>
export type Reply = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }

/** One request; `fetch` would not let a test choose Host or Origin, nor keep a path as it is. */
export function send(port: number, method: string, path: string, headers: Headers = {}, body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Begins an upload of 500 bytes and leaves it after four; answers how to break it off. */
export function sendHalf(port: number, path: string, headers: Headers): () => void {
  const all = { ...headers, 'content-length': '500' }
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers: all, agent: false })
  sent.on('error', () => {})
  sent.write('half')
  return () => void sent.destroy()
}

/** Begins an upload of 500 bytes and says nothing after four; resolves when the host breaks it off. */
export function sendSilently(port: number, path: string, headers: Headers): Promise<void> {
  const all = { ...headers, 'content-length': '500' }
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers: all, agent: false })
  sent.write('half')
  return new Promise((resolve) => {
    sent.on('error', () => resolve())
    sent.on('close', () => resolve())
  })
}

/** The challenge of the page with this bearer to the host. */
export function challengeOf(authorization: string): HostChallenge {
  const challenge = randomBytes(32).toString('base64url')
  const bearer = authorization.replace(/^Bearer /, '')
  return { challenge, mac: createHmac('sha256', bearer).update(`page ${challenge}`).digest('base64url') }
}

/** The lines of the event stream, one at a time; null at its end. */
export async function listen(port: number, headers: Headers) {
  const body = JSON.stringify(challengeOf(headers['authorization'] ?? ''))
  const { authorization: _, ...others } = headers
  const response = await fetch(`http://127.0.0.1:${port}/events`, { method: 'POST', body, headers: others })
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  const next = async (): Promise<unknown> => {
    for (;;) {
      const end = rest.indexOf('\n')
      const line = rest.slice(0, Math.max(end, 0))
      if (end >= 0) rest = rest.slice(end + 1)
      if (line.startsWith('{"kind":"host"')) continue
      if (line !== '') return JSON.parse(line)
      if (end < 0) {
        const { done, value } = await reader.read()
        if (done) return null
        rest += value
      }
    }
  }
  return { next, leave: () => reader.cancel() }
}

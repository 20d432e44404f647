import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { unreachable } from '../../shared/result.ts'
import type { Fault } from './fault.ts'

/** Connections about to break: what is written on them may never be read. */
const doomed = new WeakSet<Socket>()

/** Nothing that is written from now on counts as having gone back. */
export function doom(socket: Socket | null): void {
  if (socket !== null) doomed.add(socket)
}

export type CoreReply = { readonly status: number; readonly contentType: string; readonly body: string }

/** Answers a request as the fault wants it. Resolves true when a success went back whole. `ask` brings it to the core. */
export async function corruptReply(
  response: ServerResponse,
  fault: Fault | null,
  ask: () => Promise<CoreReply>,
): Promise<boolean> {
  switch (fault?.kind) {
    case undefined:
      return give(response, await ask())
    case 'reset':
      return reset(response, fault.moment, ask)
    case 'slow-head': {
      const reply = await ask()
      if (fault.ms === null) return until(response)
      await wait(fault.ms)
      return give(response, reply)
    }
    case 'slow-body':
      return drip(response, await ask(), fault.ms)
    case 'cut-json': {
      const reply = await ask()
      await give(response, { ...reply, body: half(reply.body) })
      return false
    }
    case 'page':
      return give(response, page(fault.status))
    case 'busy': {
      if (fault.retryAfter === 'seconds') response.setHeader('Retry-After', '1')
      if (fault.retryAfter === 'date') response.setHeader('Retry-After', new Date(Date.now() + 1000).toUTCString())
      return give(response, { status: 429, contentType: 'text/plain', body: 'Too many requests' })
    }
    case 'error':
      if (fault.executed) await ask()
      return give(response, { status: 500, contentType: 'text/plain', body: fault.text })
    case 'twice': {
      const first = await ask()
      const second = await ask()
      return give(response, fault.shown === 'first' ? first : second)
    }
    case 'refused':
      if (fault.status === 302) response.setHeader('Location', '/elsewhere')
      return give(response, { status: fault.status, contentType: 'text/plain', body: fault.text })
    default:
      return unreachable(fault)
  }
}

async function give(response: ServerResponse, { status, contentType, body }: CoreReply): Promise<boolean> {
  const { socket } = response
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) })
  response.end(body)
  if (!response.writableFinished) await Promise.race([once(response, 'finish'), once(response, 'close')])
  return isDelivered(response, socket, body)
}

function isDelivered(response: ServerResponse, socket: Socket | null, body: string): boolean {
  if (socket === null || doomed.has(socket)) return false
  return response.writableFinished && response.statusCode === 200 && /"status"\s*:\s*"OK"/.test(body)
}

async function reset(
  response: ServerResponse,
  moment: Extract<Fault, { kind: 'reset' }>['moment'],
  ask: () => Promise<CoreReply>,
): Promise<false> {
  const { socket } = response
  const breakOff = (): false => {
    socket?.resetAndDestroy()
    return false
  }
  if (moment === 'arrival') return breakOff()
  const { status, contentType, body } = await ask()
  if (moment === 'reply') return breakOff()
  const head = `HTTP/1.1 ${status} OK\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  const sent = moment === 'head' ? head.slice(0, 30) : `${head}\r\n${moment === 'body' ? half(body) : body}`
  doom(socket)
  await new Promise<void>((resolve) => {
    if (socket === null) resolve()
    else socket.write(sent, () => resolve())
  })
  // A reset at once could overtake the written bytes.
  await wait(2)
  return breakOff()
}

async function drip(response: ServerResponse, reply: CoreReply, ms: number | null): Promise<boolean> {
  const { status, contentType, body } = reply
  const { socket } = response
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) })
  if (ms === null) {
    const dripping = setInterval(() => response.write(' '), 20)
    response.strictContentLength = false
    await until(response)
    clearInterval(dripping)
    return false
  }
  response.write(half(body))
  await wait(ms)
  response.end(body.slice(half(body).length))
  await Promise.race([once(response, 'finish'), once(response, 'close')])
  return isDelivered(response, socket, body)
}

/** Nothing more comes: it ends when the other side has had enough. */
async function until(response: ServerResponse): Promise<false> {
  await once(response, 'close')
  return false
}

function half(text: string): string {
  return text.slice(0, Math.floor(text.length / 2))
}

function page(status: 404 | 502 | 503): CoreReply {
  const body = `<html>\n<head><title>${status}</title></head>\n<body><h1>${status}</h1></body>\n</html>\n`
  return { status, contentType: 'text/html', body }
}

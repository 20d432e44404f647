import type { ServerResponse } from 'node:http'
import { unreachable } from '../../../../shared/result.ts'
import { text, type CoreReply } from '../exchange.ts'
import type { FaultRule } from '../faults/faults.ts'
import { send } from './send.ts'

/** Plays one fault on the connection. `answer` carries the request out; faults that hide a request never call it. */
export async function injectFault(
  response: ServerResponse,
  fault: FaultRule,
  now: number,
  answer: () => Promise<CoreReply>,
): Promise<void> {
  if ('executed' in fault && fault.executed === true) await answer()
  switch (fault.kind) {
    case '429':
      return send(response, page(429, 'Too Many Requests'), retryAfter(fault.retryAfter, fault.retryAfterAs, now))
    case '500':
      return send(response, text(500, fault.text ?? 'Internal Error'))
    case 'html-503':
      return send(response, page(503, 'Service Temporarily Unavailable'), retryAfter(fault.retryAfter, 'seconds', now))
    case 'html-404':
      return send(response, page(404, 'Not Found'))
    case 'refuse-key':
      return send(response, text(401, 'Invalid API key'))
    case 'cut-json': {
      const { status, contentType, body } = await answer()
      return send(response, { status, contentType, body: body.slice(0, Math.ceil(body.length / 2)) })
    }
    case 'timeout':
      return undefined
    case 'reset':
      return reset(response, fault.moment, answer)
    default:
      return unreachable(fault)
  }
}

async function reset(
  response: ServerResponse,
  moment: 'before' | 'lost' | 'during' | 'after',
  answer: () => Promise<CoreReply>,
): Promise<void> {
  if (moment === 'before') return breakOff(response)
  const { status, contentType, body } = await answer()
  if (moment === 'lost') return breakOff(response)
  if (moment === 'after') {
    const { socket } = response
    send(response, { status, contentType, body })
    // Only once the reply is out; a reset at once would take it along.
    response.once('finish', () => socket?.destroySoon())
    return undefined
  }
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) })
  response.write(body.slice(0, Math.ceil(body.length / 2)), () => breakOff(response))
  return undefined
}

function breakOff(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

/** What a proxy before the core sends: HTML that is nobody's JSON. */
function page(status: number, title: string): CoreReply {
  const body = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n</body>\r\n</html>\r\n`
  return { status, contentType: 'text/html', body }
}

function retryAfter(seconds: number | undefined, as: 'seconds' | 'date' | undefined, now: number): readonly string[] {
  if (seconds === undefined) return []
  const value = as === 'date' ? new Date(now + seconds * 1000).toUTCString() : String(Math.ceil(seconds))
  return ['Retry-After', value]
}

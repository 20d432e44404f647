import { createServer, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { bind } from './loopback.ts'

/** The reply of a scripted directory to one request for a page: the names of entries, and the cookie of the next page. */
export type ScriptedPage = { readonly entries: readonly string[]; readonly cookie: string }

export type ScriptedDirectory = { readonly port: number; readonly close: () => Promise<void> }

export type DirectoryPlace = {
  readonly host?: string
  /** For ldaps. */
  readonly tls?: { readonly cert: string; readonly key: string }
}

/** An LDAP server that takes any account and answers searches by a script: `page` gets the cookie of a request, empty at first. */
export async function startScriptedDirectory(
  page: (cookie: string) => ScriptedPage,
  { host = '127.0.0.1', tls }: DirectoryPlace = {},
): Promise<ScriptedDirectory> {
  const sockets = new Set<Socket>()
  const serve = (socket: Socket) => {
    sockets.add(socket)
    let rest = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes])
      for (let message = elementAt(rest, 0); message !== null; message = elementAt(rest, 0)) {
        rest = rest.subarray(message.end)
        socket.write(answer(message.content, page))
      }
    })
  }
  const server = tls === undefined ? createServer(serve) : createSecureServer(tls, serve)
  const port = await bind(server, host)
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const pagedResults = '1.2.840.113556.1.4.319'
const succeeded = [element(0x0a, Buffer.from([0])), element(0x04), element(0x04)]

function answer(message: Buffer, page: (cookie: string) => ScriptedPage): Buffer {
  const [id, request, controls] = elementsOf(message)
  if (id === undefined || request === undefined) return Buffer.alloc(0)
  const reply = (...parts: readonly Buffer[]) => element(0x30, element(0x02, id.content), ...parts)
  if (request.tag === 0x60) return reply(element(0x61, ...succeeded))
  if (request.tag !== 0x63) return Buffer.alloc(0)
  const { entries, cookie } = page(controls === undefined ? '' : cookieOf(controls.content))
  const value = element(0x30, element(0x02, Buffer.from([0])), element(0x04, Buffer.from(cookie)))
  const control = element(0x30, element(0x04, Buffer.from(pagedResults)), element(0x04, value))
  return Buffer.concat([
    ...entries.map((name) => reply(entry(name))),
    reply(element(0x65, ...succeeded), element(0xa0, control)),
  ])
}

/** A person with an ID and an email. */
function entry(name: string): Buffer {
  const attribute = (type: string, value: string) =>
    element(0x30, element(0x04, Buffer.from(type)), element(0x31, element(0x04, Buffer.from(value))))
  return element(
    0x64,
    element(0x04, Buffer.from(`uid=${name},dc=example,dc=com`)),
    element(0x30, attribute('uid', name), attribute('mail', `${name}@example.com`)),
  )
}

/** The cookie in the control of a request; its type and value are the first and the last of its elements. */
function cookieOf(controls: Buffer): string {
  for (const { content } of elementsOf(controls)) {
    const parts = elementsOf(content)
    if (parts[0]?.content.toString() !== pagedResults) continue
    const [value] = elementsOf(parts.at(-1)?.content ?? Buffer.alloc(0))
    return elementsOf(value?.content ?? Buffer.alloc(0))[1]?.content.toString() ?? ''
  }
  return ''
}

type Element = { readonly tag: number; readonly content: Buffer; readonly end: number }

function elementsOf(bytes: Buffer): readonly Element[] {
  const found: Element[] = []
  for (let next = elementAt(bytes, 0); next !== null; next = elementAt(bytes, next.end)) found.push(next)
  return found
}

/** One element of BER; null: it is not complete. */
function elementAt(bytes: Buffer, at: number): Element | null {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return null
  const more = first < 0x80 ? 0 : first & 0x7f
  if (bytes.length < at + 2 + more) return null
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
  const start = at + 2 + more
  return bytes.length < start + length
    ? null
    : { tag, content: bytes.subarray(start, start + length), end: start + length }
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.from([tag, 0x83, 0, 0, 0])
  head.writeUIntBE(content.length, 2, 3)
  return Buffer.concat([head, content])
}

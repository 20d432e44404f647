import { connect, createServer, type Socket } from 'node:net'
import { bind } from './loopback.ts'

/** Stands before a server and disturbs what the server sends: slows it down, stops it, cuts it off. */
export type TcpProxy = {
  readonly port: number
  /** Bytes of the server that were passed on, over all connections. */
  readonly passed: () => number
  /** From now on, passes on `bytes` more; then falls silent, or ends the connection. */
  readonly stopAfter: (bytes: number, then: 'silence' | 'cut') => void
  /** Ends all connections, and waits until both sides have heard of it. */
  readonly cutAll: () => Promise<void>
  /** From now on, passes everything on. */
  readonly calm: () => void
  readonly close: () => Promise<void>
}

type Given = {
  /** Bytes of the server in a second; absent: as fast as they come. */
  readonly perSecond?: number
  /** Returns the replacement of a chunk of the server; `at`: its place in the connection. */
  readonly change?: (chunk: Buffer, at: number) => Buffer
}

const tickMs = 10

export async function startTcpProxy(
  to: number,
  { perSecond, change = (chunk) => chunk }: Given = {},
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let passed = 0
  let left = Infinity
  let then: 'silence' | 'cut' = 'silence'
  let rate = perSecond === undefined ? Infinity : (perSecond * tickMs) / 1000

  const carry = async (far: Socket, near: Socket) => {
    let at = 0
    for await (const part of far) {
      let rest = change(Buffer.from(part), at)
      at += rest.length
      while (rest.length > 0) {
        const now = rest.subarray(0, Math.floor(Math.min(rest.length, left, rate)))
        if (now.length > 0) near.write(now)
        passed += now.length
        left -= now.length
        rest = rest.subarray(now.length)
        if (left === 0 && then === 'cut') {
          // Only this connection: the next one is not disturbed.
          left = Infinity
          near.end()
          far.destroy()
          return
        }
        if (near.destroyed) {
          far.destroy()
          return
        }
        if (left === 0 || rate !== Infinity) await new Promise((resolve) => setTimeout(resolve, tickMs))
      }
    }
    near.end()
  }

  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
    near.on('data', (chunk) => far.write(chunk)).on('close', () => far.destroy())
    far.on('connect', () => void carry(far, near).catch(() => near.destroy()))
    far.on('close', () => near.destroySoon())
  })
  const port = await bind(server, '127.0.0.1')
  return {
    port,
    passed: () => passed,
    stopAfter: (bytes, what) => {
      left = bytes
      then = what
    },
    cutAll: async () => {
      const open = [...sockets]
      for (const socket of open) socket.destroy()
      const left = open.filter((socket) => !socket.closed)
      await Promise.all(left.map((socket) => new Promise((resolve) => socket.on('close', resolve))))
      // The ends are in the buffers of this machine by now; the next turns of the loop hear of them.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1))
    },
    calm: () => {
      left = Infinity
      rate = Infinity
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

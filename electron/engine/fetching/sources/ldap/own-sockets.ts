import { connect, Socket } from 'node:net'
import { connect as connectSecurely, TLSSocket } from 'node:tls'
import type { ClientOptions } from 'ldapts'
import { createMessageLimit, ldapMessage, type MessageLimit, overLimitError } from '../../message-limit.ts'

/** The first byte of every message of LDAP. */
const sequence = 0x30

/** The error of a server that speaks another protocol, which the client would wait for. */
export const notLdap = 'Not LDAP'

/** The sockets of one client, and the promises that report their end. */
export type OwnSockets = {
  readonly make: Required<Pick<ClientOptions, 'createConnection' | 'createSecureConnection'>>
  /** Settles like the promise, or rejects when a socket ends first or nothing arrives within `ms` milliseconds. */
  readonly unlessLost: <T>(promise: Promise<T>, ms?: number) => Promise<T>
  readonly destroy: () => void
  /** Bytes that arrive after this call belong to another page. */
  readonly nextPage: () => void
}

/**
 * Own sockets for the client: it misses the end of a socket that StartTLS has upgraded, and would replace a lost one
 * automatically, unauthenticated and without StartTLS. Here each kind is created once.
 */
export function ownSockets(): OwnSockets {
  const made: Socket[] = []
  const limits: MessageLimit[] = []
  let lose: (error: Error) => void = () => undefined
  const lost = new Promise<never>((_, reject) => (lose = reject))
  // Without a waiting caller a rejection would be unhandled.
  lost.catch(() => undefined)
  const own = (socket: unknown) => {
    if (!(socket instanceof Socket)) return
    if (made.length === 0)
      socket.once('data', (bytes: Buffer) => {
        if (!(socket instanceof TLSSocket) && bytes[0] !== sequence) lose(new Error(notLdap))
      })
    made.push(socket)
    const limit = createMessageLimit(ldapMessage)
    limits.push(limit)
    // Behind StartTLS the bytes of this socket are no messages, and come to the secure one.
    socket.on('data', (bytes: Buffer) => {
      if (limit.admits(bytes)) return
      lose(overLimitError())
      socket.destroy()
    })
    // The client takes its own listeners away from sockets that it gives up.
    socket.on('error', () => undefined).on('close', () => lose(new Error('The connection was closed.')))
  }
  const once = <F extends (...args: never) => Socket>(make: F): F => {
    let isMade = false
    return new Proxy(make, {
      apply: (_, self, args) => {
        if (isMade) throw new Error('The connection was closed.')
        isMade = true
        const socket: unknown = Reflect.apply(make, self, args)
        own(socket)
        return socket
      },
    })
  }
  return {
    make: { createConnection: once(connect), createSecureConnection: once(connectSecurely) },
    unlessLost: async (promise, ms) => {
      const timer = ms === undefined ? undefined : setTimeout(() => lose(new Error('timeout')), ms)
      return await Promise.race([promise, lost]).finally(() => clearTimeout(timer))
    },
    nextPage: () => {
      for (const limit of limits) limit.nextPage()
    },
    destroy: () => {
      for (const socket of made) socket.destroy()
    },
  }
}

/*
 * Bounds on what a database or a directory sends. Its driver keeps a message until it is whole, and rows until the page is:
 * a server that announces a message of gigabytes, or sends rows without end, would take the memory.
 */

/** How long the message is that begins at an index of these bytes, header included; null: more bytes are needed to tell. */
type MessageLength = (bytes: Buffer, at: number) => number | null

/** Larger than any record that is read from an export. */
const maxMessage = 64 * 1024 * 1024
const maxPage = 512 * 1024 * 1024

/** The longest header of a protocol. */
const maxHeader = 8

export type MessageLimit = {
  /** Looks at bytes before the driver does. False: there is more in them than may come. */
  readonly admits: (bytes: Buffer) => boolean
  /** Bytes are counted anew. */
  readonly nextPage: () => void
}

export function createMessageLimit(
  lengthOf: MessageLength,
  { message = maxMessage, page = maxPage }: { readonly message?: number; readonly page?: number } = {},
): MessageLimit {
  let counted = 0
  /** Bytes of the message that are still to come. */
  let left = 0
  /** The beginning of a header, of which the rest is still to come. */
  let head: Buffer | null = null
  return {
    nextPage: () => (counted = 0),
    admits: (bytes) => {
      counted += bytes.length
      if (counted > page) return false
      for (let at = 0; at < bytes.length;) {
        if (left > 0) {
          const step = Math.min(left, bytes.length - at)
          left -= step
          at += step
          continue
        }
        // Each row of a table is a message, so nearly all headers are looked at where they are.
        let seen = bytes
        let from = at
        let known = 0
        if (head !== null) {
          known = head.length
          seen = Buffer.concat([head, bytes.subarray(at, at + maxHeader - known)])
          from = 0
        }
        const length = lengthOf(seen, from)
        if (length === null) {
          head = Buffer.from(seen.subarray(from))
          break
        }
        if (length > message || length < 1) return false
        // The header lies partly in bytes that were seen before.
        left = length - known
        head = null
      }
      return true
    },
  }
}

/** The code of an error that ends a connection over its limit; a server's own errors have other codes. */
export const overLimit = 'OVER_LIMIT'

export function overLimitError(): Error {
  return Object.assign(new Error('The server sends more than the limit.'), { code: overLimit })
}

/** PostgreSQL: a letter and the length of the rest with itself (its manual, "Message Formats"). */
export const postgresMessage: MessageLength = (bytes, at) =>
  bytes.length - at < 5 ? null : 1 + bytes.readUInt32BE(at + 1)

/** LDAP: one SEQUENCE of BER (RFC 4511, 5.1). Other messages are left to the client, which refuses it. */
export const ldapMessage: MessageLength = (bytes, at) => {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return null
  if (tag !== 0x30 || first < 0x80) return 2 + (tag === 0x30 ? first : 0)
  const size = first & 0x7f
  if (size === 0 || size > 6) return Number.MAX_SAFE_INTEGER
  return bytes.length - at < 2 + size ? null : 2 + size + bytes.readUIntBE(at + 2, size)
}

/** MySQL: three bytes of length and a number; one of the full length is continued in the next (its manual, "Protocol Basics"). */
export function mysqlMessage(): MessageLength {
  let before = 0
  return (bytes, at) => {
    if (bytes.length - at < 4) return null
    const length = bytes.readUIntLE(at, 3)
    before = length === 0xff_ff_ff ? before + length : 0
    // A continued message counts as long as all of its parts.
    return before > maxMessage ? Number.MAX_SAFE_INTEGER : 4 + length
  }
}

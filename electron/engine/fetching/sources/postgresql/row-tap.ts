/*
 * Rows taken out of the messages of a server before the driver makes a text of each value (the manual of PostgreSQL, "Message Formats").
 */

/** The fields of a row: their number, then each with its length. */
export type RowBytes = { readonly bytes: Buffer; readonly from: number; readonly to: number }

export type RowTap = {
  /** From now on rows are collected; the driver gets all other messages, in their order. */
  readonly open: () => void
  /** From now on the driver gets the rows as well. */
  readonly close: () => void
  /** The rows since the last call. */
  readonly take: () => readonly RowBytes[]
  /** A listener to a connection, before that of the driver. */
  readonly before: (driver: (bytes: Buffer) => void) => (bytes: Buffer) => void
}

/** A letter and the length of the rest with itself. */
const header = 5
const dataRow = 68

export function createRowTap(): RowTap {
  let rows: RowBytes[] = []
  let isOpen = false

  /** Takes whole messages; answers where the first one begins that is not whole. */
  const pass = (bytes: Buffer, driver: (bytes: Buffer) => void): number => {
    let at = 0
    let given = 0
    const give = () => {
      if (given < at) driver(bytes.subarray(given, at))
    }
    while (bytes.length - at >= header) {
      const end = at + 1 + bytes.readUInt32BE(at + 1)
      if (end > bytes.length) break
      if (isOpen && bytes[at] === dataRow) {
        give()
        rows.push({ bytes, from: at + header, to: end })
        given = end
      }
      at = end
    }
    give()
    return at
  }

  return {
    open: () => void (isOpen = true),
    close: () => void (isOpen = false),
    take: () => {
      const taken = rows
      rows = []
      return taken
    },
    before: (driver) => {
      /** The beginning of a message, of which the rest is still to come. */
      let held: Buffer[] = []
      let size = 0
      let wanted = 0
      return (bytes) => {
        held.push(bytes)
        size += bytes.length
        // A long message is put together once.
        if (size < wanted) return
        const whole = held.length === 1 ? bytes : Buffer.concat(held, size)
        const rest = whole.subarray(pass(whole, driver))
        held = rest.length === 0 ? [] : [rest]
        size = rest.length
        wanted = size < header ? header : 1 + rest.readUInt32BE(1)
      }
    },
  }
}

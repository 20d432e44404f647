import type { Logins } from './control-totals/login-scan.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'

/** Where something stands in a file. */
export type Place = {
  /** The line it begins on, counted from 1. */
  readonly line: number
  /** Its first byte in the unpacked UTF-8 text; in a plain UTF-8 file this is the position in the file. */
  readonly offset: number
}

/**
 * One physical record of a file. Nothing is left out: what cannot be read is `unreadable`, with a reason in plain
 * words that repeats nothing of the content.
 */
export type RawRecord =
  | (Place & {
      readonly kind: 'record'
      readonly value: SourceRecord
      /** The table of a dump that it is a row of. */
      readonly table?: string
      /** Statements behind the row changed values of it, so its bytes have others. */
      readonly isChanged?: true
      /** The logins in its bytes or cells, where they are counted; absent where there are none. */
      readonly logins?: Logins
      /** The logins that only decoding shows, such as base64, where its reader counts them. */
      readonly decoded?: Logins
    })
  | (Place & {
      readonly kind: 'unreadable'
      readonly reason: string
      /** From here on the file is missing or unreadable: the number of further records is unknown. */
      readonly truncates?: true
      readonly logins?: Logins
    })

/** The longest record that is kept in memory. Anything longer is named and passed over. */
export const maxRecord = 16 * 1024 * 1024

/** Hardly any record is longer. Beyond that, what looks like the next one is rather that than a part of this one. */
export const defaultRecord = 256 * 1024

export const tooLong =
  'This record is longer than 16 MiB and was skipped. Is a quotation mark or a bracket missing in it?'

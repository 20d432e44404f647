import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import type { MappedColumn } from '../mapping/mapping.ts'

/** A table beside the users that holds a login of theirs: their email address, their password hash, their IDs at third parties. */
export type LoginTable = {
  readonly table: string
  /** The column that names the user of a row, and the column of the users that it refers to. */
  readonly owner: string
  readonly key: string
  /** The table of the users. */
  readonly of: string
  readonly columns: readonly MappedColumn[]
  /** A user may have several rows. */
  readonly isRepeated?: boolean
  /** Whether a row counts: of several addresses, the primary one does. */
  readonly counts: (record: SourceRecord) => boolean
  readonly read: (record: SourceRecord) => Entry | null
}

/** The key under which rows of login tables find their user. */
export function ownerKey(users: string, id: string): string {
  return `row:${users}:${id}`
}

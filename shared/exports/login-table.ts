import type { Entry, Names, NamesOfTables, SourceRecord } from '../mapping/export-format.ts'
import type { MappedColumn } from '../mapping/mapping.ts'

/** A table beside the users that holds logins of theirs: email addresses, password hashes, third-party ids. */
export type LoginTable = {
  readonly table: string
  /** The column that refers to the user of a row. */
  readonly owner: string
  /** The column of the users to which it refers. */
  readonly key: string
  /** The table of users. */
  readonly of: string
  readonly columns: readonly MappedColumn[]
  /** A user may have several rows. */
  readonly isRepeated?: boolean
  /** Whether a row counts; of several addresses only the primary one does. */
  readonly counts: (record: SourceRecord) => boolean
  /** `names`: what the rows of `link` say. */
  readonly read: (record: SourceRecord, names?: Names) => Entry | null
  /** The table whose rows name the user of a row, where none of its own columns does. */
  readonly link?: Pick<LoginTable, 'table' | 'owner' | 'counts'> & Pick<NamesOfTables, 'read'>
}

/** Join key of the rows of login tables with their user. */
export function ownerKey(users: string, id: string): string {
  return `row:${users}:${id}`
}

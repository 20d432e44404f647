import type { PageOfList } from '../../../shared/mapping/page-of-list.ts'
import type { Logins } from './control-totals/login-scan.ts'
import type { SourceRecord, UnreadStatement } from '../../../shared/mapping/export-format.ts'

/** Where a record begins in its file. */
export type Place = {
  /** Line, from 1; for formats without lines, the number of the record. */
  readonly line: number
  /** Position of the first byte in the unpacked UTF-8 text, which in a plain UTF-8 file is the position in the file. */
  readonly offset: number
}

/**
 * One physical record of a file. A record that cannot be parsed is `unreadable`, with a sentence that says why and quotes nothing of the
 * content.
 */
export type RawRecord =
  | (Place & {
      readonly kind: 'record'
      readonly value: SourceRecord
      /** The table of a row, in a dump. */
      readonly table?: string
      /** Later statements changed the row, so its values differ from its bytes. */
      readonly isChanged?: true
      /** Logins in its bytes or cells; absent if there are none or they are not counted. */
      readonly logins?: Logins
      /** Logins that only decoding reveals, such as base64; absent if they are not counted. */
      readonly decoded?: Logins
    })
  | (Place & {
      readonly kind: 'unreadable'
      readonly reason: string
      /** It is not a record, but a statement of a dump that is not read. */
      readonly statement?: UnreadStatement
      /** The file is missing or unreadable from here on, so the number of further records is unknown. */
      readonly truncates?: true
      /** With it: the file says that it is one page of several. */
      readonly page?: PageOfList
      readonly logins?: Logins
    })

/** Why a piece of a file is not read: a sentence about a damaged record, or a statement with its sentence. */
export type Fault = string | StatementFault
export type StatementFault = { readonly statement: UnreadStatement; readonly reason: string }

/** The records of a file with one table: they name no table, as its sample names none. */
export async function* ofOneTable(
  batches: AsyncIterable<readonly RawRecord[]>,
): AsyncGenerator<readonly RawRecord[], void, undefined> {
  for await (const batch of batches) yield batch.some(namesTable) ? batch.map(withoutTable) : batch
}

function namesTable(record: RawRecord): boolean {
  return record.kind === 'record' && record.table !== undefined
}

function withoutTable(record: RawRecord): RawRecord {
  if (record.kind !== 'record') return record
  const { table: _table, ...rest } = record
  return rest
}

/** Limit on a record in memory, in bytes. A longer one is reported as unreadable and skipped. */
export const maxRecord = 16 * 1024 * 1024

/** Size in bytes, beyond which a record is suspect: a text in it that looks like the next record probably is one. */
export const defaultRecord = 256 * 1024

export const tooLong =
  'This record is longer than 16 MiB and was skipped. Is a quotation mark or a bracket missing in it?'

import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { isObject } from '../../../../shared/json.ts'
import type { RawRecord } from '../raw-record.ts'

/*
 * Data files of NeDB and its like are appended to: a document that was changed or removed stands in them again, until the file is
 * compacted. Read as users, an old state would come back.
 */

const made = /^[A-Za-z0-9]{16}$/

/** Whether these may be the first documents of such a file. */
export function mayBeNedb(records: readonly SourceRecord[]): boolean {
  const isMark = (record: SourceRecord) => '$$indexCreated' in record || '$$deleted' in record
  return (
    records.some(isMark) ||
    (records.length > 1 && records.every(({ _id: id }) => typeof id === 'string' && made.test(id)))
  )
}

/** The documents among records, without what the file says of its indexes. */
export function documentsIn(records: readonly SourceRecord[]): readonly SourceRecord[] {
  const documents = records.filter((record) => !('$$indexCreated' in record))
  return documents.length === 0 ? records : documents
}

/** Whether a document stands in it again. */
export async function hasLaterStates(batches: AsyncIterable<readonly RawRecord[]>): Promise<boolean> {
  const seen = new Set<unknown>()
  for await (const batch of batches) {
    for (const record of batch) {
      const value = record.kind === 'record' && isObject(record.value) ? record.value : {}
      const { _id: id, $$deleted: deleted } = value
      if (deleted === true || (id !== undefined && seen.has(id))) return true
      if (id !== undefined && seen.size < maxSeen) seen.add(id)
    }
  }
  return false
}

/** Documents whose IDs are kept in mind. */
const maxSeen = 1_000_000

export const uncompacted =
  'This data file of NeDB holds former states of documents and removed ones beside those of today. Start the application once, which compacts the file, or call compactDatafile(), and choose it then.'

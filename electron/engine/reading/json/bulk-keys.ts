import { isBulkAction } from '../../../../shared/exports/kinds/other-kind.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { isObject } from '../../../../shared/json.ts'
import type { RawRecord } from '../raw-record.ts'

/** Whether a text begins as a bulk load of Elasticsearch does: with what is to happen to the document on the next line. */
export function isBulkLoad(text: string): boolean {
  return /^\uFEFF?\s{0,100}\{\s?"(?:index|create|update)"\s?:\s?\{\s?"/.test(text)
}

/** Gives each document of a bulk load the key that the line before it says, where none of its fields has that value. */
export async function* withBulkKeys(
  batches: AsyncIterable<readonly RawRecord[]>,
): AsyncGenerator<readonly RawRecord[]> {
  let key: unknown = undefined
  const withKey = (record: RawRecord): RawRecord => {
    const before = key
    key = undefined
    if (record.kind !== 'record') return record
    const { value } = record
    if (isBulkAction(value)) key = keyIn(value)
    else if (before !== undefined && !Object.hasOwn(value, '_id') && !Object.values(value).includes(before))
      return { ...record, value: { _id: before, ...value } }
    return record
  }
  for await (const batch of batches) yield batch.map(withKey)
}

function keyIn(action: SourceRecord): unknown {
  const [inside] = Object.values(action)
  return isObject(inside) ? inside['_id'] : undefined
}

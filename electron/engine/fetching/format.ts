import type { FetchFormat, JsonObject } from './source.ts'

/** One JSON object per line. */
export const ndjson: FetchFormat = {
  begin: '',
  terminator: '\n',
  write: (record) => JSON.stringify(record),
  read: (block) => {
    const value: unknown = JSON.parse(block)
    // Written by `write` from a record.
    return value as JsonObject
  },
}

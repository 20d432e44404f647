import { isObject } from '../../../../shared/json.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'

const methods = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i

/** Whether all records are requests to an API: of a collection of Postman, of a recording of a browser, of a file that sets up a server. */
export function areRequests(records: readonly SourceRecord[]): boolean {
  return (
    records.length > 0 && records.every((record) => isCall(record) || isCall(record['request']) || isFolder(record))
  )
}

function isCall(value: unknown): boolean {
  if (!isObject(value)) return false
  const { method, url } = value
  return typeof method === 'string' && methods.test(method.trim()) && (typeof url === 'string' || isObject(url))
}

function isFolder({ item, log }: SourceRecord): boolean {
  const list = isObject(log) ? log['entries'] : item
  return Array.isArray(list) && list.every((one: unknown) => isObject(one) && areRequests([one]))
}

export const ofRequests =
  'This file lists requests to an API, such as a collection of Postman, not users. Export the users from the system that answers these requests.'

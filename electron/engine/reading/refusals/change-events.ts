import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'

/*
 * Change data capture: streams of inserted, updated and deleted records (Debezium, Maxwell, DynamoDB Streams, MongoDB change streams,
 * webhooks). Reading them as users would restore deleted users and duplicate changed ones.
 */

/** The message for a file of change events. */
export const ofChanges =
  'This file lists changes of records (inserted, updated, deleted), not users as they are now, so deleted users are in it as well. Export the table or list of users itself, and choose that.'

/** Names of a member that holds the operation, beside a member that holds the row. */
const says =
  /^(?:op|type|kind|action|event|event_?name|event_?type|operation|operation_?type|change_?type|mutation_?type)$/i

const happened =
  /^(?:[cudrimt]|create|insert|update|delete|upsert|replace|modify|remove|truncate|bootstrap-insert|\w{1,60}[.:-](?:created|inserted|updated|modified|changed|deleted|removed)|(?:created|inserted|updated|modified|deleted|removed))$/i

const holdsRow =
  /^(?:before|after|old|new|data|row|record|object|values?|columns|payload|dynamodb|full_?document|document_?key|old_?image|new_?image|old_?record|new_?record|user|resource)$/i

/** Names of a column that holds the operation, beside the columns of the row. */
const saysBeside = /^_{0,2}\$?(?:op|operation|op_?type|change_?type|cdc_?op\w{0,9}|dml_?type|row_?kind)$/i

const happenedToRow =
  /^(?:[iud]|[+-][iud][ab]?|insert|update|delete|(?:update_)?(?:pre|post)image|update_(?:before|after))$/i

/** Whether all records are change events. */
export function areChangeEvents(records: readonly SourceRecord[]): boolean {
  return records.length > 0 && records.every((record) => isEvent(record) || isEvent(record['payload']))
}

function isEvent(record: unknown): boolean {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return false
  const members = Object.entries(record)
  if (members.some(([name, value]) => saysBeside.test(name) && isWord(value, happenedToRow))) return true
  if (members.some(([name, value]) => name === 'change' && Array.isArray(value) && value.every(isEvent))) return true
  const hasRow = members.some(([name, value]) => holdsRow.test(name) && typeof value === 'object' && value !== null)
  // wal2json writes names and values in two lists.
  const hasValues = members.some(([name, value]) => name === 'columnvalues' && Array.isArray(value))
  return (hasRow || hasValues) && members.some(([name, value]) => says.test(name) && isWord(value, happened))
}

function isWord(value: unknown, words: RegExp): boolean {
  return typeof value === 'string' && words.test(value.trim())
}

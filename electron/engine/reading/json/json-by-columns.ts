import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'

export const byColumns =
  'This JSON has the names of the columns apart from their values, not an object for each user. Export it again with one object for each user (pandas: to_json with orient="records"), or as CSV, and choose that.'

/** Whether a record is a whole table: values listed by column, or column names beside rows of values. */
export function isByColumns(record: SourceRecord): boolean {
  if (holdsNamedRows(record, deepest)) return true
  const members = Object.values(record)
  if (members.length < 2) return false
  const sizes = members.map((member) => {
    if (Array.isArray(member))
      return member.every((one) => typeof one !== 'object' || one === null) ? member.length : -1
    const keys = typeof member === 'object' && member !== null ? Object.keys(member) : []
    return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? keys.length : -1
  })
  if (sizes.every((size) => size >= 2 && size === sizes[0])) return true
  if (members.some((member) => typeof member !== 'object')) return false
  const isTable = (rows: unknown) => Array.isArray(rows) && rows.length > 0 && rows.every((row) => Array.isArray(row))
  return members.some(isTable) && members.some((member) => Array.isArray(member) && typeof member[0] === 'string')
}

/** A list of columns, each an object with its name, followed by a list of rows. */
const describedColumns =
  /"(?:columns?|cols|fields|headers?|schema)"\s*:\s*\[\s*\{[^\]]{0,20000}\]\s*,\s*"(?:rows|data|values|records)"\s*:\s*\[\s*\[/i

/** Whether the records are column descriptions of a table whose rows follow them. `text`: the beginning of the file. */
export function areColumns(records: readonly SourceRecord[], text: string): boolean {
  const isColumn = (record: SourceRecord) =>
    Object.keys(record).some((name) => /^(?:name|key|field|label|id)$/i.test(name))
  return records.length > 0 && records.every(isColumn) && describedColumns.test(text)
}

/** Levels searched for such a table: `{"data": {"columns": [...], "rows": [...]}}`, `{"results": [{...}]}`. */
const deepest = 3
const ofNames = /^(?:columns?|column_?names|cols|fields|field_?names|headers?|names|keys)$/i

/** Whether an object, or one within it, has a list of column names and rows with as many values. */
function holdsNamedRows(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false
  if (Array.isArray(value)) return value.length === 1 && holdsNamedRows(value[0], depth - 1)
  const members = Object.entries(value)
  const names = members.find(([name, list]) => ofNames.test(name) && Array.isArray(list))?.[1]
  if (Array.isArray(names) && names.length > 1)
    return members.some(([, rows]) => rows !== names && areRows(rows, names.length))
  return members.some(([, inside]) => holdsNamedRows(inside, depth - 1))
}

function areRows(rows: unknown, width: number): boolean {
  return Array.isArray(rows) && rows.length > 0 && rows.every((row) => Array.isArray(row) && row.length === width)
}

import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'

export const byColumns =
  'This JSON has the names of the columns apart from their values, not an object for each user. Export it again with one object for each user (pandas: to_json with orient="records"), or as CSV, and choose that.'

/** Whether a record is a whole table: the values of each column are a list, or an object by the numbers of its rows. */
export function isByColumns(record: SourceRecord): boolean {
  const members = Object.values(record)
  if (members.length < 2) return false
  const sizes = members.map((member) => {
    if (Array.isArray(member))
      return member.every((one) => typeof one !== 'object' || one === null) ? member.length : -1
    const keys = typeof member === 'object' && member !== null ? Object.keys(member) : []
    return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? keys.length : -1
  })
  return sizes.every((size) => size >= 2 && size === sizes[0])
}

import type { FileFormat, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { firstCount } from '../../../shared/mapping/first-records.ts'
import { isEmailAddress } from '../../../shared/users/normalise-email.ts'

/** Records of a sample that stand in for addresses or fields that its first ones lack. */
const maxLater = 10

/** The sample among the records at the beginning of a file. */
export function sampleRecords(
  found: readonly SourceRecord[],
  format: FileFormat,
  header: readonly string[] | null,
): readonly SourceRecord[] {
  if (header !== null) return found.slice(0, firstCount)
  return format === 'csv' ? withAddresses(found) : withLaterFields(found)
}

/** Without column names only values tell the columns of a table, so later records stand in for addresses that the first lack. */
function withAddresses(records: readonly SourceRecord[]): readonly SourceRecord[] {
  const hasAddress = (record: SourceRecord) =>
    Object.values(record).some((value) => typeof value === 'string' && isEmailAddress(value.trim()))
  const first = records.slice(0, firstCount)
  const later = first.some(hasAddress) ? [] : records.filter(hasAddress).slice(0, firstCount / 2)
  return [...first.slice(0, firstCount - later.length), ...later]
}

/** Where each record has the names of its fields, later ones of the same kind show those that the first lack. */
function withLaterFields(records: readonly SourceRecord[]): readonly SourceRecord[] {
  const first = records.slice(0, firstCount)
  const known = new Set(first.flatMap((record) => Object.keys(record)))
  const ofKind = new Set(known)
  const later: SourceRecord[] = []
  for (const record of records.slice(firstCount)) {
    const names = Object.keys(record)
    const isOfKind = names.filter((name) => ofKind.has(name)).length * 2 > names.length
    if (!isOfKind || names.every((name) => known.has(name))) continue
    later.push(record)
    if (later.length === maxLater) break
    for (const name of names) known.add(name)
  }
  return [...first, ...later]
}

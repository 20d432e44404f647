import { hashLikeness } from '../hashes/hash-likeness.ts'
import { textOf } from '../mapping/cell.ts'
import type { ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { withFirstRecords } from '../mapping/first-records.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import { exportFormats } from './index.ts'

/** Recognises the format of a file by its first records; null if no format fits. */
export function recognise(sample: Sample): Recognition | null {
  const first = withFirstRecords(sample)
  for (const format of exportFormats) {
    const recognition = recogniseBy(format, first)
    if (recognition !== null && !leavesHashes(format, recognition, first)) return recognition
  }
  return null
}

/** Recognises one format. A table of users joined with their logins looks like a table of logins but holds whole users, so it does not count. */
export function recogniseBy({ recognise: by }: ExportFormat, sample: Sample): Recognition | null {
  const recognition = by(sample)
  return recognition?.role === 'parts' && holdsWholeUsers(sample) ? null : recognition
}

const ofWholeUser = ['email', 'password-hash', 'provider-user-id'] as const

function holdsWholeUsers(sample: Sample): boolean {
  const { columns } = suggestMapping(sample).mapping
  return ofWholeUser.every((wanted) => columns.some(({ target }) => target === wanted))
}

/** Whether a table of users has a column of password hashes of which the format reads none: a table of the operator's own, which happens to have its columns. */
function leavesHashes({ read }: ExportFormat, recognition: Recognition, sample: Sample): boolean {
  if (recognition.role !== 'users' || sample.header === null) return false
  const { columns } = suggestMapping(sample).mapping
  const path = columns.find(({ target }) => target === 'password-hash')?.path ?? ''
  const holdsHash = (record: SourceRecord) => hashLikeness(textOf(record[path]) ?? '') === 'certain'
  if (!sample.records.some(holdsHash)) return false
  return sample.records.every((record) => {
    const entry = read(record, recognition)
    return entry.kind !== 'user' || (entry.user.hash === null && entry.user.hasPassword !== true)
  })
}

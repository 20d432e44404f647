import type { ExportFormat, Recognition, Sample } from '../mapping/export-format.ts'
import { withFirstRecords } from '../mapping/first-records.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import { exportFormats } from './index.ts'

/** Recognises the format of a file by its first records; null if no format fits. */
export function recognise(sample: Sample): Recognition | null {
  const first = withFirstRecords(sample)
  for (const format of exportFormats) {
    const recognition = recogniseBy(format, first)
    if (recognition !== null) return recognition
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

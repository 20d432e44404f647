import { setImmediate } from 'node:timers/promises'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { maskContact, maskContactsIn } from '../../../shared/users/mask-contact.ts'
import { csvHeader, csvLine } from '../../../shared/report/csv.ts'
import { describeFailure } from '../document/check-document.ts'
import type { Database } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'
import { hashLabel } from '../queries/password-check-shares.ts'
import { selectedIds, type SelectedScope } from '../queries/users-filter.ts'
import { rowsOf } from '../queries/users-page.ts'
import { reportedId, streamReport } from './writer.ts'

const columns = [
  'source_id',
  'email',
  'phone',
  'state',
  'login_methods',
  'providers',
  'password_hash',
  'finding',
  'attempts',
  'file',
  'line',
  'tenants',
] as const

const page = 1000

type SelectionToSave = {
  readonly scope: SelectedScope
  readonly masked: boolean
  readonly path: string
  readonly signal: AbortSignal
  /** Called after each page with the lines so far. */
  readonly onRows: (rows: number) => void
}

/**
 * Writes users selected in a table as CSV, one line each, with no secret among it. The value is the number of lines. Stopped,
 * it leaves no file.
 */
export async function writeSelection(
  database: Database,
  { scope, masked, path, signal, onRows }: SelectionToSave,
): Promise<Result<{ readonly rows: number }>> {
  const target = targetTable.current(database)?.id ?? 0
  const contact = (text: string | null) => (text === null || !masked ? text : maskContact(text))
  let rows = 0
  try {
    await streamReport(path, async (put) => {
      put(csvHeader(columns))
      for (let after = 0; ;) {
        const ids = selectedIds(database, target, scope, after, page)
        if (ids.length === 0) break
        for (const row of rowsOf(database, target, ids)) {
          const note = masked ? maskContactsIn(row.note) : row.note
          const { state, methods, providers, tenants, family, tries, file, line } = row
          const identity = [reportedId(row.sourceId, masked), contact(row.email), contact(row.phone)]
          put(
            csvLine([
              ...identity,
              state,
              methods.join(' '),
              providers.join(' '),
              hashLabel(family),
              note,
              tries,
              file,
              line,
              tenants.join(' '),
            ]),
          )
          rows += 1
        }
        after = ids.at(-1) ?? 0
        onRows(rows)
        await setImmediate()
        signal.throwIfAborted()
      }
    })
    return ok({ rows })
  } catch (error) {
    if (signal.aborted) return problem('saving-stopped', 'Saving was stopped. No file was written.')
    const failure = describeFailure(error)
    return failure.error.code === 'document-damaged' || failure.error.code === 'disk-full'
      ? failure
      : problem(
          'report-not-saved',
          'The file could not be saved there. Choose a folder that exists and that you can write to.',
        )
  }
}

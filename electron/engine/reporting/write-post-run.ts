import { setImmediate } from 'node:timers/promises'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { maskContact } from '../../../shared/users/mask-contact.ts'
import { type PostRunKind, postRunTable } from '../document/post-run-findings.ts'
import { describeFailure } from '../document/check-document.ts'
import type { Database } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'
import { csvHeader, csvLine } from '../../../shared/report/csv.ts'
import { reportedId, streamReport } from './writer.ts'

const columns = [
  'source_id',
  'file',
  'line',
  'email_or_phone',
  'call',
  'core_user_id',
  'outcome',
  'message',
  'at',
] as const

/**
 * Writes what came of looking users up or of removing them, as CSV: one line for each user of the core, made or met by
 * a call. The value is the number of lines.
 */
export async function writePostRun(
  database: Database,
  kind: PostRunKind,
  masked: boolean,
  path: string,
): Promise<Result<{ readonly rows: number }>> {
  const target = targetTable.current(database)
  let rows = 0
  try {
    await streamReport(path, async (put) => {
      put(csvHeader(columns))
      for (const page of postRunTable.pages(database, target?.id ?? 0, kind)) {
        for (const one of page) {
          const contact = one.email ?? one.phone
          const shown = contact === null ? null : masked ? maskContact(contact) : contact
          const call = one.key.split(':', 1)[0] ?? ''
          const at = new Date(one.at).toISOString()
          const id = reportedId(one.sourceId, masked)
          put(csvLine([id, one.file, one.line, shown, call, one.coreUserId, one.outcome, one.message, at]))
          rows += 1
        }
        await setImmediate()
      }
    })
    return ok({ rows })
  } catch (error) {
    const failure = describeFailure(error)
    return failure.error.code === 'document-damaged'
      ? failure
      : problem(
          'report-not-saved',
          'The list could not be saved there. Choose an existing folder that you can write to, with enough free space.',
        )
  }
}

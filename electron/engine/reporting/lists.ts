import { adviceFor, attentionOf, causeOf } from './attention.ts'
import { attentionUsers, type AttentionState } from './attention-users.ts'
import { currentTarget } from '../document/targets.ts'
import { creatingKinds } from '../../../shared/planning/call.ts'
import { profilePartNames } from '../../../shared/users/profile-parts.ts'
import { csvHeader, csvLine } from '../../../shared/report/csv.ts'
import { failedColumns } from '../import-pipeline/failed-list.ts'
import { usersWithoutPassword } from './no-password.ts'
import type { ReportRow } from './report-row.ts'
import { idToFind } from './shown-id.ts'
import type { Writer } from './writer.ts'

/** Calls that failed or have no answer, with reason and advice; given with the export, it narrows a migration to them. */
export const writeFailed: Writer = listOf(['failed', 'in-doubt'])

/** Users who are not sent until a finding is decided or corrected, with why. */
export const writeBlocked: Writer = listOf(['blocked'])

/** Users who are left out by a decision, or deleted in the source, with why. */
export const writeExcluded: Writer = listOf(['excluded'])

function listOf(wanted: readonly AttentionState[]): Writer {
  return (database, _masked, put) => {
    let rows = 0
    let before: ReportRow | null = null
    put(csvHeader(failedColumns))
    return {
      among: attentionUsers(database, currentTarget(database)?.id ?? 0, wanted),
      take: (row) => {
        const kind = attentionOf(row, before)
        before = row
        if (kind === null || !wanted.some((one) => one === kind)) return
        rows += 1
        const { sourceId, file, line, contact, loginMethod, message, tenant } = row
        const advice = adviceFor(row, kind)
        put(
          csvLine([idToFind(sourceId), file, line, contact, loginMethod, kind, message, advice, tenant, causeOf(row)]),
        )
      },
      end: () => rows,
    }
  }
}

/** Old id and new id of every user that was made, and whether the rest of what the export has of it was carried over. */
export const writeCreated: Writer = (_database, _masked, put) => {
  let rows = 0
  put(
    csvHeader([
      'source_id',
      'core_user_id',
      'login_method',
      'email_or_phone',
      'existed_before',
      'file',
      'line',
      'tenant',
      'metadata',
      'roles',
      'totp',
      'time_joined',
    ]),
  )
  return {
    take: (row) => {
      if (
        row.kind !== 'call' ||
        row.state !== 'done' ||
        !creatingKinds.some((kind) => kind === row.operation) ||
        row.status === 'skipped-existing'
      )
        return
      rows += 1
      const existed = row.existed === null ? null : row.existed ? 'yes' : 'no'
      put(
        csvLine([
          row.sourceId,
          row.coreUserId,
          row.loginMethod,
          row.contact,
          existed,
          row.file,
          row.line,
          row.tenant,
          ...profilePartNames.map((part) => row.profile?.[part] ?? null),
        ]),
      )
    },
    end: () => rows,
  }
}

/** Users to mail about a new password. */
export const writeNoPassword: Writer = (database, masked, put) => ({
  take: null,
  end: () => {
    let rows = 0
    put(csvHeader(['source_id', 'core_user_id', 'email', 'phone', 'login_methods', 'state', 'why', 'file', 'line']))
    for (const page of usersWithoutPassword(database, currentTarget(database)?.id ?? null, masked)) {
      for (const { sourceId, coreUserId, email, phone, methods, state, why, file, line } of page) {
        rows += 1
        put(csvLine([sourceId, coreUserId, email, phone, methods, state, why, file, line]))
      }
    }
    return rows
  },
})

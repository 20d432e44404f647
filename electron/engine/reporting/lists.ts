import { describeFailureGroup } from '../desk/failures.ts'
import type { Database } from '../document/sqlite.ts'
import { currentTarget } from '../document/targets.ts'
import { csvHeader, csvLine } from './csv.ts'
import { failedColumns } from './failed-list.ts'
import { eachRow } from './each-row.ts'
import { usersWithoutPassword } from './no-password.ts'
import type { ReportRow } from './report-rows.ts'
import { idToFind } from './shown-id.ts'
import type { Writer } from './write-report.ts'

/** Calls that failed or have no answer, with reason and advice; given with the export, it narrows a migration to them. */
export const writeFailed: Writer = async (database, masked, put) => {
  let rows = 0
  put(csvHeader(failedColumns))
  await eachRow(database, masked, (row) => {
    if (!needsALook(row)) return
    rows += 1
    const { sourceId, file, line, contact, loginMethod, state, message } = row
    put(csvLine([idToFind(sourceId), file, line, contact, loginMethod, state, message, adviceFor(row)]))
  })
  return rows
}

/** A call that failed, or was sent without an answer. */
export function needsALook(row: ReportRow): boolean {
  return row.kind === 'call' && (row.state === 'failed' || row.state === 'unknown')
}

export function adviceFor(row: ReportRow): string {
  return describeFailureGroup(`${row.operation}|${row.status ?? row.httpCode ?? 'no answer'}|`, row.message).advice
}

/** Old id and new id of every user that was made. */
export const writeCreated: Writer = async (database, masked, put) => {
  let rows = 0
  put(csvHeader(['source_id', 'core_user_id', 'login_method', 'email_or_phone', 'existed_before', 'file', 'line']))
  await eachRow(database, masked, (row) => {
    if (
      row.kind !== 'call' ||
      row.state !== 'done' ||
      ['update', 'verify-email', 'map-id'].includes(row.operation ?? '') ||
      row.status === 'left-alone'
    )
      return
    rows += 1
    const existed = row.existed === null ? null : row.existed ? 'yes' : 'no'
    put(csvLine([row.sourceId, row.coreUserId, row.loginMethod, row.contact, existed, row.file, row.line]))
  })
  return rows
}

/** Whom to mail about a new password. */
export const writeNoPassword: Writer = async (database, masked, put) => {
  let rows = 0
  put(csvHeader(['source_id', 'core_user_id', 'email', 'phone', 'login_methods', 'state', 'why', 'file', 'line']))
  for (const page of usersWithoutPassword(database, targetOf(database), masked)) {
    for (const { sourceId, coreUserId, email, phone, methods, state, why, file, line } of page) {
      rows += 1
      put(csvLine([sourceId, coreUserId, email, phone, methods, state, why, file, line]))
    }
  }
  return rows
}

function targetOf(database: Database): number | null {
  return currentTarget(database)?.id ?? null
}

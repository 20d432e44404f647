import { setImmediate } from 'node:timers/promises'
import type { FamilyProof } from '../../../shared/bridge/proof-views.ts'
import { userStates } from '../../../shared/planning/call.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { describeFailureGroup } from '../desk/failures.ts'
import { addsUp } from '../desk/report-view.ts'
import { countRecords, countStates } from '../desk/counts.ts'
import { familyProofs, provedAccounts } from '../desk/proof-shares.ts'
import { describeFailure } from '../document/open-document.ts'
import { oneRow } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/sqlite.ts'
import { getSetting } from '../document/settings.ts'
import { currentTarget } from '../document/targets.ts'
import * as z from 'zod'
import { writeWhole } from './atomic-file.ts'
import { csvLine } from './csv.ts'
import { reportRows, type ReportRow } from './report-rows.ts'

export type ReportFormat = 'csv' | 'json' | 'failed' | 'created'

const columns = [
  'kind',
  'file',
  'line',
  'source_id',
  'email_or_phone',
  'login_method',
  'operation',
  'state',
  'user_state',
  'http_code',
  'status',
  'message',
  'attempts',
  'core_user_id',
  'existed_before',
  'sent_at',
  'finished_at',
  'created_new',
] as const

/** The columns of `failed.csv`; a file with this header narrows a migration to its users. */
export const failedColumns = [
  'source_id',
  'file',
  'line',
  'email_or_phone',
  'login_method',
  'state',
  'reason',
  'advice',
] as const

/** Writes one report file; the value is its number of rows. */
export async function writeReport(
  database: Database,
  format: ReportFormat,
  masked: boolean,
  path: string,
): Promise<Result<{ readonly rows: number }>> {
  try {
    let rows = 0
    await writeWhole(path, async (put) => {
      rows = await writers[format](database, masked, put)
    })
    return ok({ rows })
  } catch (error) {
    const failure = describeFailure(error)
    const { code } = failure.error
    if (code === 'document-damaged') return failure
    return code === 'disk-full'
      ? problem('disk-full', 'The disk is full, so the report was not saved. Free some space or choose another place.')
      : problem(
          'report-not-saved',
          'The report could not be saved there. Choose a folder that exists and that you can write to.',
        )
  }
}

type Put = (text: string) => void
type Writer = (database: Database, masked: boolean, put: Put) => Promise<number>

const writers: Readonly<Record<ReportFormat, Writer>> = {
  csv: writeCsv,
  json: writeJson,
  failed: writeFailed,
  created: writeCreated,
}

async function eachRow(database: Database, masked: boolean, take: (row: ReportRow) => void): Promise<void> {
  for (const page of reportRows(database, currentTarget(database)?.id ?? null, masked)) {
    page.forEach(take)
    await setImmediate()
  }
}

async function writeCsv(database: Database, masked: boolean, put: Put): Promise<number> {
  let rows = 0
  put(csvLine([...columns]))
  await eachRow(database, masked, (row) => {
    rows += 1
    put(csvLine(cells(row)))
  })
  const { totals, states, proofs } = summary(database)
  for (const [name, count] of Object.entries({ ...totals, ...states, ...proofCounts(proofs) })) {
    put(
      csvLine([
        'summary',
        null,
        null,
        null,
        null,
        null,
        null,
        name,
        null,
        null,
        null,
        String(count),
        null,
        null,
        null,
        null,
        null,
        null,
      ]),
    )
  }
  return rows
}

/** Known accounts by family, as `proved bcrypt` and, where there are any, `not fitting bcrypt`. */
function proofCounts(families: readonly FamilyProof[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    families.flatMap(({ family, proved, refuted }) => [
      [`proved ${family}`, proved],
      ...(refuted > 0 ? [[`not fitting ${family}`, refuted]] : []),
    ]),
  )
}

function cells(row: ReportRow): (string | number | null)[] {
  return [
    row.kind,
    row.file,
    row.line,
    row.sourceId,
    row.contact,
    row.loginMethod,
    row.operation,
    row.state,
    row.userState,
    row.httpCode,
    row.status,
    row.message,
    row.attempts,
    row.coreUserId,
    yesNo(row.existed),
    row.sentAt,
    row.finishedAt,
    yesNo(row.created),
  ]
}

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no'
}

async function writeJson(database: Database, masked: boolean, put: Put): Promise<number> {
  let rows = 0
  put(`{\n"summary": ${JSON.stringify(summary(database), null, 2)},\n"rows": [`)
  await eachRow(database, masked, (row) => {
    put(`${rows === 0 ? '' : ','}\n${JSON.stringify(row)}`)
    rows += 1
  })
  put('\n]\n}\n')
  return rows
}

async function writeFailed(database: Database, masked: boolean, put: Put): Promise<number> {
  let rows = 0
  put(csvLine([...failedColumns]))
  await eachRow(database, masked, (row) => {
    if (row.kind !== 'call' || (row.state !== 'failed' && row.state !== 'unknown')) return
    rows += 1
    const { advice } = describeFailureGroup(
      `${row.operation}|${row.status ?? row.httpCode ?? 'no answer'}|`,
      row.message,
    )
    put(csvLine([row.sourceId, row.file, row.line, row.contact, row.loginMethod, row.state, row.message, advice]))
  })
  return rows
}

async function writeCreated(database: Database, masked: boolean, put: Put): Promise<number> {
  let rows = 0
  put(csvLine(['source_id', 'core_user_id', 'login_method', 'email_or_phone', 'existed_before', 'file', 'line']))
  await eachRow(database, masked, (row) => {
    if (
      row.kind !== 'call' ||
      row.state !== 'done' ||
      ['update', 'verify-email', 'map-id'].includes(row.operation ?? '') ||
      row.status === 'left-alone'
    )
      return
    rows += 1
    put(csvLine([row.sourceId, row.coreUserId, row.loginMethod, row.contact, yesNo(row.existed), row.file, row.line]))
  })
  return rows
}

const timesRow = z.object({ started: z.number().nullable(), ended: z.number().nullable() })

/** The numbers of the report; it counts users, the rows count calls. */
export function summary(database: Database) {
  const target = currentTarget(database)
  const totals = countRecords(database)
  const counts = countStates(database, target?.id ?? null)
  const times = oneRow(
    timesRow,
    sql(database, 'SELECT min(started_at) AS started, max(ended_at) AS ended FROM run WHERE target_id = ?'),
    target?.id ?? 0,
  )
  return {
    totals,
    states: Object.fromEntries(userStates.map((state) => [state, counts[state]])),
    addsUp: addsUp(totals, counts),
    proofs: familyProofs(database),
    provedAccounts: provedAccounts(database),
    verification: verificationAt(database, target?.id ?? null),
    core: target === undefined ? null : { kind: target.kind, address: target.base_url, dialect: target.dialect },
    startedAt: iso(times?.started ?? null),
    finishedAt: iso(times?.ended ?? null),
  }
}

/** What the last look-up of migrated users found at this core. */
function verificationAt(database: Database, targetId: number | null) {
  const verification = getSetting(database, 'verification')
  if (verification === undefined || verification.target !== targetId) return null
  const { looked, found, missing, unanswered } = verification
  return { at: iso(verification.at), looked, found, missing, unanswered }
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

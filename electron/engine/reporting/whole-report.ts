import { readSamples } from '../document/run-samples.ts'
import { currentTarget } from '../document/targets.ts'
import { reportNotes } from '../queries/report-view.ts'
import { profileCounts } from '../queries/profile-notes.ts'
import { audit } from './audit.ts'
import { csvHeader, csvLine } from '../../../shared/report/csv.ts'
import type { ReportRow } from './report-row.ts'
import { passwordCheckCounts, summary } from './summary.ts'
import { tenantCounter } from './tenant-counts.ts'
import type { Writer } from './writer.ts'

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
  'tenant',
] as const

/** Everything as a table: one line per call, user without a call and stray record, then the sums. */
export const writeCsv: Writer = (database, _masked, put) => {
  let rows = 0
  put(csvHeader(columns))
  return {
    take: (row) => {
      rows += 1
      put(csvLine(cells(row)))
    },
    end: () => {
      const { totals, states, passwordChecks } = summary(database)
      for (const [name, count] of Object.entries({ ...totals, ...states, ...passwordCheckCounts(passwordChecks) })) {
        put(csvLine(columns.map((column) => sumCells(name, count)[column] ?? null)))
      }
      return rows
    },
  }
}

function sumCells(name: string, count: number): Partial<Record<(typeof columns)[number], string>> {
  return { kind: 'summary', state: name, message: String(count) }
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
    yesOrNo(row.existed),
    row.sentAt,
    row.finishedAt,
    yesOrNo(row.created),
    row.tenant,
  ]
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no'
}

/** Everything for programs: the same lines, the numbers, what an auditor asks, and what the chart is drawn from. */
export const writeJson: Writer = (database, masked, put) => {
  let rows = 0
  const tenants = tenantCounter()
  const target = currentTarget(database)
  const profile = profileCounts(database, target)
  const parts = {
    summary: summary(database),
    profile,
    notes: reportNotes(database, target, profile),
    audit: audit(database, masked),
    overTime: readSamples(database, target?.id ?? null),
  }
  put('{\n')
  for (const [name, part] of Object.entries(parts)) put(`"${name}": ${JSON.stringify(part, null, 2)},\n`)
  put('"rows": [')
  return {
    take: (row) => {
      put(`${rows === 0 ? '' : ','}\n${JSON.stringify(row)}`)
      rows += 1
      tenants.take(row)
    },
    end: () => {
      put(`\n],\n"tenants": ${JSON.stringify(tenants.counts(), null, 2)}\n}\n`)
      return rows
    },
  }
}

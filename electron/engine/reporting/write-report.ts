import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { csvHeader, csvLine } from '../../../shared/report/csv.ts'
import { reportFile, reportFormats } from '../../../shared/ipc/report-files.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { describeFailure } from '../document/check-document.ts'
import { runSamples } from '../document/run-record.ts'
import { type Database, oneNumber, sql } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'
import { canRemoveFile } from '../files/folders.ts'
import { profileCounts } from '../queries/profile-groups.ts'
import { reportNotes } from '../queries/report-view.ts'
import { audit } from './audit.ts'
import { writeHtml } from './html/write-html.ts'
import { causeOf, mergeIds, lists } from './lists.ts'
import type { ReportRow } from './report-row.ts'
import { reportRows } from './report-rows.ts'
import { passwordCheckCounts, summary, tenantCounter } from './summary.ts'
import { streamReport, type Writer } from './writer.ts'

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
  'cause',
] as const

/** Everything as a table: one line per call, user without a call and stray record, then the sums. */
const writeCsv: Writer = (database, _masked, put) => {
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
    causeOf(row),
  ]
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no'
}

/** Everything for programs: the same lines, the numbers, what an auditor asks, and what the chart is drawn from. */
const writeJson: Writer = (database, masked, put) => {
  let rows = 0
  const tenants = tenantCounter()
  const target = targetTable.current(database)
  const profile = profileCounts(database, target)
  const parts = {
    summary: summary(database),
    profile,
    notes: reportNotes(database, target, profile),
    audit: audit(database, masked),
    overTime: runSamples.read(database, target?.id ?? null),
  }
  put('{\n')
  for (const [name, part] of Object.entries(parts)) put(`"${name}": ${JSON.stringify(part, null, 2)},\n`)
  put('"rows": [')
  return {
    take: (row) => {
      put(`${rows === 0 ? '' : ','}\n${JSON.stringify({ ...row, causeTitle: causeOf(row) })}`)
      rows += 1
      tenants.take(row)
    },
    end: () => {
      put(`\n],\n"tenants": ${JSON.stringify(tenants.counts(), null, 2)}\n}\n`)
      return rows
    },
  }
}

/** The reports that are files of text. */
export const textFormats = reportFormats.filter((format) => format !== 'pdf')
export type TextFormat = (typeof textFormats)[number]

/** `whenEmpty`: a list without rows is not written, and this begins the sentence that says so. */
const formats: Readonly<Record<TextFormat, { readonly write: Writer; readonly whenEmpty: string | null }>> = {
  html: { write: writeHtml, whenEmpty: null },
  csv: { write: writeCsv, whenEmpty: null },
  json: { write: writeJson, whenEmpty: null },
  ...lists,
}

/** The list is empty; its draft is discarded. */
class EmptyList extends Error {}

/**
 * Writes every kind of report into an existing folder, in one pass over the users. A list that has become empty is
 * removed, so that none of an earlier report stays beside the others. `mailing`: full addresses were confirmed, so the
 * list for mailing is written.
 */
export async function writeReports(
  database: Database,
  masked: boolean,
  folder: string,
  mailing: boolean,
  options: WritingOptions = {},
): Promise<Result<null>> {
  const files = textFormats
    .filter((format) => mailing || format !== 'users-without-password')
    .map((format) => ({ format, path: join(folder, reportFile(format).name) }))
  const written = await writeFiles(
    database,
    files.map((file) => ({ ...file, masked: masked && file.format !== 'users-without-password' })),
    options,
  )
  if (!written.ok) return written
  const { paths } = written.value
  const left = files.find(({ path }) => !paths.includes(path) && !canRemoveFile(path))
  return left === undefined ? ok(null) : notRemoved(left.path)
}

function notRemoved(path: string): Result<never> {
  return problem(
    'report-not-saved',
    `The report is complete, but what is called ${basename(path)} in its folder is not part of it and cannot be removed.`,
  )
}

type FileToWrite = { readonly format: TextFormat; readonly masked: boolean; readonly path: string }

/**
 * Writes several files of the report in one pass over the users; the value names the written ones: an empty list is not
 * written. All are masked alike except the list for mailing, which has no lines of the report.
 */
export async function writeFiles(
  database: Database,
  files: readonly FileToWrite[],
  options: WritingOptions,
): Promise<Result<{ readonly files: number; readonly paths: readonly string[] }>> {
  const masked = files.some((file) => file.masked)
  const pass = openPass(database, masked, options)
  const written = await Promise.all(
    files.map(async (file) => ({ file, made: await writeOne(database, file.format, file.masked, file.path, pass) })),
  )
  for (const { made } of written) if (!made.ok && made.error.code !== 'empty-list') return made
  const paths = written.filter(({ made }) => made.ok).map(({ file }) => file.path)
  return ok({ files: paths.length, paths })
}

/**
 * Writes one report file; the value is its number of rows. Problems: `empty-list`, after which no file of an earlier report has
 * the name, and `full-addresses` for the list for mailing, which is useless masked.
 */
export async function writeReport(
  database: Database,
  format: TextFormat,
  masked: boolean,
  path: string,
  options: WritingOptions = {},
): Promise<Result<Rows>> {
  if (format === 'users-without-password' && masked) return fullAddresses
  const written = await writeOne(database, format, masked, path, openPass(database, masked, options))
  const isEmpty = !written.ok && written.error.code === 'empty-list'
  return isEmpty && !canRemoveFile(path) ? notRemoved(path) : written
}

type Rows = { readonly rows: number }

type WritingOptions = {
  /** Stops it between two pages of lines; no file is left behind. */
  readonly signal?: AbortSignal | undefined
  /** Users whose lines were read, out of the users of the report. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** The lines of the report. */
  readonly pages?: typeof reportRows | undefined
}

/** One pass over the lines for several writers, which all join before it begins. A failure fails all of them. */
type Pass = { readonly takers: Taker[]; readonly ended: Promise<void>; readonly signal: AbortSignal | undefined }
type Taker = { readonly take: (row: ReportRow) => void; readonly among: Uint32Array | null }

function openPass(
  database: Database,
  masked: boolean,
  { pages = reportRows, signal, onProgress = () => undefined }: WritingOptions,
): Pass {
  const takers: Taker[] = []
  const go = async (): Promise<void> => {
    // By the next turn of the event loop all files are open.
    await setImmediate()
    if (takers.length === 0) return
    const among = amongAll(takers)
    const total = among?.length ?? oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
    const onUsers = (done: number) => onProgress(done, total)
    for (const page of pages(database, targetTable.current(database)?.id ?? null, masked, { among, onUsers })) {
      for (const row of page) for (const { take } of takers) take(row)
      // Yields to other work.
      await setImmediate()
      signal?.throwIfAborted()
    }
  }
  return { takers, ended: go(), signal }
}

/** The union of the users that the writers need; null: all users. */
function amongAll(takers: readonly Taker[]): Uint32Array | null {
  const lists: Uint32Array[] = []
  for (const { among } of takers) {
    if (among === null) return null
    lists.push(among)
  }
  return mergeIds(lists)
}

async function writeOne(
  database: Database,
  format: TextFormat,
  masked: boolean,
  path: string,
  pass: Pass,
): Promise<Result<Rows>> {
  try {
    let rows = 0
    await streamReport(path, async (put) => {
      const { among = null, take, end } = formats[format].write(database, masked, put)
      if (take !== null) pass.takers.push({ take, among })
      await pass.ended
      rows = end()
      if (rows === 0 && formats[format].whenEmpty !== null) throw new EmptyList()
    })
    return ok({ rows })
  } catch (error) {
    if (pass.signal?.aborted === true) return savingStopped
    return whyNotWritten(format, error)
  }
}

const savingStopped = problem('saving-stopped', 'Saving was stopped. No file was written.')

function whyNotWritten(format: TextFormat, error: unknown): ReturnType<typeof problem> {
  if (error instanceof EmptyList)
    return problem('empty-list', `${formats[format].whenEmpty}, so ${reportFile(format).name} was not written.`)
  const failure = describeFailure(error)
  const { code } = failure.error
  if (code === 'document-damaged') return failure
  return code === 'disk-full'
    ? problem('disk-full', 'The disk is full, so the report was not saved. Free some space, or choose another folder.')
    : problem(
        'report-not-saved',
        'The report could not be saved there. Choose an existing folder that you can write to.',
      )
}

const fullAddresses = problem(
  'full-addresses',
  'users-without-password.csv contains full emails and phone numbers. Confirm that first.',
)

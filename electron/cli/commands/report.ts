import { resolve } from 'node:path'
import { ok, type Result } from '../../../shared/result.ts'
import { readMoment } from '../../engine/document/open-document.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { currentTarget } from '../../engine/document/targets.ts'
import { readRunSums } from '../../engine/running/run-record.ts'
import { reportFormats, writeReport, writeReports, type ReportFormat } from '../../engine/reporting/write-report.ts'
import { parseArguments } from '../arguments.ts'
import { type CommandSpec, usageOf } from '../command-spec.ts'
import { exitDone, type Io } from '../io.ts'
import { runResult, runResultText } from '../run-result.ts'
import { fail, makeReportFolder } from '../send-and-report.ts'

export const reportSpec = {
  name: 'report',
  operands: 'DOCUMENT',
  summary: 'Write the reports of a migration into a folder, or one of them into a file',
  options: {
    out: { type: 'string', value: 'FOLDER', help: 'Folder for all reports, or with --format the file; required' },
    format: { type: 'string', value: reportFormats.join('|'), help: 'Write one of them only' },
    unmasked: { type: 'boolean', help: 'Write whole emails and phone numbers' },
  },
  examples: ['users.migration --out "for the auditor"', 'users.migration --format failed --out failed.csv'],
} as const satisfies CommandSpec

/** Writes the reports of a migration, or one of them; it can be made while another process sends. */
export async function reportCommand(args: readonly string[], io: Io): Promise<number> {
  const given = parseArguments(args, reportSpec)
  if (!given.ok) return fail(io, given.error.message)
  const [path] = given.value.rest
  const out = given.value.text('out')
  const asked = given.value.text('format')
  const format = reportFormats.find((one) => one === asked)
  if (path === undefined || out === undefined || (asked !== undefined && format === undefined)) {
    return fail(io, `Name the migration and where to write its report. Usage: ${usageOf(reportSpec)}`)
  }
  const masked = !given.value.flag('unmasked')
  const made = await readMoment(resolve(io.cwd, path), async (database) => {
    const written = await write(database, { format, masked, out }, io)
    if (!written.ok) return written
    const sums = readRunSums(database, currentTarget(database)?.id ?? null)
    return ok(runResultText(runResult(database, sums, null)))
  })
  if (!made.ok) return fail(io, made.error.message)
  io.err(made.value)
  return exitDone
}

type Order = { readonly format: ReportFormat | undefined; readonly masked: boolean; readonly out: string }

/** One report into a file, or all of them into a folder, which is made when it is not there. */
async function write(database: Database, { format, masked, out }: Order, io: Io): Promise<Result<unknown>> {
  const path = resolve(io.cwd, out)
  if (format !== undefined) return writeReport(database, format, masked, path)
  const made = makeReportFolder(out, io)
  return made.ok ? writeReports(database, masked, path) : made
}

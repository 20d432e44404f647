import { resolve } from 'node:path'
import { counted } from '../../../shared/format.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { withSnapshot } from '../../engine/document/open-document.ts'
import type { Database } from '../../engine/document/sqlite.ts'
import { targetTable } from '../../engine/document/targets.ts'
import { runTable } from '../../engine/document/run-record.ts'
import { textFormats, writeReport, writeReports, type TextFormat } from '../../engine/reporting/write-report.ts'
import type { Command } from '../cli-parts.ts'
import { type CommandSpec, parseArguments, usageOf } from '../options/command-spec.ts'
import { exitDone, type Io, lineOf, isConfirmed } from '../io.ts'
import { userCounts } from '../../engine/queries/counts.ts'
import { runResult, runResultText } from '../output/run-result.ts'
import { savingLine, sayChecking } from '../output/progress-line.ts'
import { fail, mailingHint, makeReportFolder } from '../send-and-report.ts'
import { unmaskedOption } from '../options/shared-options.ts'

const reportSpec = {
  name: 'report',
  operands: 'DOCUMENT',
  summary: 'Write the reports of a migration into a folder, or one of them into a file',
  options: {
    out: {
      type: 'string',
      value: 'FOLDER',
      help: 'Folder for the reports, or the file when --format is given; required',
      example: '--out reports',
    },
    format: {
      type: 'string',
      value: textFormats.join('|'),
      help: 'Write this report only',
      example: '--format failed',
    },
    ...unmaskedOption,
  },
  examples: ['users.migration --out "for the auditor"', 'users.migration --format failed --out failed.csv'],
} as const satisfies CommandSpec

/** Writes the reports of a migration, or one of them, also while another process sends. */
async function saveReport(args: readonly string[], io: Io): Promise<number> {
  const given = parseArguments(args, reportSpec)
  if (!given.ok) return fail(io, given.error.message)
  const [path] = given.value.rest
  const out = given.value.text('out')
  const requested = given.value.text('format')
  const format = textFormats.find((one) => one === requested)
  if (path === undefined || out === undefined || (requested !== undefined && format === undefined)) {
    return fail(io, `Name the migration and the output with --out. Usage: ${usageOf(reportSpec)}`)
  }
  const unmasked = given.value.flag('unmasked')
  if (format === 'users-without-password' && !unmasked && io.ask === null) return fail(io, fullAddresses)
  sayChecking(io, path)
  const made = await withSnapshot(resolve(io.cwd, path), async (database) => {
    const written = await write(database, { format, unmasked, out }, io)
    if (!written.ok) return written
    const sums = runTable.sums(database, targetTable.current(database)?.id ?? null)
    return ok(runResultText(runResult(database, sums, null)))
  })
  if (!made.ok) return fail(io, made.error.message)
  io.err(made.value)
  return exitDone
}

const fullAddresses = 'users-without-password.csv contains full emails and phone numbers. Add --unmasked to confirm.'

type Order = { readonly format: TextFormat | undefined; readonly unmasked: boolean; readonly out: string }

/** Writes one report into a file, or all of them into a folder, which is created if needed. */
async function write(database: Database, { format, unmasked, out }: Order, io: Io): Promise<Result<unknown>> {
  const path = resolve(io.cwd, out)
  const list = format === 'users-without-password'
  const users =
    format === undefined || list ? userCounts.withoutPassword(database, targetTable.current(database)?.id ?? null) : 0
  const mailing = users > 0 && (unmasked || (await confirmed(users, io)))
  if (list && users > 0 && !mailing) return problem('not-confirmed', 'Nothing was written.')
  if (format !== undefined)
    return emptyListAsNote(
      await writeReport(database, format, list ? false : !unmasked, path, { onProgress: savingLine(io) }),
      io,
    )
  const made = makeReportFolder(out, io)
  if (!made.ok) return made
  if (users > 0 && !mailing) io.err(mailingHint(users))
  return writeReports(database, !unmasked, path, mailing, { onProgress: savingLine(io) })
}

/** An empty list is no failure: the sentence says that no file was written. */
function emptyListAsNote(written: Result<unknown>, io: Io): Result<unknown> {
  if (written.ok || written.error.code !== 'empty-list') return written
  io.err(lineOf(written.error.message))
  return ok(null)
}

/** The list for mailing is the one file that is never masked. */
async function confirmed(users: number, io: Io): Promise<boolean> {
  const subject = counted(users, 'user')
  const question = `users-without-password.csv will contain the full emails and phone numbers of ${subject}. Write it?`
  return isConfirmed(io, question)
}

export const reportCommand = { spec: reportSpec, run: saveReport } satisfies Command

import { join } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { describeFailure } from '../document/open-document.ts'
import type { Database } from '../document/sqlite.ts'
import { writeWhole } from './atomic-file.ts'
import { writeHtml } from './html/write-html.ts'
import { writeCreated, writeFailed, writeNoPassword } from './lists.ts'
import { writeCsv, writeJson } from './whole-report.ts'

/** In the order in which people want them. */
export const reportFormats = ['html', 'csv', 'json', 'created', 'failed', 'no-password'] as const
export type ReportFormat = (typeof reportFormats)[number]

export type Put = (text: string) => void

/** Writes one kind of report, emails and phone numbers masked or not; the value is its number of rows. */
export type Writer = (database: Database, masked: boolean, put: Put) => Promise<number> | number

/** What each report is called in a folder. */
export const reportFiles: Readonly<Record<ReportFormat, string>> = {
  html: 'report.html',
  csv: 'report.csv',
  json: 'report.json',
  created: 'created.csv',
  failed: 'failed.csv',
  'no-password': 'no-password.csv',
}

const writers: Readonly<Record<ReportFormat, Writer>> = {
  html: writeHtml,
  csv: writeCsv,
  json: writeJson,
  created: writeCreated,
  failed: writeFailed,
  'no-password': writeNoPassword,
}

/** Writes every kind of report into a folder that is there. */
export async function writeReports(database: Database, masked: boolean, folder: string): Promise<Result<null>> {
  for (const format of reportFormats) {
    const written = await writeReport(database, format, masked, join(folder, reportFiles[format]))
    if (!written.ok) return written
  }
  return ok(null)
}

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

import { resolve } from 'node:path'
import { closeDocument, openForReading } from '../../engine/document/open-document.ts'
import { writeReport } from '../../engine/reporting/write-report.ts'
import { parseArguments } from '../arguments.ts'
import { exitDone, type Io } from '../io.ts'
import { runResult, runResultText } from '../run-result.ts'
import { fail } from '../send-and-report.ts'

export const reportUsage = 'report DOCUMENT --format csv|json|failed|created --out F [--unmasked]'

const options = {
  format: { type: 'string' },
  out: { type: 'string' },
  unmasked: { type: 'boolean' },
} as const

const formats = ['csv', 'json', 'failed', 'created'] as const

/** Writes a report of a migration; it can be made while another process sends. */
export async function reportCommand(args: readonly string[], io: Io): Promise<number> {
  const given = parseArguments(args, options, reportUsage)
  if (!given.ok) return fail(io, given.error.message)
  const [path] = given.value.rest
  const out = given.value.text('out')
  const format = formats.find((one) => one === given.value.text('format'))
  if (path === undefined || out === undefined || format === undefined) {
    return fail(io, `Name the migration, the format and the file to write. Usage: user-migration ${reportUsage}`)
  }
  const document = openForReading(resolve(io.cwd, path))
  if (!document.ok) return fail(io, document.error.message)
  try {
    const { database } = document.value
    const written = await writeReport(database, format, !given.value.flag('unmasked'), resolve(io.cwd, out))
    if (!written.ok) return fail(io, written.error.message)
    io.err(runResultText(runResult(database, { calls: 0, retries: 0, sendingMs: 0 }, null)))
    return exitDone
  } finally {
    closeDocument(document.value)
  }
}

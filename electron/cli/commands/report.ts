import { resolve } from 'node:path'
import { ok } from '../../../shared/result.ts'
import { readMoment } from '../../engine/document/open-document.ts'
import { currentTarget } from '../../engine/document/targets.ts'
import { readRunSums } from '../../engine/running/run-record.ts'
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
  const made = await readMoment(resolve(io.cwd, path), async (database) => {
    const written = await writeReport(database, format, !given.value.flag('unmasked'), resolve(io.cwd, out))
    if (!written.ok) return written
    const sums = readRunSums(database, currentTarget(database)?.id ?? null)
    return ok(runResultText(runResult(database, sums, null)))
  })
  if (!made.ok) return fail(io, made.error.message)
  io.err(made.value)
  return exitDone
}

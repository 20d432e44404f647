import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ok, problem, type Result } from '../../shared/result.ts'
import { writeReport, type ReportFormat } from '../engine/reporting/write-report.ts'
import type { RunOrder } from '../engine/session/run-control.ts'
import type { Session } from '../engine/session/session.ts'
import { describeStop } from '../engine/session/stop-words.ts'
import { exitBadInput, exitDone, exitStopped, exitWithFailures, type Io } from './io.ts'
import { runResult, runResultText, type RunResult } from './run-result.ts'

/** Sends what an order asks for and waits for its end; Ctrl-C finishes what is in flight first. */
export async function send(session: Session, order: RunOrder, io: Io): Promise<Result<RunResult>> {
  const connection = session.connection()
  if (!connection.ok) return connection
  if (io.signal.aborted) return ok(runResult(session.document.database, session.run.sums(), 'cancelled'))
  const started = session.run.start(connection.value.target, connection.value.open, order)
  if (!started.ok) return started
  const cancel = () => void session.run.cancel()
  io.signal.addEventListener('abort', cancel, { once: true })
  const end = await session.run.ended()
  io.signal.removeEventListener('abort', cancel)
  if (end?.stop !== undefined && end.stop !== null) io.err(`${describeStop(end.stop, end.message)}\n`)
  else if (session.run.view().note !== '') io.err(`${session.run.view().note}\n`)
  return ok(runResult(session.document.database, session.run.sums(), end?.stop ?? null))
}

/** Prints the outcome and turns it into an exit code. `meant`: users this run set out to send. */
export function finish(result: RunResult, json: boolean, io: Io, held = false): number {
  io.out(json ? `${JSON.stringify(result)}\n` : runResultText(result))
  if (result.stopped !== null) return exitStopped
  return result.failed > 0 || result.unknown > 0 || held ? exitWithFailures : exitDone
}

const reportFiles: Readonly<Record<ReportFormat, string>> = {
  csv: 'report.csv',
  json: 'report.json',
  failed: 'failed.csv',
  created: 'created.csv',
}

/** Writes all reports into a folder. */
export async function reportInto(session: Session, folder: string, io: Io): Promise<Result<null>> {
  const path = resolve(io.cwd, folder)
  try {
    mkdirSync(path, { recursive: true })
  } catch {
    return problem(
      'report-not-saved',
      `The folder ${folder} for the report cannot be made. Choose one that you can write to.`,
    )
  }
  for (const [format, name] of Object.entries(reportFiles)) {
    // The keys of the table above are the formats.
    const written = await writeReport(session.document.database, format as ReportFormat, true, join(path, name))
    if (!written.ok) return written
  }
  return ok(null)
}

export function fail(io: Io, message: string, code = exitBadInput): number {
  io.err(`${message}\n`)
  return code
}

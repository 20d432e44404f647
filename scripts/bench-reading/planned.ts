import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSession, readInto } from '../../electron/cli/open-migration.ts'
import { userCounts } from '../../electron/engine/queries/counts.ts'
import { createDocument } from '../../electron/engine/document/open-document.ts'
import { draftsInThread } from '../../electron/engine/import-pipeline/fast/drafts-in-thread.ts'
import { rehearsalInThread } from '../../electron/engine/session/rehearsal-host.ts'
import { noChoices } from '../../shared/planning/choices.ts'
import type { Result } from '../../shared/result.ts'

/**
 * Reads a file into a new document, as the command line does. Answers the milliseconds from the file to planned rows, all
 * indexes made and everything committed: what the others are measured by, too, and no start or end of a process.
 */
export async function readAndPlan(file: string): Promise<{ readonly ms: number; readonly records: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'user-migration-bench-'))
  try {
    const session = openSession(must(createDocument(join(folder, 'bench.migration'))), {
      startRehearsal: rehearsalInThread(new URL('../main/rehearsal-worker.js', import.meta.url)),
      readDrafts: draftsInThread(new URL('../main/import-worker.js', import.meta.url)),
    })
    const input = { cwd: folder, files: [file], choices: noChoices, mapping: null, scryptText: null, only: null }
    const since = performance.now()
    must(await readInto(session, input))
    const ms = performance.now() - since
    const { records } = userCounts.records(session.document.database)
    await session.end()
    return { ms, records }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

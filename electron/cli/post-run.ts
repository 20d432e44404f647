import { resolve } from 'node:path'
import { ok, type Result } from '../../shared/result.ts'
import type { PostRunKind } from '../engine/document/post-run-findings.ts'
import type { Database } from '../engine/document/sqlite.ts'
import { writePostRun } from '../engine/reporting/write-post-run.ts'
import type { Session } from '../engine/session/session.ts'
import type { Arguments } from './options/arguments.ts'
import type { Io } from './io.ts'

/** Waits for the post-run task; Ctrl-C finishes calls in flight first. */
export async function awaitPostRun<T>(session: Session, begun: Result<Promise<T>>, io: Io): Promise<Result<T>> {
  if (!begun.ok) return begun
  const cancel = () => session.postRun.cancel()
  if (io.signal.aborted) cancel()
  io.signal.addEventListener('abort', cancel, { once: true })
  try {
    return ok(await begun.value)
  } finally {
    io.signal.removeEventListener('abort', cancel)
  }
}

/** Writes the list of what came of every user, where `--report` wants one. */
export async function savePostRun(
  database: Database,
  kind: PostRunKind,
  given: Arguments,
  io: Io,
): Promise<Result<unknown>> {
  const file = given.text('report')
  if (file === undefined) return ok(null)
  return writePostRun(database, kind, !given.flag('unmasked'), resolve(io.cwd, file))
}

import { resolve } from 'node:path'
import { ok, problem, type Result } from '../../shared/result.ts'
import { listFiles } from '../engine/document/files.ts'
import { getSetting } from '../engine/document/settings.ts'
import { judgeNamedPath } from '../engine/reading/refused-path.ts'
import type { Session } from '../engine/session/session.ts'
import { unconfirmedFiles } from '../engine/trust/unconfirmed-files.ts'
import type { Io } from './io.ts'

type Named = { readonly name: string; readonly path: string }

/**
 * Lets the operator confirm the files that a migration names and that nobody has chosen on this machine: they are repeated
 * on the command line, or each is asked for with its path. Until then none of them is opened.
 */
export async function confirmFiles(session: Session, repeated: readonly string[], io: Io): Promise<Result<null>> {
  const given = new Set(repeated.map((file) => resolve(io.cwd, file)))
  const named = unconfirmed(session)
  const unknown = repeated.find((file) => !isOf(session, resolve(io.cwd, file)))
  if (unknown !== undefined)
    return problem(
      'arguments',
      `${unknown} is not a file of this migration. Use its own files, or start a new migration.`,
    )
  for (const file of named) {
    const judged = judgeNamedPath(file.path)
    if (!judged.ok) return problem(judged.error.code, `${file.path}: ${judged.error.message}`)
    if (!given.has(file.path) && !(await isWanted(file, io))) return unread(named)
    session.trust.confirmFiles([file.path])
  }
  return ok(null)
}

/** The earlier migration that is to be compared is read as well. */
function unconfirmed(session: Session): readonly Named[] {
  const wanted = getSetting(session.document.database, 'baseline-pending')
  const baseline = wanted === undefined || session.trust.knowsFile(wanted.path) ? [] : [wanted]
  return [...unconfirmedFiles(session.document.database, session.trust), ...baseline]
}

function isOf(session: Session, path: string): boolean {
  const { database } = session.document
  const wanted = getSetting(database, 'baseline-pending')
  return wanted?.path === path || listFiles(database).some((file) => file.path === path)
}

async function isWanted({ name, path }: Named, io: Io): Promise<boolean> {
  if (io.ask === null) return false
  io.err(`This migration refers to ${name} at ${path}, which was not selected on this machine.\n`)
  return /^y(es)?$/i.test((await io.ask('Read this file? (yes/no) ', false)).trim())
}

function unread(named: readonly Named[]): Result<never> {
  const paths = named.map(({ path }) => path).join(', ')
  return problem(
    'file-unconfirmed',
    `This migration refers to files that were not selected on this machine: ${paths}. If they are yours, add their paths after the migration. Nothing was read.`,
  )
}

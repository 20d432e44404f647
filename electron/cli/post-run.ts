import { resolve } from 'node:path'
import { count } from '../../shared/format.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { maskContact } from '../../shared/users/mask-contact.ts'
import { type PostRunKind, type PostRunOutcome, postRunTable } from '../engine/document/post-run-findings.ts'
import { placeNames } from '../engine/document/source-facts.ts'
import type { Database } from '../engine/document/sqlite.ts'
import { targetTable } from '../engine/document/targets.ts'
import { usersNamed } from '../engine/queries/users-filter.ts'
import { writePostRun } from '../engine/reporting/write-post-run.ts'
import type { Session } from '../engine/session/session.ts'
import { askSecret, type Io, lineOf } from './io.ts'
import type { Arguments } from './options/command-spec.ts'

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

/** Writes the outcome of every user where `--report` names a file. */
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

const maxNamed = 20

/** The first users with one outcome of looking up or removing, a line each. `total`: how many have it; `all`: where all are named. */
export function namedText(
  database: Database,
  [kind, outcome]: readonly [PostRunKind, PostRunOutcome],
  total: number,
  all: string,
): string {
  const rows =
    total === 0 ? [] : postRunTable.problems(database, targetTable.current(database)?.id ?? 0, kind, maxNamed, outcome)
  const places = placeNames(database)
  // A user may have several login methods with the same outcome.
  const users = rows.filter((row, at) => rows[at - 1]?.userId !== row.userId)
  const lines = users.map((row) => {
    const contact = row.email ?? row.phone
    const name = row.sourceId ?? (contact === null ? places(row.fileId, row) : maskContact(contact))
    return lineOf(`  ${name}: ${row.message}`)
  })
  return lines.join('') + (total > users.length ? `  and ${count(total - users.length)} more (${all}).\n` : '')
}

/** The one user of a migration that a source id or FILE:LINE names. */
export function oneUser(database: Database, name: string): Result<number> {
  const [id, ...others] = usersNamed(database, name)
  if (id === undefined) {
    return problem('user-unknown', 'This migration has no user with that ID. Use a source ID or FILE:LINE.')
  }
  return others.length === 0
    ? ok(id)
    : problem('user-ambiguous', 'Several users have that ID. Use FILE:LINE to name one of them.')
}

/**
 * The password of a known account, which goes to `to` (null: it stays here): from a prompt, or without a terminal from the
 * first line of standard input.
 */
export async function readPassword(io: Io, to: string | null): Promise<Result<string>> {
  const password = await (askSecret(io, { what: 'Password of this account', to }) ?? io.firstLine?.())
  return password === undefined || password === null || password === ''
    ? problem(
        'no-password',
        'No password was given. Enter it at the prompt, or pass it as the first line of standard input.',
      )
    : ok(password)
}

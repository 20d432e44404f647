import { ok, problem, type Result } from '../../shared/result.ts'
import type { Database } from '../engine/document/sqlite.ts'
import { usersNamed } from '../engine/queries/users-filter.ts'
import { askSecret } from './ask-secret.ts'
import type { Io } from './io.ts'

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

import { createHash } from 'node:crypto'
import { maxPasswordChecks, type PasswordCheckView } from '../../../shared/ipc/views/user-views.ts'
import type { HashFamily } from '../../../shared/hashes/verdict.ts'
import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'
import { callsText, readStoredCalls } from './stored-calls.ts'

/** A known password of one user was tried. Nothing of the password is kept. */
type PasswordCheck = PasswordCheckView & { readonly user: number }

/** Checks of known passwords of users. */
export const passwordCheckTable = {
  /** The value that would be sent for a user's password; null when none is. */
  hashToSend: (database: Database, userId: number): string | null => {
    for (const call of readStoredCalls(callsText(database, userId)))
      if (call.kind === 'import') return call.passwordHash
    return null
  },
  /** Saves a check in place of an earlier one of the same user; beyond the maximum, the oldest go. `hash`: the value that the password was tried on. */
  save: (database: Database, { user, family, variant, at, matched }: PasswordCheck, hash: string): void => {
    const others = stored(database).filter((one) => one.user !== user)
    const passwordCheck = { user, family, variant, at, matched, value: fingerprint(hash) }
    setSetting(database, 'password-checks', [...others, passwordCheck].slice(-maxPasswordChecks))
  },
  /**
   * The checks that still hold, oldest first. One holds as long as the very value that was checked is the one that would be
   * sent: a correction, other parameters or another file end it, whichever way they came about.
   */
  list: (database: Database): readonly PasswordCheck[] =>
    stored(database).flatMap(({ value, ...passwordCheck }) => {
      const hash = passwordCheckTable.hashToSend(database, passwordCheck.user)
      return hash !== null && fingerprint(hash) === value ? [passwordCheck] : []
    }),
  /** The check of one user that still holds; null when there is none. */
  of: (database: Database, userId: number): PasswordCheck | null =>
    passwordCheckTable.list(database).find(({ user }) => user === userId) ?? null,
  /** Drops every check of a family: the key it was made with is no longer what the core will have. */
  drop: (database: Database, family: HashFamily): void => {
    const before = stored(database)
    const after = before.filter((one) => one.family !== family)
    if (after.length < before.length) setSetting(database, 'password-checks', after)
  },
}

function stored(database: Database) {
  return getSetting(database, 'password-checks') ?? []
}

/** Tells one hash of the document from another; the document holds the hash itself anyway. */
function fingerprint(hash: string): string {
  return createHash('sha256').update(hash).digest('hex').slice(0, 32)
}

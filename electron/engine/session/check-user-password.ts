import * as z from 'zod'
import type { PasswordCheckOutcome } from '../../../shared/ipc/views/user-views.ts'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { correctionSchema } from '../../../shared/planning/correction.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { loadUser } from '../document/plans/load-user.ts'
import { hashToSend, savePasswordCheck } from '../document/password-checks.ts'
import { getScrypt } from '../document/settings.ts'
import { type Database, oneRow, sql } from '../document/sqlite.ts'
import { currentTarget } from '../document/targets.ts'
import {
  describePassword,
  hashVariant,
  matchResult,
  mismatchResult,
  missingKeyResult,
  noHashResult,
  tooCostlyResult,
} from '../password-check/check-messages.ts'
import type { TryPassword } from '../password-check/try-password.ts'
import { isTooCostly } from '../password-check/verify-password.ts'

/** What a proof needs besides the document. */
type PasswordCheckMeans = {
  /** Base64, held in memory only; null while it was not given. */
  readonly signerKey: string | null
  readonly tryPassword: TryPassword
  readonly now: () => number
  /** False when the document was closed while the password was tried. */
  readonly isOpen: () => boolean
}

const storedRow = z.object({ id: z.number(), source: z.string(), correction: z.string().nullable() })

/**
 * Tries a known password of one user against the value that would be sent, and keeps whether it fits; of the password,
 * nothing is kept. Problems: `user-unknown`, `document-closed`, `plan-changed` (the value changed meanwhile).
 */
export async function checkUserPassword(
  database: Database,
  id: number,
  password: string,
  means: PasswordCheckMeans,
): Promise<Result<PasswordCheckOutcome>> {
  const stored = oneRow(
    storedRow,
    sql(database, 'SELECT id, source, correction FROM user JOIN user_text ON user_id = id WHERE id = ?'),
    id,
  )
  if (stored === undefined) return problem('user-unknown', 'This user is no longer part of the migration.')
  const hash = hashToSend(database, id)
  const variant = hash === null ? null : hashVariant(hash)
  const verdict = verdictOn(database, stored)
  if (hash === null || variant === null) return ok(noHashResult(verdict))
  if (isTooCostly(hash)) return ok(tooCostlyResult(variant))
  if (variant.family === 'firebase-scrypt' && means.signerKey === null) return ok(missingKeyResult(getScrypt(database)))

  const tried = await means.tryPassword({ hash, password, signerKey: means.signerKey })
  if (!means.isOpen())
    return problem('document-closed', 'The migration was closed in the meantime. Open it and try again.')
  if (hashToSend(database, id) !== hash) {
    return problem('plan-changed', 'The hash of this user changed while the password was checked. Check it again.')
  }
  savePasswordCheck(database, { ...variant, user: id, at: means.now(), matched: tried.kind === 'match' }, hash)
  if (tried.kind === 'match') return ok(matchResult(variant))
  return ok(mismatchResult(variant, tried.instead, describePassword(password), verdict?.rewritten ?? null))
}

type Verdict = { readonly reason: string; readonly wayOut: string; readonly rewritten: string | null }

/** What is said of the hash that the user has; null when there is none. */
function verdictOn(database: Database, stored: z.infer<typeof storedRow>): Verdict | null {
  const correction = stored.correction === null ? null : correctionSchema.parse(JSON.parse(stored.correction))
  const hash = correction?.hash === undefined ? loadUser(database, stored).hash : correction.hash
  if (hash === null) return null
  const verdict = judgeHash(hash, getScrypt(database), currentTarget(database)?.dialect ?? 'documented')
  return {
    reason: verdict.reason,
    wayOut: 'wayOut' in verdict ? verdict.wayOut : '',
    rewritten: verdict.kind === 'rewrite' ? verdict.reason : null,
  }
}

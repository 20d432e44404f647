import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { loadUser, type PlannedRow, readCorrection, readPlannedRow, userUnknown } from '../document/plans/load-user.ts'
import { passwordCheckTable } from '../document/password-checks.ts'
import { getScrypt } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'
import type { TryPassword } from '../password-check/try-password.ts'
import { isTooCostly } from '../password-check/verify-password.ts'
import { hashFamily } from '../../../shared/hashes/family-title.ts'
import type { HashFamily, ScryptParameters } from '../../../shared/hashes/verdict.ts'
import type { PasswordCheckOutcome } from '../../../shared/ipc/requests/user-requests.ts'

/** The means of a proof besides the document. */
type PasswordCheckMeans = {
  /** Base64, held in memory only; null while it was not given. */
  readonly signerKey: string | null
  readonly tryPassword: TryPassword
  readonly now: () => number
  /** False when the document was closed while the password was tried. */
  readonly isOpen: () => boolean
}

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
  const stored = readPlannedRow(database, id)
  if (stored === undefined) return userUnknown
  const hash = passwordCheckTable.hashToSend(database, id)
  const variant = hash === null ? null : hashVariant(hash)
  const verdict = verdictOn(database, stored)
  if (hash === null || variant === null) return ok(noHashResult(verdict))
  if (isTooCostly(hash)) return ok(tooCostlyResult(variant))
  if (variant.family === 'firebase-scrypt' && means.signerKey === null) return ok(missingKeyResult(getScrypt(database)))

  const tried = await means.tryPassword({ hash, password, signerKey: means.signerKey })
  if (!means.isOpen())
    return problem('document-closed', 'The migration was closed in the meantime. Open it and try again.')
  if (passwordCheckTable.hashToSend(database, id) !== hash) {
    return problem('plan-changed', 'The hash of this user changed while the password was checked. Check it again.')
  }
  passwordCheckTable.save(database, { ...variant, user: id, at: means.now(), matched: tried.kind === 'match' }, hash)
  if (tried.kind === 'match') return ok(matchResult(variant))
  return ok(mismatchResult(variant, tried.instead, describePassword(password), verdict?.rewritten ?? null))
}

type Verdict = { readonly reason: string; readonly wayOut: string; readonly rewritten: string | null }

/** The verdict on the hash of the user; null when there is none. */
function verdictOn(database: Database, stored: PlannedRow): Verdict | null {
  const correction = readCorrection(stored)
  const hash = correction?.hash === undefined ? loadUser(database, stored).hash : correction.hash
  if (hash === null) return null
  const verdict = judgeHash(hash, getScrypt(database), targetTable.current(database)?.dialect ?? 'documented')
  return {
    reason: verdict.reason,
    wayOut: 'wayOut' in verdict ? verdict.wayOut : '',
    rewritten: verdict.kind === 'rewrite' ? verdict.reason : null,
  }
}

/** Facts about the typed password that the same screen may show; none of them is stored. */
type TypedPassword = {
  readonly beyondAscii: boolean
  readonly bytes: number
  readonly blanksAround: boolean
}

function describePassword(password: string): TypedPassword {
  return {
    // oxlint-disable-next-line no-control-regex -- ASCII with its control characters
    beyondAscii: /[^\x00-\x7f]/.test(password),
    bytes: Buffer.byteLength(password),
    blanksAround: password.trim() !== password,
  }
}

function matchResult({ family, variant }: HashVariant): PasswordCheckOutcome {
  const advice =
    family === 'firebase-scrypt'
      ? ['It matches with the signer key in memory: the core needs exactly this key.']
      : variant === '2x'
        ? ['Hashes of the variant 2x match only passwords of plain ASCII letters, here as in the core.']
        : []
  return {
    outcome: 'match',
    message: `It matches: this account signs in with its old password. ${hashFamily.title(family)} is confirmed by a known account.`,
    advice,
  }
}

/** `rewritten`: why the value that goes out is not the one of the export, as a sentence; null when it is. */
function mismatchResult(
  { family, variant }: HashVariant,
  instead: string | null,
  typed: TypedPassword,
  rewritten: string | null,
): PasswordCheckOutcome {
  if (instead !== null) {
    return {
      outcome: 'mismatch',
      message: `It does not match, but ${instead} does. The core checks it differently, so no user with such a hash could sign in.`,
      advice: [family === 'argon2' ? otherVersion : withoutHashes],
    }
  }
  const advice = [
    'Check that this is the right account, and that the password is the one it had when the export was made.',
    ...(typed.blanksAround ? ['The password you entered starts or ends with a space.'] : []),
    ...(rewritten === null ? [] : [`The hash is rewritten before it is sent. ${rewritten}`]),
    ...familyAdvice[family],
    ...(variant === '2x' && typed.beyondAscii ? [signExtension] : []),
    ...(family === 'bcrypt' && typed.bytes > 72 ? [longPassword] : []),
  ]
  return {
    outcome: 'mismatch',
    message: 'It does not match: the core would refuse this password for this account.',
    advice,
  }
}

const withoutHashes =
  'Do not send these hashes: for a custom table, choose the algorithm on the Map columns screen; for other exports, correct the users so that they log in with a code.'
const otherVersion = 'Name the version in the export, after the type: $v=16$ or $v=19$.'
const signExtension =
  'Hashes of the variant 2x match only passwords of plain ASCII letters, here as in the core. Try an account whose password has no others.'
const longPassword =
  'bcrypt reads the first 72 bytes of a password. Try an account with a shorter one: the old system may treat long ones in its own way.'

const familyAdvice: Readonly<Record<HashVariant['family'], readonly string[]>> = {
  bcrypt: [
    'The old system may add a pepper (a secret of its own) to each password. Such a hash looks like any other, and no core can check it.',
    `It may also hash the password in another way before bcrypt. ${withoutHashes}`,
  ],
  argon2: [
    'The old system may give Argon2 a pepper (a secret of its own). The hash does not show it, and no core can check it.',
    `It may also hash the password in another way before Argon2. ${withoutHashes}`,
  ],
  'firebase-scrypt': [
    'The parameters may be of another project: each has its own signer key, salt separator, rounds and memory cost. Copy the block from the console of this project once more.',
    'The salt may be of another user, for instance after sorting single columns of a table. Export again.',
  ],
}

function tooCostlyResult({ family }: HashVariant): PasswordCheckOutcome {
  return {
    outcome: 'not-checked',
    message: `The parameters of this ${hashFamily.title(family)} hash are so high that trying one password would take minutes or all memory of this machine.`,
    advice: ['Try an account with usual parameters. Signing in with this one would be as slow for the core.'],
  }
}

function missingKeyResult(parameters: ScryptParameters | null): PasswordCheckOutcome {
  const length = parameters?.signerKeyLength ?? null
  return {
    outcome: 'not-checked',
    message:
      length === null
        ? 'Only the format of the hash could be checked, without the length of the signer key: the format is correct. The password was not checked.'
        : `Only the format of the hash could be checked: the hash is as long as the signer key, ${length} bytes. The password was not checked.`,
    advice: [
      'Enter the hash parameters of the project once more, with their signer key. The key is kept in memory only, until the migration is closed.',
    ],
  }
}

/** `why`: the sentences about a hash that is not sent; null when the user has none. */
function noHashResult(why: { readonly reason: string; readonly wayOut: string } | null): PasswordCheckOutcome {
  return {
    outcome: 'not-checked',
    message: `There is nothing to check: no hash is sent for this user.${why === null ? '' : ` ${why.reason}`}`,
    advice: why === null || why.wayOut === '' ? [] : [why.wayOut],
  }
}

/** The algorithm of a value that is sent: its family (specification 4.5), and the variant within it for people. */
type HashVariant = { readonly family: HashFamily; readonly variant: string }

/** Reads family and variant (`2b`, `argon2id, version 19`) from the beginning of a value; null for any other. */
function hashVariant(hash: string): HashVariant | null {
  const bcrypt = /^\$(2[abxy])\$/.exec(hash)?.[1]
  if (bcrypt !== undefined) return { family: 'bcrypt', variant: bcrypt }
  const argon2 = /^\$(argon2(?:id|i|d))\$v=(\d{2})\$/.exec(hash)
  if (argon2 !== null) return { family: 'argon2', variant: `${argon2[1]}, version ${argon2[2]}` }
  return hash.startsWith('$f_scrypt$')
    ? { family: 'firebase-scrypt', variant: hashFamily.title('firebase-scrypt') }
    : null
}

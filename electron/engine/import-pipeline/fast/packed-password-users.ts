import type { Plan } from '../../../../shared/planning/plan.ts'
import { writeCalls } from '../../../../shared/planning/write-calls.ts'
import type { HashFamily } from '../../../../shared/hashes/verdict.ts'
import { emptyUser, type User } from '../../../../shared/users/user.ts'
import { isAlone, writeStoredUser } from '../stored-user.ts'

/**
 * Most users have an email and a password and nothing else. What the document keeps of them follows from few values, so
 * these cross to the thread that writes instead of it: half as much, and the thread that reads has less to do. One list for
 * each value; `of`: the position of the user in its batch.
 */
export type PackedPasswordUsers = {
  readonly of: readonly number[]
  /** As the export has it; null: as the plan has it. */
  readonly emails: readonly (string | null)[]
  readonly flags: readonly number[]
  readonly hashes: readonly string[]
  readonly families: readonly HashFamily[]
}

export type PackedPasswordUserBuilder = { readonly [K in keyof PackedPasswordUsers]: PackedPasswordUsers[K][number][] }

export function noPackedPasswordUsers(): PackedPasswordUserBuilder {
  return { of: [], emails: [], flags: [], hashes: [], families: [] }
}

/** Each is one bit. A value that the export does not say is none of both. */
const bit = { verified: 1, unverified: 2, hasPassword: 4, hasNone: 8, isLogin: 16 } as const

function flagsOf({ emailVerified, hasPassword, emailIsLogin }: User): number {
  const verified = emailVerified === null ? 0 : emailVerified ? bit.verified : bit.unverified
  const password = hasPassword === null ? 0 : hasPassword ? bit.hasPassword : bit.hasNone
  return verified | password | (emailIsLogin ? bit.isLogin : 0)
}

function said(flags: number, yes: number, no: number): boolean | null {
  return (flags & (yes | no)) === 0 ? null : (flags & yes) !== 0
}

/** Adds a user of whom nothing else is known than what is kept here; answers whether it is one. */
export function packPasswordUser(to: PackedPasswordUserBuilder, at: number, user: User, plan: Plan): boolean {
  const [call] = plan.calls
  if (call?.kind !== 'import' || plan.calls.length > 1 || call.email !== plan.email) return false
  const { email, phone, phoneVerified, phoneIsLogin, hash } = user
  if (email === null || phone !== null || phoneVerified !== null || phoneIsLogin) return false
  if (user.identities.length > 0 || user.standing !== 'active' || user.unmapped !== undefined) return false
  if (hash === null || hash.hash !== call.passwordHash || !isAlone(hash)) return false
  to.of.push(at)
  to.emails.push(email === plan.email ? null : email)
  to.flags.push(flagsOf(user))
  to.hashes.push(hash.hash)
  to.families.push(call.family)
  return true
}

/** What the document keeps of the one at `index`, whose id in the source and email are in the table of users. */
export function unpackPasswordUser(
  { emails, flags, hashes, families }: PackedPasswordUsers,
  index: number,
  sourceId: string | null,
  email: string,
): { readonly source: string; readonly calls: string } {
  const [hash, family, flag = 0] = [hashes[index], families[index], flags[index]]
  if (hash === undefined || family === undefined) throw new Error('A user of a batch is not whole.')
  const source = writeStoredUser({
    ...emptyUser,
    sourceId,
    email: emails[index] ?? email,
    emailVerified: said(flag, bit.verified, bit.unverified),
    hasPassword: said(flag, bit.hasPassword, bit.hasNone),
    emailIsLogin: (flag & bit.isLogin) !== 0,
    hash: { hash },
  })
  return { source, calls: writeCalls([{ kind: 'import', email, passwordHash: hash, family }]) }
}

import { claimKeys, type Claim } from '../../../shared/planning/other-users/duplicates.ts'
import { importKey } from '../../../shared/planning/call-key.ts'
import { isExcludedForKeptOut } from '../../../shared/planning/other-users/kept-out.ts'
import type { Plan } from '../../../shared/planning/plan.ts'

/** A claim of one user in the core, see `Claim` of the planning; `holds`: no earlier user has it. */
type UserClaim = { readonly key: string; readonly isOwner: boolean }

/**
 * The claims of a user. `passwordClaim`: the password import of its own email, 0: none, 1: the user owns it, 2: another user does.
 * `claims`: all others.
 */
export type UserClaims = { readonly passwordClaim: 0 | 1 | 2; readonly claims: readonly UserClaim[] }

/** `there`: the plan whose claims hold, where it is not the one that is sent. */
type Judged = { readonly drafted: Plan; readonly plan: Plan; readonly there?: Plan }

const none: ReadonlySet<string> = new Set()

/**
 * Claims granted to this user and claims it lost, kept so it can be promoted when the owner gives one up.
 * `taken`: none, before they are judged.
 */
export function computeClaims({ drafted, plan, there = plan }: Judged, taken: ReadonlySet<string> = none): UserClaims {
  const wanted = drafted.state === 'excluded' ? [] : claimKeys(drafted)
  const own = importClaim(plan.email)
  if (there.state !== 'excluded' && beginsWith(there.calls, drafted.calls)) return claimsOf(wanted, own, taken)
  if (isExcludedForKeptOut(plan)) return claimsOf(wanted, own, new Set(wanted.map(({ key }) => key)))
  const kept = keysOf(there)
  return claimsOf(
    wanted.filter(({ key }) => taken.has(key) || kept.has(key)),
    own,
    taken,
  )
}

/** `own`: the import of the user's own email. In one pass, because it is done for every user that is read. */
export function claimsOf(
  wanted: readonly Pick<Claim, 'key'>[],
  own: string | null,
  taken: ReadonlySet<string> = none,
): UserClaims {
  let passwordClaim: UserClaims['passwordClaim'] = 0
  const claims: UserClaim[] = []
  for (const { key } of wanted) {
    const isOwner = !taken.has(key)
    if (key === own) passwordClaim = isOwner ? 1 : 2
    else claims.push({ key, isOwner })
  }
  return { passwordClaim, claims }
}

/** The claim that a user has by its email and its facet. */
export function importClaim(email: string | null): string | null {
  return email === null ? null : importKey(email)
}

/** The email of a claim that a facet may hold; null: of another claim. */
export function emailOfClaim(key: string): string | null {
  return key.startsWith('import:') ? key.slice('import:'.length) : null
}

/** Follow-ups come behind the calls of the draft, so that nearly all plans have all calls of theirs. */
function beginsWith(calls: Plan['calls'], first: Plan['calls']): boolean {
  return calls === first || first.every((call, at) => calls[at] === call)
}

function keysOf(plan: Plan): ReadonlySet<string> {
  return plan.state === 'excluded' ? none : new Set(claimKeys(plan).map(({ key }) => key))
}

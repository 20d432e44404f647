import { claimKeys } from '../../../shared/planning/duplicates.ts'
import type { Plan } from '../../../shared/planning/plan.ts'

/** A claim of one user in the core, see `Claim` of the planning; `holds`: nobody before has it. */
export type LaidClaim = { readonly key: string; readonly holds: boolean }

/** What a user claims: the password import of its own email as `imports` of the table of users, and all others. */
export type Laid = { readonly imports: 0 | 1 | 2; readonly claims: readonly LaidClaim[] }

/** `there`: the plan whose claims hold, where it is not the one that is sent. */
type Judged = { readonly drafted: Plan; readonly plan: Plan; readonly there?: Plan }

const none: ReadonlySet<string> = new Set()

/**
 * What is free for this user, and what it would have wanted of others, so that it is found when they let go of it.
 * `taken`: none, before they are judged.
 */
export function laidClaims({ drafted, plan, there = plan }: Judged, taken: ReadonlySet<string> = none): Laid {
  const kept = keysOf(there)
  const claims = [...keysOf(drafted)].filter((key) => taken.has(key) || kept.has(key))
  return laidOut(
    plan.email,
    claims.map((key) => ({ key, holds: !taken.has(key) })),
  )
}

/** `email`: as the table of users has it. */
export function laidOut(email: string | null, claims: readonly LaidClaim[]): Laid {
  const own = importKey(email)
  const held = claims.find(({ key }) => key === own)?.holds
  return {
    imports: held === undefined ? 0 : held ? 1 : 2,
    claims: claims.filter(({ key }) => key !== own),
  }
}

/** The claim that the table of users holds itself, by email and `imports`. */
export function importKey(email: string | null): string | null {
  return email === null ? null : `import:${email}`
}

function keysOf(plan: Plan): ReadonlySet<string> {
  return plan.state === 'excluded' ? none : new Set(claimKeys(plan).map(({ key }) => key))
}

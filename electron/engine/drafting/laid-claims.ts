import { claimKeys, type Claim } from '../../../shared/planning/duplicates.ts'
import type { Plan } from '../../../shared/planning/plan.ts'

/** A claim of one user in the core, see `Claim` of the planning; `holds`: nobody before has it. */
type LaidClaim = { readonly key: string; readonly holds: boolean }

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
  const wanted = drafted.state === 'excluded' ? [] : claimKeys(drafted)
  return laidOut(
    wanted.filter(({ key }) => taken.has(key) || kept.has(key)),
    importKey(plan.email),
    taken,
  )
}

/** `own`: the import of the user's own email. In one pass, because it is done for every user that is read. */
export function laidOut(
  wanted: readonly Pick<Claim, 'key'>[],
  own: string | null,
  taken: ReadonlySet<string> = none,
): Laid {
  let imports: Laid['imports'] = 0
  const claims: LaidClaim[] = []
  for (const { key } of wanted) {
    const holds = !taken.has(key)
    if (key === own) imports = holds ? 1 : 2
    else claims.push({ key, holds })
  }
  return { imports, claims }
}

/** The claim that the table of users holds itself, by email and `imports`. */
export function importKey(email: string | null): string | null {
  return email === null ? null : `import:${email}`
}

/** The email of a claim that the table of users may hold; null: of another claim. */
export function emailOf(key: string): string | null {
  return key.startsWith('import:') ? key.slice('import:'.length) : null
}

function keysOf(plan: Plan): ReadonlySet<string> {
  return plan.state === 'excluded' ? none : new Set(claimKeys(plan).map(({ key }) => key))
}

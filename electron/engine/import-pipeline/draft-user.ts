import { claimKeys } from '../../../shared/planning/duplicates.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import type { User } from '../../../shared/users/user.ts'
import { claimsOf, importClaim, type UserClaims } from './compute-claims.ts'
import { noOtherHolder, settlePlan, type Planning } from './plan-columns.ts'

/** `plan`: null: the user is planned later. */
type Draft = { readonly plan: Plan | null; readonly userClaims: UserClaims }

/** Plans a user as if it were the only one. Users with the same claims are found when they are written. */
export type DraftUser = (user: User) => Draft

export function draftWith(planning: Planning): DraftUser {
  return (user) => {
    const { drafted, plan } = settlePlan(user, null, planning, noOtherHolder)
    return { plan, userClaims: claimsOf(claimKeys(drafted), importClaim(plan.email)) }
  }
}

/** Leaves the users of a listing unplanned, as most are as before. Those without an ID are known by the contacts of their plans. */
export function draftListed(planning: Planning): DraftUser {
  const later: Draft = { plan: null, userClaims: claimsOf([], null) }
  return (user) =>
    user.sourceId === null ? { ...later, plan: settlePlan(user, null, planning, noOtherHolder).plan } : later
}

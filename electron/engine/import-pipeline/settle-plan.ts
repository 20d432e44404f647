import type { Choices } from '../../../shared/planning/choices.ts'
import type { Correction } from '../../../shared/planning/correction.ts'
import { withDuplicates, type Place } from '../../../shared/planning/duplicates.ts'
import { withFollowUps } from '../../../shared/planning/follow-ups.ts'
import { linkingIn, withLinks } from '../../../shared/planning/linking.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { withProfile } from '../../../shared/planning/profile.ts'
import type { PlanContext } from '../../../shared/planning/judge-for-plan.ts'
import { withVerification } from '../../../shared/planning/verification.ts'
import { planUser } from '../../../shared/planning/plan-user.ts'
import type { User } from '../../../shared/users/user.ts'

/** What is the same for every user of one planning. */
export type Planning = { readonly choices: Choices; readonly context: PlanContext }

/** `drafted`: as if the user were the only one; what it claims follows from it. */
export type Settled = { readonly drafted: Plan; readonly plan: Plan }

/** The whole plan of one user. `taken` answers with the place of the earlier user that holds a claim, or null. */
export function settlePlan(
  user: User,
  correction: Correction | null,
  { choices, context }: Planning,
  taken: (key: string) => Place | null,
): Settled {
  const drafted = planUser(user, correction, choices, context)
  const judged = taken === noOtherHolder ? drafted : withDuplicates(drafted, taken, choices)
  const { dialect } = context
  const emailCorrected = correction?.email !== undefined
  const linked = withLinks(judged, linkingIn(context, choices))
  const complete = dialect === 'supertokens' ? withFollowUps(linked, user, emailCorrected, choices) : linked
  const whole = withProfile(complete, user, choices, context)
  const plan = withVerification(whole, user, emailCorrected, choices, dialect)
  return { drafted, plan }
}

/** For plans that are made before the claims of all users are known: duplicates are judged afterwards. */
export function noOtherHolder(): null {
  return null
}

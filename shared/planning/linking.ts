import { createsUser, type Call } from './call.ts'
import { callKey } from './call-key.ts'
import type { Choices } from './choices.ts'
import type { PlanContext } from './judge-for-plan.ts'
import type { Plan } from './plan.ts'

/**
 * What becomes of several login methods of a person. `linked`: one user; `separate`: a user each, by the operator's
 * decision; `unlicensed`: a user each, because the core may not link; `unknown`: a core without account linking makes a
 * user of each.
 */
export type Linking = 'linked' | 'separate' | 'unlicensed' | 'unknown'

export function linkingIn(
  { dialect, core }: Pick<PlanContext, 'dialect' | 'core'>,
  { severalMethods }: Pick<Choices, 'severalMethods'>,
): Linking {
  if (dialect !== 'supertokens') return 'unknown'
  switch (core?.accountLinking) {
    case true:
      return severalMethods === 'separate' ? 'separate' : 'linked'
    case false:
      return 'unlicensed'
    default:
      return 'unknown'
  }
}

/** The group of the finding about several login methods: what can be decided depends on the core. */
export function groupOf(linking: Linking): '' | 'can-link' | 'unlicensed' {
  if (linking === 'unlicensed') return linking
  return linking === 'unknown' ? '' : 'can-link'
}

/** Makes one user of all login methods of a plan: the first becomes a primary user, the others are linked to it. */
export function withLinks(plan: Plan, linking: Linking): Plan {
  const [first, ...others] = plan.calls.filter(createsUser)
  if (linking !== 'linked' || first === undefined || others.length === 0) return plan
  const links = others.map((call): Call => ({ kind: 'link', method: callKey(call) }))
  return { ...plan, calls: [...plan.calls, { kind: 'make-primary' }, ...links] }
}

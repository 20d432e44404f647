import { createsUser } from '../../../shared/planning/call.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import type { ClaimedCall } from './claimed-user.ts'

/** Which calls a run looks up before it sends them. */
export type LookUpRule = {
  /** The core can be asked who exists. */
  readonly canLookUp: boolean
  /** The rule for users whom the core already has. */
  readonly existing: Choices['existing']
}

/** The rule for existing users, as it holds for this call. */
export function existingRuleOf(call: ClaimedCall, { existing }: LookUpRule): Choices['existing'] {
  return call.replaces ? 'overwrite' : existing
}

/**
 * Is this call, of which no earlier try can have had an effect, looked up before it is sent? Then nothing was sent of it
 * unless the core was seen not to have its login method.
 */
export function isLookedUpFirst(call: ClaimedCall, rule: LookUpRule): boolean {
  return rule.canLookUp && createsUser(call.call) && !call.sentBefore && existingRuleOf(call, rule) !== 'overwrite'
}

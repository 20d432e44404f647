import { isAtLeast } from '../../../shared/core-api/cdi-version.ts'
import type { Target } from '../document/targets.ts'
import { createsUser } from '../../../shared/planning/call.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import type { ClaimedCall } from './claimed-user.ts'

/** Which calls a run looks up before it sends them. */
export type LookUpRule = {
  /** The core can be asked who exists. */
  readonly canLookUp: boolean
  /** Rule for users who already exist in the core. */
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

/** Earlier interfaces have no look-up by email or provider id. */
const lookUpSince = '4.0'

/** Can this core be asked who exists? */
export function canLookUp(target: Target): boolean {
  return target.dialect === 'supertokens' && isAtLeast(target.cdi_version ?? '0', lookUpSince)
}

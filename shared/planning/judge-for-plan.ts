import type { CoreFacts } from '../core-api/check-result.ts'
import { judgeHash } from '../hashes/judge-hash.ts'
import { type HashInput, type HashVerdict, type ScryptParameters, unsupported } from '../hashes/verdict.ts'
import type { Choices } from './choices.ts'

/** What planning needs to know besides the user and the operator's decisions. */
export type PlanContext = {
  readonly scrypt: ScryptParameters | null
  readonly dialect: 'documented' | 'supertokens'
  /** What the core was found to have; nothing: it was not asked. */
  readonly core?: CoreFacts | null
  /** No user of the source is in another tenant than the others. */
  readonly isOnlyTenant?: boolean
  /** Nothing: whatever is in the future is not seen. */
  readonly now?: number
}

/**
 * The verdict on a hash, with the operator's word about its family: a pepper cannot be seen in a hash, so it has to be
 * told.
 */
export function judgeForPlan(hash: HashInput, choices: Pick<Choices, 'families'>, context: PlanContext): HashVerdict {
  const verdict = judgeHash(hash, context.scrypt, context.dialect)
  if (!('send' in verdict) || familyChoice(choices, verdict.family) !== 'peppered') return verdict
  return unsupported(`${verdict.family}_peppered`, peppered)
}

const peppered = 'You said it was made with a pepper, a secret that the core does not have.'

/** What the operator said of a family that could be sent; null: it is sent. */
export function familyChoice({ families }: Pick<Choices, 'families'>, family: string) {
  return Object.hasOwn(families, family) ? (families[family] ?? null) : null
}

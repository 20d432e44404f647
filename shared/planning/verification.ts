import type { User } from '../users/user.ts'
import type { Choices } from './choices.ts'
import type { PlanContext } from './judge-for-plan.ts'
import type { Finding, Plan } from './plan.ts'

/**
 * Notes a verified email that arrives unverified: an import (specification 4.5) says nothing of it, and only a core of
 * the `supertokens` dialect can be told afterwards, where the operator wants it. `emailCorrected`: what the export says
 * of the old email does not hold for the new one.
 */
export function withVerification(
  plan: Plan,
  user: Pick<User, 'emailVerified'>,
  emailCorrected: boolean,
  choices: Pick<Choices, 'verifyEmails'>,
  dialect: PlanContext['dialect'],
): Plan {
  if (user.emailVerified !== true || emailCorrected || !plan.calls.some(({ kind }) => kind === 'import')) return plan
  if (dialect === 'documented') return { ...plan, findings: [...plan.findings, staysBehind] }
  return choices.verifyEmails ? plan : { ...plan, findings: [...plan.findings, undecided] }
}

const undecided: Finding = {
  code: 'verification-not-kept',
  blocks: false,
  group: '',
  detail: 'The export calls this email verified; the import leaves it unverified in the core.',
}
const staysBehind: Finding = { ...undecided, group: 'documented' }

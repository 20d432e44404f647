import { normaliseEmail } from '../users/normalise-email.ts'
import { normalisePhone } from '../users/normalise-phone.ts'
import type { User } from '../users/user.ts'
import type { Choices } from './choices.ts'
import type { Correction } from './correction.ts'
import { judgeForPlan, type PlanContext } from './judge-for-plan.ts'
import type { Finding } from './plan.ts'
import { planUser } from './plan-user.ts'

/** The fields in which an operator corrects a user. */
export const correctionFields = ['email', 'phone', 'provider', 'hash'] as const
export type CorrectionField = (typeof correctionFields)[number]

/** Why a correction cannot be saved, and in which field. `reason` never repeats the input. */
export type CorrectionFault = { readonly field: CorrectionField; readonly reason: string }

/** `changed`: the fields that this correction sets; the others were judged before. */
type CorrectionCheck = {
  readonly user: User
  readonly before: Correction | null
  readonly after: Correction
  readonly changed: ReadonlySet<CorrectionField>
  readonly choices: Choices
  readonly context: PlanContext
}

/**
 * Faults that the planner would find in a correction: values that cannot be sent, or the removal of one that the user
 * cannot log in without. Empty when it can be saved. A duplicate can: it waits for a decision like any other.
 */
export function correctionFaults(check: CorrectionCheck): readonly CorrectionFault[] {
  const faults = correctionFields.flatMap((field) => {
    const reason = check.changed.has(field) ? faultOf(field, check) : null
    return reason === null ? [] : [{ field, reason }]
  })
  if (faults.length > 0) return faults
  const block = newBlock(check)
  return block === null ? [] : [block]
}

function faultOf(field: CorrectionField, { after, choices, context }: CorrectionCheck): string | null {
  const { email, phone, hash } = after
  if (field === 'email' && typeof email === 'string') {
    const judged = normaliseEmail(email)
    if (judged.kind === 'invalid') return judged.reason
    // The core accepts it and an export may have it, but typed by an operator it is a mistake.
    return /@.*@/.test(judged.email) && !judged.email.startsWith('"') ? 'The email has more than one @.' : null
  }
  if (field === 'phone' && typeof phone === 'string') {
    const judged = normalisePhone(phone, choices.country)
    return judged.kind === 'invalid' ? judged.reason : null
  }
  if (field !== 'hash' || hash === null || hash === undefined) return null
  const verdict = judgeForPlan(hash, choices, context)
  if ('send' in verdict) return null
  return verdict.kind === 'no-password'
    ? `${verdict.reason} To import the user without a password, remove the hash.`
    : verdict.reason
}

/** Findings about a missing value, with the field whose correction removed it. */
const lacks = new Set<Finding['code']>([
  'hash-without-email',
  'hash-without-contact',
  'third-party-without-email',
  'no-login',
])

function newBlock({ user, before, after, changed, choices, context }: CorrectionCheck): CorrectionFault | null {
  const field = correctionFields.find((one) => changed.has(one) && one !== 'provider' && after[one] === null)
  if (field === undefined) return null
  const known = planUser(user, before, choices, context).findings
  const found = planUser(user, after, choices, context).findings.find(
    (finding) =>
      finding.blocks && lacks.has(finding.code) && !known.some(({ code, blocks }) => blocks && code === finding.code),
  )
  return found === undefined ? null : { field, reason: `It cannot be empty: ${found.detail}` }
}

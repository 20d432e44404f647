import type { Choices } from '../choices.ts'
import type { Place } from './duplicates.ts'
import { addFinding, settled, type Finding, type Plan } from '../plan.ts'

/*
 * Users with the email of another user that the source keeps out. Whether a user is kept out follows from its own record and
 * the decision about disabled users; whether others have its email is judged across users, with duplicates.
 */

/** Statuses at the source that keep a user out, each of which is asked about apart. */
export const keptOutStatuses = ['disabled', 'deleted'] as const

/** An email, and the status of a user with this email that is kept out. */
export type KeptOutEmail = { readonly status: (typeof keptOutStatuses)[number]; readonly email: string }

const code = 'same-email-out-elsewhere'

/** The key by which a user with this email and status is looked up among others; it is no claim of anybody. */
export function keptOutKey({ status, email }: KeptOutEmail): string {
  return `kept-out:${status}:${email}`
}

/** Null: a claim. */
export function readKeptOutKey(key: string): KeptOutEmail | null {
  for (const status of keptOutStatuses) {
    const prefix = keptOutKey({ status, email: '' })
    if (key.startsWith(prefix)) return { status, email: key.slice(prefix.length) }
  }
  return null
}

/** Statuses that keep users out: those who are disabled are migrated by choice. */
export function keepingOut({ disabled }: Pick<Choices, 'disabled'>): readonly KeptOutEmail['status'][] {
  return keptOutStatuses.filter((status) => status !== 'disabled' || disabled !== 'migrate')
}

/**
 * Asks about a plan whose email another user has that is kept out: both may be one person. `taken` returns the place of that
 * user by its key. A plan that waits for its email, as a duplicate or as disabled is asked about that first.
 */
export function withKeptOut(
  plan: Plan,
  taken: (key: string) => Place | null,
  choices: Pick<Choices, 'disabled' | 'emailsKeptOut'>,
): Plan {
  const { state, email } = plan
  const waitsFor = (codes: readonly string[]) => plan.findings.some((one) => one.blocks && codes.includes(one.code))
  if (state === 'excluded' || email === null || waitsFor(['email-invalid'])) return plan
  const isAskedFirst = waitsFor(['duplicate', 'disabled'])
  const findings: Finding[] = [...plan.findings]
  let isExcluded = false
  for (const status of keepingOut(choices)) {
    const choice = choices.emailsKeptOut[status]
    const other = isAskedFirst && choice !== 'exclude' ? null : taken(keptOutKey({ status, email }))
    if (other === null) continue
    const detail = `Same email as a user who is ${status} at the source (${other.file}, ${other.place}).`
    addFinding(findings, code, status, detail, choice === undefined ? 'open' : 'decided')
    if (choice !== 'exclude') continue
    isExcluded = true
    addFinding(findings, 'excluded', `${code}:${status}`, excluded)
  }
  if (findings.length === plan.findings.length) return plan
  if (isExcluded) return { ...plan, state: 'excluded', calls: [], findings: findings.map(settled) }
  return { ...plan, state: findings.some(({ blocks }) => blocks) ? 'blocked' : state, findings }
}

const excluded = 'Users with the email of a user who is kept out are excluded by your decision.'

/** Whether a plan is excluded because of another user, so that its claims are free, and its own again without that user. */
export function isExcludedForKeptOut({ findings }: Pick<Plan, 'findings'>): boolean {
  return findings.some(({ code: one, group }) => one === 'excluded' && group.startsWith(`${code}:`))
}

import { unreachable } from '../result.ts'
import type { Call } from './call.ts'
import { addFinding } from './finding-list.ts'
import type { Finding, Plan } from './plan.ts'
import type { Place } from './duplicates.ts'

export type LoginMethod = 'password' | 'third-party' | 'passwordless'

/** One email of a plan and the login method that uses it. */
export type EmailUse = { readonly email: string; readonly method: LoginMethod }

/** Every email of a plan with its login methods, each pair once: what to index to find the same email elsewhere. */
export function emailUses(plan: Plan): readonly EmailUse[] {
  const uses: EmailUse[] = []
  for (const call of plan.calls) {
    const use = useOf(call)
    if (use !== null && !uses.some((one) => one.email === use.email && one.method === use.method)) uses.push(use)
  }
  return uses
}

function useOf(call: Call): EmailUse | null {
  switch (call.kind) {
    case 'import':
      return { email: call.email, method: 'password' }
    case 'third-party':
      return { email: call.email, method: 'third-party' }
    case 'update':
      return { email: call.email, method: 'passwordless' }
    case 'passwordless':
      return call.contact.kind === 'email' ? { email: call.contact.email, method: 'passwordless' } : null
    default:
      return unreachable(call)
  }
}

/**
 * Notes that another user has the same email in another login method: nothing wrong, but the core keeps them apart.
 * `elsewhere` answers with the place of such a user, or null.
 */
export function sameEmailElsewhere(plan: Plan, elsewhere: (use: EmailUse) => Place | null): Plan {
  if (plan.state === 'excluded') return plan
  for (const use of emailUses(plan)) {
    const other = elsewhere(use)
    if (other === null) continue
    const findings: Finding[] = [...plan.findings]
    const detail = `Another user has this email with another login method: ${other.file}, line ${other.line}.`
    addFinding(findings, 'same-email-elsewhere', '', detail)
    return { ...plan, findings }
  }
  return plan
}

import type { FindingGroup } from '../../shared/ipc/views.ts'
import { decisions } from '../../shared/planning/choices.ts'
import { findingCodes, isFindingCode } from '../../shared/planning/findings.ts'

/** The kind of input that decides a finding. */
type Decision = 'none' | 'options' | 'provider' | 'tenant' | 'country' | 'domain'

export function decisionOf({ code, choices }: Pick<FindingGroup, 'code' | 'choices'>): Decision {
  const entry = decisions.keyOf(code)
  if (entry === 'providers') return 'provider'
  if (entry === 'tenants') return 'tenant'
  if (entry === 'country') return 'country'
  if (entry === 'thirdPartyWithoutEmail') return 'domain'
  return choices.length > 0 ? 'options' : 'none'
}

/** Whether leaving it undecided is an answer: the users wait. Holds also once it was decided. */
export function canWait(code: string): boolean {
  return isFindingCode(code) && findingCodes[code].blocks
}

/** The domain of placeholder emails as the core takes it: lower case with a dot; null when it is none. */
export function domainName(typed: string): string | null {
  const domain = typed.trim().toLowerCase().replace(/^@/, '')
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) ? domain : null
}

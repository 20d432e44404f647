import type { Input } from '../../shared/bridge/contract.ts'
import type { FindingGroup } from '../../shared/bridge/views.ts'
import type { Choices } from '../../shared/planning/choices.ts'
import { findingCodes } from '../../shared/planning/findings.ts'

export type ChoicesChange = Input<'preview:choose'>['choices']

/** The decision about one provider of the source: a name of the core, `leave-out`, or null to take it back. */
export function withProvider(choices: Choices, source: string, value: string | null): ChoicesChange {
  const { [source]: _, ...others } = choices.providers
  if (value === null) return { providers: others }
  return {
    providers: { ...others, [source]: value === 'leave-out' ? { kind: 'leave-out' } : { kind: 'name', name: value } },
  }
}

/** What kind of input decides a finding. */
export type Decision = 'none' | 'options' | 'provider' | 'country' | 'domain'

export function decisionOf({ code, choices }: Pick<FindingGroup, 'code' | 'choices'>): Decision {
  const entry = entryOf(code)
  if (entry === 'providers') return 'provider'
  if (entry === 'country') return 'country'
  if (entry === 'thirdPartyWithoutEmail') return 'domain'
  return choices.length > 0 ? 'options' : 'none'
}

/** The change of the document's choices that `value` stands for in a finding's group; null when it stands for nothing. */
export function choiceFor(
  choices: Choices,
  { code, group }: Pick<FindingGroup, 'code' | 'group'>,
  value: string | null,
): ChoicesChange | null {
  switch (entryOf(code)) {
    case 'hashes': {
      const { [group]: _, ...others } = choices.hashes
      if (value === null) return { hashes: others }
      return isPasswordlessOrLeaveOut(value) ? { hashes: { ...others, [group]: value } } : null
    }
    case 'providers':
      return withProvider(choices, group, value)
    case 'thirdPartyWithoutEmail':
      if (value === null) return { thirdPartyWithoutEmail: null }
      return {
        thirdPartyWithoutEmail: value === 'leave-out' ? { kind: 'leave-out' } : { kind: 'placeholder', domain: value },
      }
    case 'hashWithoutEmail':
      return value === null || value === 'passwordless-by-phone' || value === 'leave-out'
        ? { hashWithoutEmail: value }
        : null
    case 'identityWithoutId':
      return value === null || isPasswordlessOrLeaveOut(value) ? { identityWithoutId: value } : null
    case 'unverifiedEmail':
      return isMigrateOrLeaveOut(value) ? { unverifiedEmail: value } : null
    case 'disabled':
      return isMigrateOrLeaveOut(value) ? { disabled: value } : null
    case 'duplicates':
      return value === null || value === 'leave-out' ? { duplicates: value } : null
    case 'severalMethods':
      return value === 'all' || value === 'first' ? { severalMethods: value } : null
    case 'country':
      return { country: value }
    case 'existing':
      return value === null || value === 'leave' || value === 'update' ? { existing: value } : null
    case 'signerKeySet':
      return { signerKeySet: value === 'set' }
    default:
      return null
  }
}

/** Whether leaving it undecided is an answer: the users wait. Holds also once it was decided. */
export function canWait(code: string): boolean {
  return code in findingCodes && findingCodes[code as keyof typeof findingCodes].blocks
}

type Entry = NonNullable<(typeof findingCodes)[keyof typeof findingCodes]['choice']>

function entryOf(code: string): Entry | null {
  return code in findingCodes ? findingCodes[code as keyof typeof findingCodes].choice : null
}

function isPasswordlessOrLeaveOut(value: string): value is 'passwordless' | 'leave-out' {
  return value === 'passwordless' || value === 'leave-out'
}

function isMigrateOrLeaveOut(value: string | null): value is 'migrate' | 'leave-out' | null {
  return value === null || value === 'migrate' || value === 'leave-out'
}

/** The domain of placeholder emails as the core takes it: lower case with a dot; null when it is none. */
export function domainName(typed: string): string | null {
  const domain = typed.trim().toLowerCase().replace(/^@/, '')
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) ? domain : null
}

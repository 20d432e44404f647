import type { CoreFacts } from './core-facts.ts'
import type { CheckResult } from './check-result.ts'
import { isAtLeast } from './cdi-version.ts'

/** One thing that is known of a core; `good` null: neither good nor bad. */
export type CheckFact = { readonly label: string; readonly value: string; readonly good: boolean | null }

/** What a check found, one thing a line, and what to do about it, one step each. */
export function describeCheck(
  check: CheckResult,
  core: CoreFacts | null = null,
): { readonly facts: CheckFact[]; readonly steps: string[] } {
  switch (check.kind) {
    case 'ready':
      return { facts: readyFacts(check, core), steps: [] }
    case 'key-refused':
      return {
        facts: [
          { label: 'Reachable', value: 'yes', good: true },
          { label: 'API key', value: 'refused', good: false },
        ],
        steps: [
          'Copy the whole key again from the core’s configuration, without spaces.',
          'Check that it is the key of this core, not of another environment.',
        ],
      }
    case 'unreachable':
      return {
        facts: [{ label: 'Reachable', value: 'no', good: false }],
        steps: [
          'Check that the core is running and that the address and port are correct.',
          'Check whether this machine can reach it: VPN, proxy, firewall, IP allow list.',
        ],
      }
    case 'ask':
      return {
        facts: [
          { label: 'Reachable', value: 'yes', good: true },
          { label: 'Interface', value: 'not recognized', good: false },
        ],
        steps: [
          'Check that the address ends where the core’s own paths begin.',
          'If you know which core answers there, choose its interface.',
        ],
      }
    default:
      return { facts: [], steps: [] }
  }
}

function readyFacts(check: Extract<CheckResult, { kind: 'ready' }>, core: CoreFacts | null): CheckFact[] {
  const { dialect, cdiVersion, canLookUp, latencyMs, baseUrl } = check
  const real = dialect === 'supertokens'
  const version = cdiVersion ?? '0'
  const can = [
    'password hashes',
    'provider logins',
    ...(real && !isAtLeast(version, '2.11') ? [] : ['passwordless']),
    ...(real ? ['old user IDs', 'verified emails'] : []),
    ...(canLookUp ? ['look up existing users'] : []),
    ...(core?.accountLinking === true ? ['several login methods per user'] : []),
  ]
  const cannot = [
    ...(canLookUp ? [] : ['look up existing users']),
    ...(core?.accountLinking === false ? ['link several login methods of a user (license)'] : []),
  ]
  return [
    {
      label: 'Reachable',
      value: baseUrl.insecure
        ? 'yes, not encrypted'
        : `yes, ${baseUrl.url.startsWith('https:') ? 'encrypted' : 'on this machine'}`,
      good: !baseUrl.insecure,
    },
    { label: 'Answers in', value: `${Math.max(1, Math.round(latencyMs))} ms`, good: latencyMs < 2000 },
    real
      ? { label: 'API key', value: 'accepted', good: true }
      : { label: 'API key', value: 'will be confirmed with the first user', good: null },
    real
      ? { label: 'Interface', value: `SuperTokens, version ${version}`, good: true }
      : { label: 'Interface', value: 'documented, as far as can be told; confirmed with the first user', good: null },
    { label: 'Can take', value: can.join(', '), good: true },
    ...(cannot.length === 0 ? [] : [{ label: 'Cannot', value: cannot.join(', '), good: null }]),
  ]
}

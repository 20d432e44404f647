import type { FindingCode } from './findings.ts'

/** The answer that serves nearly everybody, and why. */
export type RecommendedChoice = { readonly value: string; readonly reason: string }

/** Only where nothing that the operator alone knows decides: a password that another export could bring is not given up here. */
const recommended: Readonly<Partial<Record<FindingCode, RecommendedChoice>>> = {
  'unsupported-hash': {
    value: 'passwordless',
    reason: 'No other export can bring these passwords over.',
  },
  'hash-without-email': {
    value: 'passwordless-by-phone',
    reason: 'They keep their account and sign in with their phone number.',
  },
  duplicate: { value: 'exclude', reason: 'Creating both would overwrite the earlier user.' },
  disabled: { value: 'exclude', reason: 'As in the old system.' },
  'no-login': { value: 'exclude', reason: 'Nobody could sign in as one of them.' },
  'existing-user': { value: 'skip', reason: 'The password in the core may be newer than the one in the export.' },
}

/** The recommended answer to a finding; null: only the operator can know. */
export function recommendedChoice(code: FindingCode): RecommendedChoice | null {
  return recommended[code] ?? null
}

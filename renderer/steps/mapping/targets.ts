import type { Confidence, MappingTarget } from '../../../shared/mapping/mapping.ts'
import type { Tone } from '../../components/tag.tsx'

/** What a column can become, in words and in the order of the list. */
export const targetTitles: Readonly<Record<MappingTarget, string>> = {
  'source-id': 'Source id',
  email: 'Email',
  'email-verified': 'Email is verified',
  phone: 'Phone',
  'phone-verified': 'Phone is verified',
  'password-hash': 'Password hash',
  salt: 'Salt',
  'hash-algorithm': 'Hash algorithm',
  provider: 'Provider',
  'provider-user-id': 'User id at the provider',
  'provider-email': 'Email at the provider',
  disabled: 'Disabled',
  deleted: 'Deleted',
}

export const confidenceTones: Readonly<Record<Confidence, Tone>> = { exact: 'ok', likely: 'accent', unsure: 'wait' }

export function isTarget(value: string): value is MappingTarget {
  return value in targetTitles
}

const ordinals = ['first', 'second', 'third']

/** `Phone (second choice)` for a column that counts where those before it are empty. */
export function choiceTitle(title: string, choice: number): string {
  return choice < 2 ? title : `${title} (${ordinals[choice - 1] ?? 'further'} choice)`
}

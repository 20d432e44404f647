import { saysEnabled } from './column-words.ts'
import type { MappingTarget } from './mapping.ts'

/** What a column can become, in words and in the order in which it is offered. */
export const targetTitles: Readonly<Record<MappingTarget, string>> = {
  'source-id': 'Source ID',
  email: 'Email',
  'email-verified': 'Email verified',
  phone: 'Phone number',
  'phone-verified': 'Phone verified',
  'password-hash': 'Password hash',
  salt: 'Salt',
  'hash-algorithm': 'Hash algorithm',
  provider: 'Provider',
  'provider-user-id': 'Provider user ID',
  'provider-email': 'Provider email',
  disabled: 'Disabled',
  deleted: 'Deleted',
  metadata: 'Metadata',
  role: 'Role',
  'totp-secret': 'TOTP secret',
  'time-joined': 'Time joined',
  tenant: 'Tenant',
}

/** What a column becomes, in words: of one that says who may log in, the no disables. */
export function columnTitle(target: MappingTarget, path: string): string {
  return target === 'disabled' && saysEnabled(path) ? disabledWhenNo : targetTitles[target]
}

/** The same for a program, which knows targets by their names. */
export function columnBecomes(target: MappingTarget, path: string): string {
  return target === 'disabled' && saysEnabled(path) ? disabledWhenNo : target
}

const disabledWhenNo = 'Disabled when no'

/** A target in words; what a known format says already is left as it is. */
export function targetTitle(becomes: string): string {
  return new Map<string, string>(Object.entries(targetTitles)).get(becomes) ?? becomes
}

import { saysEnabled, endsAccount } from '../names/column-words.ts'
import { type MappingTarget, mappingTargets } from '../targets.ts'

/** Titles of the targets of a column, in the order in which they are offered. */
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

/** The title of a column's target: of one that says who may log in, the no disables. */
export function columnTitle(target: MappingTarget, path: string, values?: readonly string[]): string {
  if (values !== undefined) return `${targetTitles[target]} when ${valuesText(values)}`
  return whenDisabled(target, path) ?? targetTitles[target]
}

/** The same for a program, which knows targets by their names. */
export function columnBecomes(target: MappingTarget, path: string, values?: readonly string[]): string {
  return values === undefined ? (whenDisabled(target, path) ?? target) : columnTitle(target, path, values)
}

/** `0`, `banned or locked`; nothing is written `empty`. */
function valuesText(values: readonly string[]): string {
  return values.map((value) => (value === '' ? 'empty' : value)).join(' or ')
}

function whenDisabled(target: MappingTarget, path: string): string | null {
  if (target !== 'disabled') return null
  return saysEnabled(path) ? 'Disabled when no' : endsAccount(path) ? 'Disabled when past' : null
}

/** A target in words; what a known format says already is left as it is. */
export function targetTitle(becomes: string): string {
  return new Map<string, string>(Object.entries(targetTitles)).get(becomes) ?? becomes
}

/** The target of what a column becomes, its name or a title that begins with its own: `Email, if there is no other`; null: none. */
export function targetOf(becomes: string): MappingTarget | null {
  const isOf = (target: MappingTarget) =>
    becomes.startsWith(targetTitles[target]) &&
    /^(?:$|[,;]| (?:of|that|when|where|until)\b)/.test(becomes.slice(targetTitles[target].length))
  return mappingTargets.find((target) => becomes === target || isOf(target)) ?? null
}

/** The content of a column of each target, and a value as it may stand in a cell. */
export const targetExamples: { readonly [T in MappingTarget]: { readonly holds: string; readonly example: string } } = {
  'source-id': { holds: 'the ID in the old system; old IDs can be kept', example: 'auth0|6042' },
  email: { holds: 'the email that the user logs in with', example: 'ann@example.com' },
  'email-verified': { holds: 'whether the email is verified: yes, no, or a time', example: 'true' },
  phone: { holds: 'the phone number, with country code or with `--country`', example: '+14155550100' },
  'phone-verified': { holds: 'whether the phone number is verified', example: 'false' },
  'password-hash': { holds: 'the hash of the password; recognized by its form', example: '$2b$10$…' },
  salt: { holds: 'the salt, where the hash does not hold it', example: 'c2FsdA==' },
  'hash-algorithm': { holds: 'the name of the algorithm, where the hash does not tell', example: 'bcrypt' },
  provider: { holds: 'the third-party provider', example: 'google' },
  'provider-user-id': { holds: 'the ID of the user at the provider', example: '104857600012345678901' },
  'provider-email': { holds: 'the email at the provider, where it is another one', example: 'ann@gmail.example' },
  disabled: {
    holds: 'whether the user may log in; a column such as `is_active` is read the other way round',
    example: 'false',
  },
  deleted: { holds: 'whether the user was deleted, or when', example: '2024-05-31T09:00:00Z' },
  metadata: { holds: 'a value that is kept with the user', example: 'gold' },
  role: { holds: 'roles, as a list or separated by commas, semicolons or bars', example: 'admin, editor' },
  'totp-secret': { holds: 'the secret of an authenticator app', example: 'otpauth://totp/…' },
  'time-joined': { holds: 'the time of sign-up', example: '2023-02-09T16:34:22Z' },
  tenant: { holds: 'the tenant or organization of the user', example: 'org_8' },
}

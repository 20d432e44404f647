import type { UnmappedKind } from '../users/user.ts'

/** The findings about values in fields that nothing reads, by what the values look like. */
export const unmappedCodes = {
  'password-hash': 'unmapped-hash',
  'second-hash': 'second-hash',
  email: 'unmapped-email',
  phone: 'unmapped-phone',
  'provider-user-id': 'unmapped-provider-id',
  status: 'unmapped-status',
  provider: 'unmapped-provider',
} as const satisfies Record<UnmappedKind, string>

/** The target that a field becomes when its values are imported. */
export const unmappedTargets = {
  'unmapped-hash': 'password-hash',
  'second-hash': 'password-hash',
  'unmapped-email': 'email',
  'unmapped-phone': 'phone',
  'unmapped-provider-id': 'provider-user-id',
  'unmapped-status': 'disabled',
  'unmapped-provider': 'provider',
} as const

/** Everything that such a value may look like. */
export const unmappedKinds = [
  'password-hash',
  'second-hash',
  'email',
  'phone',
  'provider-user-id',
  'status',
  'provider',
] as const

type UnmappedCode = (typeof unmappedCodes)[UnmappedKind]

/** Fields whose values nothing reads, by the keys under which they are decided. */
export const unmappedField = {
  isCode: (code: string): code is UnmappedCode => Object.values<string>(unmappedCodes).includes(code),
  /** The key under which the choice about one field is kept: what its values look like, and its path. */
  key: (code: string, field: string): string => `${code}:${field}`,
  /** A key in words: `Passwort (password hash)`. */
  title: (key: string): string => {
    const code = key.slice(0, key.indexOf(':'))
    return `${key.slice(code.length + 1)} (${nouns[code] ?? code})`
  },
  /** `possible password hash`: what the values of an unmapped field look like. */
  possibleText: (code: string): string => `possible ${nouns[code] ?? 'login'}`,
  /** The kind of the values of a key, and the field; null: it is no such key. */
  parse: (key: string): { readonly kind: UnmappedKind; readonly field: string } | null => {
    const kind = unmappedKinds.find((one) => key.startsWith(`${unmappedCodes[one]}:`))
    return kind === undefined ? null : { kind, field: key.slice(unmappedCodes[kind].length + 1) }
  },
}

const nouns: Readonly<Record<string, string>> = {
  'unmapped-hash': 'password hash',
  'second-hash': 'password hash',
  'unmapped-email': 'email address',
  'unmapped-phone': 'phone number',
  'unmapped-provider-id': 'provider user ID',
  'unmapped-status': 'status',
  'unmapped-provider': 'provider',
}

import { familyTitle } from '../hashes/family-title.ts'

/** An earlier user of the export has the same email, phone number or account at a provider. */
export const duplicateTitle = 'Same login as an earlier user'

/** A finding as the cause that holds users back, in a few words: `PBKDF2 hashes`, `Provider “samlp”`. */
export function causeTitle({
  code,
  group,
  title,
}: {
  readonly code: string
  readonly group: string
  readonly title: string
}): string {
  if (code === 'unsupported-hash') return `${familyTitle(group)} hashes`
  if (code === 'provider-undecided') return `Provider “${group}”`
  if (code === 'duplicate') return duplicateTitle
  return title
}

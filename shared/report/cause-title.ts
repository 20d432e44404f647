import { familyTitle } from '../hashes/family-title.ts'

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
  if (code === 'duplicate') return 'Same login as an earlier user'
  return title
}

import { familyTitle } from '../../../shared/hashes/family-title.ts'

/** The buckets of the preview that are no family, in words. */
const labels: Readonly<Record<string, string>> = {
  malformed: 'Malformed',
  redacted: 'Redacted',
  none: 'None',
}

const fates: Readonly<Record<string, string>> = {
  bcrypt: 'imported; users keep their passwords',
  argon2: 'imported; users keep their passwords',
  'firebase-scrypt': 'imported once the core has the signer key; users keep their passwords',
  malformed: 'cannot be imported: the values are broken',
  redacted: 'cannot be imported: the exporter removed the values',
  none: 'no hash in the export: another login method, or passwordless',
}

export function hashLabel(bucket: string): string {
  return labels[bucket] ?? familyTitle(bucket.replace(/^unsupported:/, ''))
}

export function hashOutcome(bucket: string): string {
  return fates[bucket] ?? 'cannot be imported: the core has no way to check this kind of hash'
}

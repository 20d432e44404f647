import { hashLikeness } from '../hashes/hash-likeness.ts'
import { hashesIn } from '../hashes/hashes-in-text.ts'
import { maskHash } from '../hashes/mask-hash.ts'

/** A cheap look that tells nearly every name apart: only what is long or has one of these signs can hold a hash. */
const maySecret = /[${*%&]|\S{13}/

/**
 * The name of a column, table, file or entry as it may be shown anywhere. In a file without a header, or with users as keys, a name can
 * be a value: a password hash in it is masked.
 */
export function shownName(name: string): string {
  if (!maySecret.test(name)) return name
  if (hashLikeness(name) !== null) return maskHash(name)
  return hashesIn(name).reduce((shown, hash) => shown.replaceAll(hash, () => maskHash(hash)), name)
}

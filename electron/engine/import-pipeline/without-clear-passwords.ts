import type { Entry } from '../../../shared/mapping/export-format.ts'
import { withoutClearText } from '../../../shared/hashes/without-clear-text.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import type { UnmappedValue } from '../../../shared/users/user.ts'

type Secrets = { readonly hash?: HashInput | null; readonly unmapped?: readonly UnmappedValue[] }

/** An entry without texts that may be passwords themselves: none is ever written to a document, whatever column it was in. */
export function withoutClearPasswords(entry: Entry): Entry {
  if (entry.kind === 'user') return isAbout(entry.user) ? { ...entry, user: cleared(entry.user) } : entry
  if (entry.kind === 'part') return isAbout(entry.part) ? { ...entry, part: cleared(entry.part) } : entry
  return entry
}

function isAbout({ hash, unmapped }: Secrets): boolean {
  return (hash !== undefined && hash !== null) || unmapped !== undefined
}

function cleared<T extends Secrets>(secrets: T): T {
  const { hash, unmapped } = secrets
  return {
    ...secrets,
    ...(hash === undefined || hash === null ? {} : { hash: withoutClearText(hash) }),
    ...(unmapped === undefined ? {} : { unmapped: unmapped.map(clearedValue) }),
  }
}

function clearedValue(value: UnmappedValue): UnmappedValue {
  return value.kind === 'password-hash' ? { ...value, value: withoutClearText({ hash: value.value }).hash } : value
}

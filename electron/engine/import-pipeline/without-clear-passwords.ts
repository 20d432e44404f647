import type { Entry } from '../../../shared/mapping/export-format.ts'
import { withoutClearText } from '../../../shared/hashes/without-clear-text.ts'
import type { HashInput } from '../../../shared/hashes/verdict.ts'
import type { UnmappedValue } from '../../../shared/users/user.ts'

type Secrets = { readonly hash?: HashInput | null; readonly unmapped?: readonly UnmappedValue[] }

/** An entry without texts that may be passwords themselves: none is ever written to a document, whatever column it was in. */
export function withoutClearPasswords(entry: Entry): Entry {
  if (entry.kind === 'user') {
    const user = cleared(entry.user)
    return user === entry.user ? entry : { ...entry, user }
  }
  if (entry.kind === 'part') {
    const part = cleared(entry.part)
    return part === entry.part ? entry : { ...entry, part }
  }
  return entry
}

/** The very same object where nothing is taken out, as nearly always: it is asked for every record. */
function cleared<T extends Secrets>(secrets: T): T {
  const { hash = null, unmapped } = secrets
  const kept = hash === null ? null : withoutClearText(hash)
  if (kept === hash && unmapped === undefined) return secrets
  return {
    ...secrets,
    ...(kept === null ? {} : { hash: kept }),
    ...(unmapped === undefined ? {} : { unmapped: unmapped.map(clearedValue) }),
  }
}

function clearedValue(value: UnmappedValue): UnmappedValue {
  return value.kind === 'password-hash' ? { ...value, value: withoutClearText({ hash: value.value }).hash } : value
}

import { withoutHashes } from '../../../shared/mapping/shown-name.ts'
import { maskContactsIn } from '../../../shared/users/mask-contact.ts'

const maxShown = 256

/** The id in the old system as a report names it: some systems use the email as the ID, a broken one may be very long, and no password hash is shown. */
export function shownId(sourceId: string | null, masked: boolean): string | null {
  if (sourceId === null) return null
  const named = withoutHashes(sourceId)
  const short = named.length > maxShown ? `${named.slice(0, maxShown)}…` : named
  return masked ? maskContactsIn(short) : short
}

/** An id that is not shown whole cannot be searched for; the place in the file can. */
export function idToFind(sourceId: string | null): string | null {
  return sourceId === null || sourceId.includes('***') || sourceId.includes('••••') || sourceId.length > maxShown
    ? null
    : sourceId
}

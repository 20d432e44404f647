import type { Entry, SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { User } from '../../../shared/users/user.ts'

/* The entries of a file by what they say of users: which of them nothing keeps out, and which show the columns. */

/** Collects the first records that are about users, of a file that holds others too: they show its columns. Null: its first records do. */
export function collectUsers(first: readonly Entry[]) {
  if (!first.some(isAside)) return null
  const records: SourceRecord[] = []
  return {
    add: (record: SourceRecord, entry: Entry): void => {
      if (records.length < first.length && !isAside(entry)) records.push(record)
    },
    found: (): readonly SourceRecord[] => records,
  }
}

/** Whether an entry is a user that nothing keeps out. A status that is asked about may, unless `areAsked`: most users have one. */
export function isOpen(entry: Entry, areAsked: boolean): boolean {
  return entry.kind === 'user' && entry.user.standing === 'active' && (areAsked || !isUndecided(entry.user))
}

function isUndecided({ unmapped }: User): boolean {
  return unmapped?.some(({ kind }) => kind === 'status') === true
}

/** Whether most active users have a status whose meaning is asked about: it sets no user apart from the others. */
export function mostAreUndecided(entries: readonly Entry[]): boolean {
  const active = entries.flatMap((entry) =>
    entry.kind === 'user' && entry.user.standing === 'active' ? [entry.user] : [],
  )
  return active.filter(isUndecided).length * 2 > active.length
}

function isAside({ kind }: Entry): boolean {
  return kind === 'aside'
}

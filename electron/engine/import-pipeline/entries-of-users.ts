import type { Entry, SourceRecord } from '../../../shared/mapping/export-format.ts'
import type { User } from '../../../shared/users/user.ts'

/* The entries of a file by what they say of users: which of them nothing keeps out, and which show the columns. */

/**
 * Collects the records that show the columns of users: the first ones that are about users, later ones with a value that is new to a column of
 * few values and, where each record has the names of its fields, those with names that none of these has.
 */
export function collectUsers(first: readonly Entry[], areNamed: boolean) {
  const records: SourceRecord[] = []
  const names = new Set<string>()
  let looked = 0
  return {
    /** `isTelling`: the record has such a value. */
    add: (record: SourceRecord, entry: Entry, isTelling: boolean): void => {
      if ((looked > maxLooked && !isTelling) || isAside(entry)) return
      looked += 1
      const isFirst = records.length < first.length
      if (!isFirst && !(records.length < maxShown && (isTelling || (areNamed && hasNew(record, names))))) return
      records.push(record)
      if (areNamed) for (const name in record) names.add(name)
    },
    found: (): readonly SourceRecord[] => records,
  }
}

/** Limits on the records that are looked at and on those that are shown. */
const [maxLooked, maxShown] = [20_000, 100]

function hasNew(record: SourceRecord, names: ReadonlySet<string>): boolean {
  for (const name in record) if (!names.has(name)) return true
  return false
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

/** Events about linked accounts, for the store that keeps them (the state file). */
export type LinkChange =
  | { readonly kind: 'linked'; readonly id: string; readonly primaryId: string }
  | { readonly kind: 'unlinked'; readonly id: string }

/**
 * Account linking: which login methods form one primary user. A primary user keeps its id when the login method that
 * gave it that id is removed, as in real cores. All ids are the core's own.
 */
export type Links = {
  readonly primaryById: Map<string, string>
  /** The login methods of each primary user, in the order they were linked; never empty. */
  readonly membersByPrimary: Map<string, readonly string[]>
  onChange: (change: LinkChange) => void
  /** Makes a login method part of a primary user; with its own id, it becomes a primary user itself. */
  readonly link: (id: string, primaryId: string) => void
  readonly unlink: (id: string) => void
  /** The primary user behind an id of its own or of one of its login methods; null: no login is linked to it. */
  readonly primaryOf: (id: string) => string | null
  /** The login methods of a primary user. */
  readonly membersOf: (primaryId: string) => readonly string[]
}

export function createLinks(): Links {
  const links: Links = {
    primaryById: new Map(),
    membersByPrimary: new Map(),
    onChange: () => undefined,
    link: (id, primaryId) => {
      links.unlink(id)
      links.primaryById.set(id, primaryId)
      links.membersByPrimary.set(primaryId, [...links.membersOf(primaryId), id])
      links.onChange({ kind: 'linked', id, primaryId })
    },
    unlink: (id) => {
      const primaryId = links.primaryById.get(id)
      if (primaryId === undefined) return
      const others = links.membersOf(primaryId).filter((one) => one !== id)
      links.primaryById.delete(id)
      if (others.length === 0) links.membersByPrimary.delete(primaryId)
      else links.membersByPrimary.set(primaryId, others)
      links.onChange({ kind: 'unlinked', id })
    },
    primaryOf: (id) => links.primaryById.get(id) ?? (links.membersByPrimary.has(id) ? id : null),
    membersOf: (primaryId) => links.membersByPrimary.get(primaryId) ?? [],
  }
  return links
}

/** An index where a key usually has one value: only a second value costs a set. */
export type ManyByKey<T> = Map<string, T | Set<T>>

/** Changes of an index where a key usually has one value. */
export const manyByKey = {
  add: <T extends object>(index: ManyByKey<T>, key: string, value: T): void => {
    const there = index.get(key)
    if (there === undefined) index.set(key, value)
    else if (there instanceof Set) there.add(value)
    else if (there !== value) index.set(key, new Set([there, value]))
  },
  drop: <T extends object>(index: ManyByKey<T>, key: string, value: T): void => {
    const there = index.get(key)
    if (there === value) {
      index.delete(key)
    } else if (there instanceof Set) {
      there.delete(value)
      if (there.size === 0) index.delete(key)
    }
  },
  /** Every value of a key, in the order they were added. */
  all: <T extends object>(index: ManyByKey<T>, key: string): readonly T[] => {
    const there = index.get(key)
    if (there === undefined) return []
    return there instanceof Set ? [...there] : [there]
  },
}

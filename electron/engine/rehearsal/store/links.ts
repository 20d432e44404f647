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
}

export function createLinks(): Links {
  return { primaryById: new Map(), membersByPrimary: new Map(), onChange: () => undefined }
}

/** Makes a login method part of a primary user; with its own id, it becomes a primary user itself. */
export function linkMethod(links: Links, id: string, primaryId: string): void {
  unlinkMethod(links, id)
  links.primaryById.set(id, primaryId)
  links.membersByPrimary.set(primaryId, [...membersOf(links, primaryId), id])
  links.onChange({ kind: 'linked', id, primaryId })
}

export function unlinkMethod(links: Links, id: string): void {
  const primaryId = links.primaryById.get(id)
  if (primaryId === undefined) return
  const others = membersOf(links, primaryId).filter((one) => one !== id)
  links.primaryById.delete(id)
  if (others.length === 0) links.membersByPrimary.delete(primaryId)
  else links.membersByPrimary.set(primaryId, others)
  links.onChange({ kind: 'unlinked', id })
}

/** The primary user behind an id of its own or of one of its login methods; null: no login is linked to it. */
export function primaryOf(links: Links, id: string): string | null {
  return links.primaryById.get(id) ?? (links.membersByPrimary.has(id) ? id : null)
}

/** The login methods of a primary user. */
export function membersOf(links: Links, primaryId: string): readonly string[] {
  return links.membersByPrimary.get(primaryId) ?? []
}

/** An index where a key usually has one value: only a second value costs a set. */
export type ManyByKey<T> = Map<string, T | Set<T>>

export function addOne<T extends object>(index: ManyByKey<T>, key: string, value: T): void {
  const there = index.get(key)
  if (there === undefined) index.set(key, value)
  else if (there instanceof Set) there.add(value)
  else if (there !== value) index.set(key, new Set([there, value]))
}

export function dropOne<T extends object>(index: ManyByKey<T>, key: string, value: T): void {
  const there = index.get(key)
  if (there === value) {
    index.delete(key)
  } else if (there instanceof Set) {
    there.delete(value)
    if (there.size === 0) index.delete(key)
  }
}

/** Every value of a key, in the order they were added. */
export function allOf<T extends object>(index: ManyByKey<T>, key: string): readonly T[] {
  const there = index.get(key)
  if (there === undefined) return []
  return there instanceof Set ? [...there] : [there]
}

/** Events about ID mappings, for the store that keeps them (the state file). */
export type UserIdChange =
  | { readonly kind: 'mapped'; readonly id: string; readonly externalId: string; readonly info: string | null }
  | { readonly kind: 'unmapped'; readonly id: string }

/** The ids of the old system that stand for ids of this core. */
export type UserIds = {
  readonly externalById: Map<string, { readonly externalId: string; readonly info: string | null }>
  readonly idByExternal: Map<string, string>
  onChange: (change: UserIdChange) => void
}

export function createUserIds(): UserIds {
  return { externalById: new Map(), idByExternal: new Map(), onChange: () => undefined }
}

/** Maps an id, replacing an earlier mapping. */
export function mapUserId(ids: UserIds, id: string, externalId: string, info: string | null): void {
  unmapUserId(ids, id)
  ids.externalById.set(id, { externalId, info })
  ids.idByExternal.set(externalId, id)
  ids.onChange({ kind: 'mapped', id, externalId, info })
}

export function unmapUserId(ids: UserIds, id: string): boolean {
  const mapping = ids.externalById.get(id)
  if (mapping === undefined) return false
  ids.externalById.delete(id)
  ids.idByExternal.delete(mapping.externalId)
  ids.onChange({ kind: 'unmapped', id })
  return true
}

/** The id that replies show: the mapped one where there is one. */
export function shownId(ids: UserIds, id: string): string {
  return ids.externalById.get(id)?.externalId ?? id
}

/** The core's own id behind either kind of id. */
export function ownId(ids: UserIds, id: string): string {
  return ids.idByExternal.get(id) ?? id
}

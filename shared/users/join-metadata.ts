type Json = Readonly<Record<string, unknown>>

/**
 * Metadata with that of a row of another table: objects member by member, lists one behind the other. What is neither
 * stays as it was first.
 */
export function joinMetadata(before: Json, added: Json): Json {
  const members = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(added)) members.set(name, joinValue(members.get(name), value))
  return Object.fromEntries(members)
}

function joinValue(before: unknown, added: unknown): unknown {
  if (before === undefined) return added
  if (Array.isArray(before) && Array.isArray(added)) return [...before, ...added]
  return isObject(before) && isObject(added) ? joinMetadata(before, added) : before
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { isObject } from '../../json.ts'
import { isHashKind, type UnmappedValue, userWith } from '../../users/user.ts'
import type { Entry } from '../export-format.ts'

/**
 * Removes password hashes from the metadata of an entry: a known export keeps all attributes of a user as metadata, and those that look like
 * hashes are asked about. Without this, a hash that the operator ignores would be readable in the core.
 */
export function withoutHashesInMetadata(entry: Entry): Entry {
  if (entry.kind === 'user') {
    const { profile } = entry.user
    const hashes = hashesOf(entry.user.unmapped)
    if (profile?.metadata === undefined || hashes.size === 0) return entry
    return {
      ...entry,
      user: userWith(entry.user, { profile: { ...profile, metadata: without(profile.metadata, hashes) } }),
    }
  }
  if (entry.kind !== 'part' || entry.part.metadata === undefined) return entry
  const hashes = hashesOf(entry.part.unmapped)
  if (hashes.size === 0) return entry
  return { ...entry, part: { ...entry.part, metadata: without(entry.part.metadata, hashes) } }
}

function hashesOf(unmapped: readonly UnmappedValue[] = []): ReadonlySet<unknown> {
  return new Set(unmapped.flatMap(({ kind, value }) => (isHashKind(kind) ? [value] : [])))
}

function without(
  metadata: Readonly<Record<string, unknown>>,
  hashes: ReadonlySet<unknown>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => {
      const rest = withoutHash(value, hashes)
      return rest === undefined ? [] : [[name, rest]]
    }),
  )
}

/** A value of metadata without hashes at any depth; undefined: nothing is left of it. */
function withoutHash(value: unknown, hashes: ReadonlySet<unknown>): unknown {
  if (typeof value === 'string') return hashes.has(value.trim()) ? undefined : value
  if (Array.isArray(value)) {
    const rest = value.map((one: unknown) => withoutHash(one, hashes)).filter((one) => one !== undefined)
    return rest.length === 0 && value.length > 0 ? undefined : rest
  }
  if (!isObject(value)) return value
  const rest = without(value, hashes)
  return Object.keys(rest).length === 0 && Object.keys(value).length > 0 ? undefined : rest
}

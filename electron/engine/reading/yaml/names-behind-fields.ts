import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import type { Found } from './found.ts'

/* Users whose fields have paths as keys with the name of the user behind the field: `profile.email.100`, `profile.password.100`. */

/** Such users of a document; none where fewer than two have the hash of a password, or most have nothing else: `password.current` is a field. */
export function usersBehindFields(document: object): readonly Found[] {
  const entries: readonly (readonly [key: string, value: unknown])[] = Object.entries(document)
  const names = new Set(entries.flatMap(([key, value]) => nameBehindPassword(key, value)))
  if (names.size < 2) return []
  const users = new Map<string, { readonly fields: Map<string, unknown>; readonly keys: string[] }>()
  for (const [key, value] of entries) {
    const found = fieldAndName(key, names)
    if (found === null) continue
    const user = users.get(found.name) ?? { fields: new Map<string, unknown>(), keys: [] }
    users.set(found.name, user)
    user.fields.set(user.fields.has(found.field) ? found.path.replaceAll('.', '_') : found.field, value)
    user.keys.push(key)
  }
  const areUsers = [...users.values()].filter(({ keys }) => keys.length > 1).length * 2 > users.size
  return !areUsers
    ? []
    : [...users].map(([name, { fields, keys }]) => ({ value: Object.fromEntries(fields), name, keys }))
}

/** The name behind a field that says password, where its value is a hash. */
function nameBehindPassword(key: string, value: unknown): readonly string[] {
  if (key.length > maxKey || typeof value !== 'string' || hashLikeness(value) === null) return []
  const parts = key.split('.')
  const at = parts.findIndex((part) => hintsOf(part).password === 'whole')
  const name = parts.slice(at + 1).join('.')
  return at === -1 || name === '' ? [] : [name]
}

/** The field of a key and the name behind it: of names that end alike, `lee` and `ann.lee`, the longer one. */
function fieldAndName(key: string, names: ReadonlySet<string>) {
  if (key.length > maxKey) return null
  const parts = key.split('.')
  const at = parts.findIndex((_, index) => index > 0 && names.has(parts.slice(index).join('.')))
  const field = parts[at - 1]
  return at === -1 || field === undefined
    ? null
    : { field, path: parts.slice(0, at).join('.'), name: parts.slice(at).join('.') }
}

const maxKey = 400

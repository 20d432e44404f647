import type { Entry } from '../export-format.ts'

/** The keys of an entry of a user that is no person. Parts refer to it by them, and wait for no user then. A plain ID may be that of a user, too. */
export function keysOfOther(entry: Entry): { readonly keys?: readonly string[] } {
  return entry.kind === 'user' ? { keys: entry.keys.filter((key) => !key.startsWith('id:')) } : {}
}

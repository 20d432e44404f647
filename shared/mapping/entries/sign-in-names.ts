import { textOf } from '../cell.ts'
import type { Entry, Sample, SourceRecord } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import { isOfUser } from '../names/account-names.ts'
import { isSignInName } from '../names/column-words.ts'
import { readerOf } from '../value-at.ts'

/* Names that users sign in with, by which a file of hashes alone belongs to the users of another file, as `.htpasswd` does. */

/** Begins the key of a user by its name. */
export const signInKey = 'sign-in:'

/**
 * The column of names that tells whose the hashes of another file are, or whose the hashes of this one are; null: an address does, nothing is
 * missing, or names come again.
 */
export function signInColumn({ header, records }: Sample, { columns }: Mapping): string | null {
  const has = (...targets: readonly string[]) => columns.some(({ target }) => targets.includes(target))
  const hasHash = has('password-hash')
  if (hasHash === has('email', 'phone')) return null
  const paths = (header ?? Object.keys(records[0] ?? {})).filter((path) => !columns.some((one) => one.path === path))
  // A list of hashes has no other name in it; beside an ID, a name may be that of a person.
  const besidePasswords = hasHash && !has('source-id')
  const named = paths
    .map((path) => ({ path, names: namesIn(records, path) }))
    .filter(({ path, names }) => isSignInName(path, besidePasswords || (!hasHash && names.every(isOneWord))))
  const [first, ...others] = named
  const isRepeated = others.every(({ names }) => names.join('\n') === first?.names.join('\n'))
  if (first === undefined || !isRepeated) return null
  return first.names.length > 0 && new Set(first.names).size === first.names.length ? first.path : null
}

function namesIn(records: readonly SourceRecord[], path: string): readonly string[] {
  return records.map(readerOf(path)).flatMap((value) => textOf(value)?.trim() ?? [])
}

/** As people sign in, and not as their names are written. */
function isOneWord(name: string): boolean {
  return /^[a-z0-9][\w.@-]*$/.test(name)
}

/** Begins the key of a profile by the ID of its user. */
export const profileKey = 'profile-of:'

/** The column of profiles with contacts that has the IDs of their users, beside an ID of their own; null: there is none. */
export function profileColumn({ header, records }: Sample, { columns }: Mapping): string | null {
  const pathOf = (wanted: string) => columns.find(({ target }) => target === wanted)?.path
  const id = pathOf('source-id')
  if (id === undefined || isOfUser(id) || pathOf('password-hash') !== undefined) return null
  if (pathOf('email') === undefined && pathOf('phone') === undefined) return null
  const paths = (header ?? Object.keys(records[0] ?? {})).filter(isOfUser)
  const [path, ...others] = paths.filter((one) => !columns.some((column) => column.path === one))
  return path === undefined || others.length > 0 ? null : path
}

/** Reads records with the value of a column as one more key, by which users of two files find each other. */
export function withKeysOf(
  path: string,
  word: string,
  read: (record: SourceRecord) => Entry,
): (record: SourceRecord) => Entry {
  const valueOf = readerOf(path)
  return (record) => {
    const entry = read(record)
    const value = entry.kind === 'user' ? (textOf(valueOf(record))?.trim() ?? '') : ''
    return entry.kind !== 'user' || value === '' ? entry : { ...entry, keys: [...entry.keys, `${word}${value}`] }
  }
}

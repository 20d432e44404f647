import type { Sample } from '../export-format.ts'
import { refersToAccount } from './account-names.ts'
import { hintsOf } from './name-hints.ts'
import { isPeopleWord } from './people-names.ts'
import { sharedPrefix } from './standing-names.ts'

/*
 * Names of a table that all end or begin with the same letters, as `id_usu`, `email_usu`, `password_usu` or `uID`, `uEmail`, `F_Id`, `F_Password` of
 * a table of users: each is judged without them and shown as it is.
 */

const parts = /^([^.[]+)(_\p{L}{1,5})$/u
const ofUsers =
  /^(?:id|cod(?:igo)?|nr|no|e?mail|correo|name|nome|nombre|nom|login|user(?:name)?|usuario|pass|password|passwd|pwd|pw|hash|senha|clave|contrasena|phone|tel|telefono|status|state|estado|active)$/i

/** Whether a table has two or more names that columns of users have. */
function areOfUsers(names: readonly string[]): boolean {
  const isOne = (name: string) => ofUsers.test(name) || refersToAccount(name) || hintsOf(name).password === 'whole'
  return names.filter(isOne).length >= 2
}

/** The end that all names share, `_usu`; empty: none. Without it, two or more have to be names of columns of users. */
function sharedSuffix(names: readonly string[]): string {
  const [, , suffix = ''] = parts.exec(names[0] ?? '') ?? []
  if (names.length < 3 || suffix === '' || !names.every((name) => parts.exec(name)?.[2] === suffix)) return ''
  return areOfUsers(names.map((name) => name.slice(0, -suffix.length))) ? suffix : ''
}

/**
 * The few letters that all names begin with, `u` of `uEmail` or `F_` of `F_Email`; empty: none. Without them, two or more have to be names of
 * columns of users. A word for people says of what the rest is a name, as in `usr_name`.
 */
function sharedBeginning(names: readonly string[]): string {
  const letters = names[0]?.slice(0, sharedPrefix(names).length) ?? ''
  if (names.length < 3 || letters === '' || ofUsers.test(letters) || isPeopleWord(letters.toLowerCase())) return ''
  const separator = /^[_-]/.exec(names[0]?.slice(letters.length) ?? '')?.[0] ?? ''
  if (letters.length > (separator === '' ? maxJoined : maxSeparated)) return ''
  const prefix = `${letters}${separator}`
  const isShared = (name: string) => name.startsWith(prefix) && /^\p{L}/u.test(name.slice(prefix.length))
  return names.every(isShared) && areOfUsers(names.map((name) => name.slice(prefix.length))) ? prefix : ''
}

/** Letters before names that have no separator, and before those that have one. */
const [maxJoined, maxSeparated] = [3, 5]

type Ends = { readonly prefix: string; readonly suffix: string }

function sharedEnds(names: readonly string[]): Ends {
  const suffix = sharedSuffix(names)
  return { prefix: suffix === '' ? sharedBeginning(names) : '', suffix }
}

function withoutEnds(name: string, { prefix, suffix }: Ends): string {
  const from = name.startsWith(prefix) ? prefix.length : 0
  return name.slice(from, name.endsWith(suffix) ? name.length - suffix.length : name.length)
}

/** The names of a table without the letters that they share. */
export function plainNames(names: readonly string[]): readonly string[] {
  const ends = sharedEnds(names)
  return names.map((name) => withoutEnds(name, ends))
}

const known = new WeakMap<Sample, ReadonlyMap<string, string>>()

/** The name of a column without the letters that all columns of its table share, cached because tables are compared with each other. */
export function plainName(sample: Sample, path: string): string {
  const names = known.get(sample) ?? plainOf(sample.header ?? Object.keys(sample.records[0] ?? {}))
  known.set(sample, names)
  return names.get(path) ?? path
}

function plainOf(names: readonly string[]): ReadonlyMap<string, string> {
  const plain = plainNames(names)
  return new Map(names.map((name, at) => [name, plain[at] ?? name]))
}

/**
 * Judges a sample by the names of its columns without the letters that they share. `judge` gets the sample with those names and a function
 * that gives a path its own name again.
 */
export function judgedByPlainNames<S extends Sample, T>(
  sample: S,
  judge: (sample: S, ownPath: (path: string) => string) => T,
): T {
  const ends = sharedEnds(sample.header ?? [...new Set(sample.records.flatMap((record) => Object.keys(record)))])
  if (ends.prefix === '' && ends.suffix === '') return judge(sample, (path) => path)
  const plain = (name: string) => withoutEnds(name, ends)
  const renamed = {
    ...sample,
    records: sample.records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [plain(name), value])),
    ),
    header: sample.header?.map(plain) ?? null,
    ...(sample.key === undefined ? {} : { key: sample.key.map(plain) }),
  }
  return judge(renamed, (path) => path.replace(/^[^.[]+/, (name) => `${ends.prefix}${name}${ends.suffix}`))
}

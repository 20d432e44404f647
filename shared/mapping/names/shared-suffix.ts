import type { Sample } from '../export-format.ts'
import { sharedPrefix } from './standing-names.ts'

/*
 * Names of a table that all end or begin with the same letters, as `id_usu`, `email_usu`, `password_usu` or `uID`, `uEmail`, `uPassword` of a
 * table of users: each is judged without them and shown as it is.
 */

const parts = /^([^.[]+)(_\p{L}{1,5})$/u
const ofUsers =
  /^(?:id|cod(?:igo)?|nr|no|e?mail|correo|name|nome|nombre|nom|login|user(?:name)?|usuario|pass|password|passwd|pwd|pw|hash|senha|clave|contrasena|phone|tel|telefono|status|state|estado|active)$/i

/** The end that all names share, `_usu`; empty: none. Without it, two or more have to be names of columns of users. */
function sharedSuffix(names: readonly string[]): string {
  const [, , suffix = ''] = parts.exec(names[0] ?? '') ?? []
  if (names.length < 3 || suffix === '' || !names.every((name) => parts.exec(name)?.[2] === suffix)) return ''
  return names.filter((name) => ofUsers.test(name.slice(0, -suffix.length))).length >= 2 ? suffix : ''
}

/** The one to three letters that all names begin with, without a separator: `u`; empty: none. Without them, two or more have to be names of columns of users. */
function joinedPrefix(names: readonly string[]): string {
  const prefix = names[0]?.slice(0, sharedPrefix(names).length) ?? ''
  const { length } = prefix
  if (names.length < 3 || length === 0 || length > 3 || ofUsers.test(prefix)) return ''
  const isJoined = (name: string) => name.startsWith(prefix) && /^\p{L}/u.test(name.slice(length))
  return names.every(isJoined) && names.filter((name) => ofUsers.test(name.slice(length))).length >= 2 ? prefix : ''
}

type Ends = { readonly prefix: string; readonly suffix: string }

function sharedEnds(names: readonly string[]): Ends {
  const suffix = sharedSuffix(names)
  return { prefix: suffix === '' ? joinedPrefix(names) : '', suffix }
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

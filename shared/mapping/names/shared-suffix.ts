import type { Sample } from '../export-format.ts'

/*
 * Names of a table that all end with the same letters, as `id_usu`, `email_usu`, `password_usu` of a table of users: each is judged without
 * them and shown as it is.
 */

const parts = /^([^.[]+)(_\p{L}{1,5})$/u
const ofUsers =
  /^(?:id|cod(?:igo)?|nr|no|e?mail|correo|name|nome|nombre|nom|login|user(?:name)?|usuario|pass|password|passwd|pwd|pw|hash|senha|clave|contrasena|phone|tel|telefono|status|state|estado|active)$/i

/** The end that all names share, `_usu`; empty: none. Without it, two or more have to be names of columns of users. */
export function sharedSuffix(names: readonly string[]): string {
  const [, , suffix = ''] = parts.exec(names[0] ?? '') ?? []
  if (names.length < 3 || suffix === '' || !names.every((name) => parts.exec(name)?.[2] === suffix)) return ''
  return names.filter((name) => ofUsers.test(name.slice(0, -suffix.length))).length >= 2 ? suffix : ''
}

/** The names of a table without the end that they share. */
export function plainNames(names: readonly string[]): readonly string[] {
  const { length } = sharedSuffix(names)
  return length === 0 ? names : names.map((name) => name.slice(0, -length))
}

/**
 * Judges a sample by the names of its columns without the end that they share. `judge` gets the sample with those names and a function that
 * gives a path its own name again.
 */
export function judgedWithoutSuffix<S extends Sample, T>(
  sample: S,
  judge: (sample: S, ownPath: (path: string) => string) => T,
): T {
  const names = Object.keys(sample.records[0] ?? {})
  const suffix = sharedSuffix(names)
  if (suffix === '') return judge(sample, (path) => path)
  const plain = (name: string) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name)
  const renamed = {
    ...sample,
    records: sample.records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [plain(name), value])),
    ),
    header: sample.header?.map(plain) ?? null,
    ...(sample.key === undefined ? {} : { key: sample.key.map(plain) }),
  }
  return judge(renamed, (path) => path.replace(/^[^.[]+/, (name) => `${name}${suffix}`))
}

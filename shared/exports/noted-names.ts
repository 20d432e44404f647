/*
 * Names of other things that a file notes while it is read, as text: they are written and read here alone.
 */
import type { Names } from '../mapping/export-format.ts'

/** Notes a name under a key. Several names of one key are the lines of one text, each once. */
export function noteName(names: Map<string, string>, key: string, name: string): void {
  const before = names.get(key)
  if (before === undefined) names.set(key, name)
  else if (!before.split('\n').includes(name)) names.set(key, `${before}\n${name}`)
}

/** All names that were noted under a key. */
export function namesUnder(names: Names, key: string): readonly string[] {
  return names.get(key)?.split('\n') ?? []
}

/*
 * Names that are collected while a file is read, such as realms by id. Only this module knows how they are stored.
 */
import type { Names } from '../mapping/export-format.ts'

/** Adds a name under a key. Several names of one key are stored as lines of one text, each once. */
export function noteName(names: Map<string, string>, key: string, name: string): void {
  const before = names.get(key)
  if (before === undefined) names.set(key, name)
  else if (!before.split('\n').includes(name)) names.set(key, `${before}\n${name}`)
}

/** All names under a key. */
export function namesUnder(names: Names, key: string): readonly string[] {
  return names.get(key)?.split('\n') ?? []
}

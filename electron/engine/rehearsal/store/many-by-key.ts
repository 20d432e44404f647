/** An index where a key usually has one value: only a second value costs a set. */
export type ManyByKey<T> = Map<string, T | Set<T>>

export function addOne<T extends object>(index: ManyByKey<T>, key: string, value: T): void {
  const there = index.get(key)
  if (there === undefined) index.set(key, value)
  else if (there instanceof Set) there.add(value)
  else if (there !== value) index.set(key, new Set([there, value]))
}

export function dropOne<T extends object>(index: ManyByKey<T>, key: string, value: T): void {
  const there = index.get(key)
  if (there === value) {
    index.delete(key)
  } else if (there instanceof Set) {
    there.delete(value)
    if (there.size === 0) index.delete(key)
  }
}

/** Every value of a key, in the order they were added. */
export function allOf<T extends object>(index: ManyByKey<T>, key: string): readonly T[] {
  const there = index.get(key)
  if (there === undefined) return []
  return there instanceof Set ? [...there] : [there]
}

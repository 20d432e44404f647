/** Counts of entries by their kind. */
export type KindCounts = {
  readonly add: (counts: Readonly<Record<string, number>>) => void
  readonly counts: () => Readonly<Record<string, number>>
}

/** Kinds that are named. A file may give each of its entries a kind of its own. */
const maxKinds = 100

/** What the entries of all further kinds are counted as. */
const furtherKinds = 'further kinds'

const maxName = 80

export function countKinds(): KindCounts {
  const kinds = new Map<string, number>()
  const add = (name: string, count: number) => {
    const short = name === '__proto__' ? '(__proto__)' : name.slice(0, maxName)
    const kind = kinds.has(short) || kinds.size < maxKinds ? short : furtherKinds
    kinds.set(kind, (kinds.get(kind) ?? 0) + count)
  }
  return {
    add: (counts) => {
      for (const [name, count] of Object.entries(counts)) add(name, count)
    },
    counts: () => Object.fromEntries(kinds),
  }
}

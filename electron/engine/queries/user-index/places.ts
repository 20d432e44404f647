/** The users in the order of the export: a place counts from 0, its id is the user's. */
export type Places = {
  readonly count: number
  /** The largest id; 0 without users. */
  readonly last: number
  readonly idAt: (place: number) => number
  /** The place of an id; -1 for one that is no user's. */
  readonly of: (id: number) => number
}

/** Places of ids in any order, each once. */
export function placesOf(groups: readonly Uint32Array[]): Places {
  const count = groups.reduce((sum, ids) => sum + ids.length, 0)
  let first = Number.POSITIVE_INFINITY
  let last = 0
  for (const ids of groups) {
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at] ?? 0
      if (id < first) first = id
      if (id > last) last = id
    }
  }
  if (last - first + 1 === count) return withoutGaps(first, count)
  const sorted = new Uint32Array(count)
  let at = 0
  for (const ids of groups) {
    sorted.set(ids, at)
    at += ids.length
  }
  return withGaps(sorted.sort())
}

/** As it is unless a file was removed again. */
function withoutGaps(first: number, count: number): Places {
  return {
    count,
    last: count === 0 ? 0 : first + count - 1,
    idAt: (place) => first + place,
    of: (id) => (id >= first && id < first + count ? id - first : -1),
  }
}

function withGaps(sorted: Uint32Array): Places {
  return {
    count: sorted.length,
    last: sorted.at(-1) ?? 0,
    idAt: (place) => sorted[place] ?? 0,
    of: (id) => {
      let low = 0
      let high = sorted.length - 1
      while (low < high) {
        const middle = (low + high) >> 1
        if ((sorted[middle] ?? 0) < id) low = middle + 1
        else high = middle
      }
      return sorted[low] === id ? low : -1
    },
  }
}

import { randomInt } from 'node:crypto'

/** Who holds a claim: the how-manieth user of the reading, from 1, and the line it stands on. */
export type Holder = { readonly user: number; readonly line: number }

/**
 * The claims that the users of one reading hold so far. Keys are known by 64 bits only, so that a million of them take
 * some 35 MB: what is answered has to be compared with the holder's own key before it counts.
 */
export type ClaimsHeld = {
  readonly holderOf: (key: string) => Holder | null
  /** Was the key held or noted? */
  readonly isKnown: (key: string) => boolean
  /** Answers false once there is no more room: nothing that is asked afterwards is answered rightly. */
  readonly hold: (key: string, user: number, line: number) => boolean
  /** Makes a key known where it is not. Answers as `hold` does. */
  readonly note: (key: string) => boolean
}

/** The most places of the table: 64 MiB, enough for more than two million users. */
const mostPlaces = 2 ** 22

/** As many keys that want the same place are chance no more. */
const mostSteps = 1000

/** Each place is two numbers of the key, the holder (0: noted only) and its line (0: the place is free). */
const width = 4

/** Whole numbers of 32 bits with a sign are the largest that need no object of their own. */
const largest = 2 ** 31 - 1

/** `expected`: about so many keys; there may be more. `most` and `seed`: for tests. */
export function createClaimsHeld(expected: number, most = mostPlaces, seed = randomInt(largest)): ClaimsHeld {
  let places = Math.min(most, 2 ** Math.ceil(Math.log2(Math.max(expected, 1000) * 1.5)))
  let table = new Int32Array(places * width)
  let used = 0
  // What was looked for last is most often asked for again.
  let lastKey: string | null = null
  let first = 0
  let second = 0
  let lastAt = 0

  /** Where a key with these numbers is or would be; -1: too far from where it belongs. */
  const placeOf = (one: number, other: number): number => {
    let place = one & (places - 1)
    for (let step = 0; step < mostSteps; step += 1) {
      const at = place * width
      if (table[at + 3] === 0 || (table[at] === one && table[at + 1] === other)) return at
      place = (place + 1) & (places - 1)
    }
    return -1
  }

  const find = (key: string): number => {
    if (key === lastKey) return lastAt
    let a = seed
    let b = ~seed
    for (let index = 0; index < key.length; index += 1) {
      const unit = key.charCodeAt(index)
      a = Math.imul(a ^ unit, 0x9e3779b1)
      b = Math.imul(b ^ unit, 0x85ebca77)
      a ^= b >>> 15
    }
    first = mixed(a)
    second = mixed(b ^ Math.imul(a, 0xc2b2ae3d))
    lastKey = key
    lastAt = placeOf(first, second)
    return lastAt
  }

  const lineAt = (at: number): number => table[at + 3] ?? 0

  const grow = (): boolean => {
    if (places * 2 > most) return false
    const before = table
    places *= 2
    table = new Int32Array(places * width)
    lastKey = null
    for (let from = 0; from < before.length; from += width) {
      if (before[from + 3] === 0) continue
      const at = placeOf(before[from] ?? 0, before[from + 1] ?? 0)
      if (at === -1) return false
      for (let part = 0; part < width; part += 1) table[at + part] = before[from + part] ?? 0
    }
    return true
  }

  const put = (at: number, user: number, line: number): boolean => {
    if (at === -1 || user > largest || line < 1 || line > largest) return false
    if (lineAt(at) === 0) used += 1
    table[at] = first
    table[at + 1] = second
    table[at + 2] = user
    table[at + 3] = line
    return used * 4 < places * 3 || grow()
  }

  return {
    holderOf: (key) => {
      const at = find(key)
      const user = table[at + 2] ?? 0
      return at === -1 || user === 0 ? null : { user, line: lineAt(at) }
    },
    isKnown: (key) => {
      const at = find(key)
      return at !== -1 && lineAt(at) !== 0
    },
    hold: (key, user, line) => put(find(key), user, line),
    note: (key) => {
      const at = find(key)
      return at !== -1 && (lineAt(at) !== 0 || put(at, 0, 1))
    },
  }
}

function mixed(value: number): number {
  let mix = value ^ (value >>> 16)
  mix = Math.imul(mix, 0x85ebca6b)
  mix ^= mix >>> 13
  mix = Math.imul(mix, 0xc2b2ae35)
  return mix ^ (mix >>> 16)
}

import { randomInt } from 'node:crypto'

/**
 * The claims that the users of one reading hold so far. Keys are known by some 50 bits only, so that a million of them take
 * 16 MB: what is answered has to be compared with the holder's own key before it counts.
 */
export type ClaimIndex = {
  /** The ID of the user that holds a key. */
  readonly holderOf: (key: string) => number | null
  /** Whether the key was held or noted. */
  readonly isKnown: (key: string) => boolean
  /** Returns false when the index is full; later answers are unreliable. */
  readonly hold: (key: string, user: number) => boolean
  /** Makes a key known where it is not. Answers as `hold` does. */
  readonly note: (key: string) => boolean
}

/** The most keys, which take 48 MiB: enough for some three million users. */
const maxKeys = 2 ** 22

/** A list this long is not a coincidence of hashes. */
const maxSteps = 1000

/** An entry is three numbers: one of its key, the entry before it in its list, and the holder (0: noted only). */
const [isKey, isBefore, isUser] = [0, 1, 2]
const width = 3

/** Entries that get their room together: two to the power of this. */
const roomBits = 14
const entriesPerRoom = 2 ** roomBits

/** Whole numbers of 32 bits with a sign are the largest that need no object of their own. */
const maxInt32 = 2 ** 31 - 1

/** `expected`: approximate number of keys; more are possible, and slower to find. `most` and `seed`: for tests. */
export function createClaimIndex(expected: number, most = maxKeys, seed = randomInt(maxInt32)): ClaimIndex {
  const lists = 2 ** Math.ceil(Math.log2(Math.min(Math.max(expected, 1000), most)))
  /**
   * The last entry of each list, from 1, times 256; and one bit of each key in it, so that most of those that are not there
   * need not be looked for.
   */
  const last = new Int32Array(lists)
  const rooms: Int32Array[] = []
  let entries = 0
  // One-entry cache: the same key is most often looked up again.
  let lastKey: string | null = null
  let own = 0
  let list = 0
  let found = 0

  const valueOf = (entry: number, part: number): number =>
    rooms[entry >>> roomBits]?.[(entry & (entriesPerRoom - 1)) * width + part] ?? 0

  const change = (entry: number, part: number, value: number): void => {
    const room = rooms[entry >>> roomBits]
    if (room !== undefined) room[(entry & (entriesPerRoom - 1)) * width + part] = value
  }

  /** The entry of a key; 0: it has none, -1: its list is too long to be looked through. */
  const find = (key: string): number => {
    if (key === lastKey) return found
    let a = seed
    let b = ~seed
    for (let index = 0; index < key.length; index += 1) {
      const unit = key.charCodeAt(index)
      a = Math.imul(a ^ unit, 0x9e3779b1)
      b = Math.imul(b ^ unit, 0x85ebca77)
      a ^= b >>> 15
    }
    own = mixed(a)
    list = mixed(b ^ Math.imul(a, 0xc2b2ae3d)) & (lists - 1)
    lastKey = key
    const head = last[list] ?? 0
    found = (head & bitOf(own)) === 0 ? 0 : head >>> 8
    for (let step = 0; found > 0 && valueOf(found, isKey) !== own; step += 1)
      found = step < maxSteps ? valueOf(found, isBefore) : -1
    return found
  }

  const put = (key: string, user: number): boolean => {
    const entry = find(key)
    if (entry === -1 || user > maxInt32) return false
    if (entry === 0) {
      if (entries >= most) return false
      entries += 1
      if (entries === 1 || entries % entriesPerRoom === 0) rooms.push(new Int32Array(entriesPerRoom * width))
      change(entries, isKey, own)
      const head = last[list] ?? 0
      change(entries, isBefore, head >>> 8)
      last[list] = (entries << 8) | (head & 255) | bitOf(own)
      found = entries
    }
    change(found, isUser, user)
    return true
  }

  return {
    holderOf: (key) => {
      const entry = find(key)
      const user = entry > 0 ? valueOf(entry, isUser) : 0
      return user === 0 ? null : user
    },
    isKnown: (key) => find(key) > 0,
    hold: put,
    note: (key) => find(key) > 0 || put(key, 0),
  }
}

function bitOf(key: number): number {
  return 1 << (key >>> 29)
}

function mixed(value: number): number {
  let mix = value ^ (value >>> 16)
  mix = Math.imul(mix, 0x85ebca6b)
  mix ^= mix >>> 13
  mix = Math.imul(mix, 0xc2b2ae35)
  return mix ^ (mix >>> 16)
}

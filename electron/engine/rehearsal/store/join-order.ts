/** What an order by time of joining needs to know of a user. `place`: where it stands in the order of creation. */
type Joined = { readonly timeJoined: number; readonly place: number }

/**
 * Users in the order in which they joined, as real cores page through them. A bulk import keeps old times, so users
 * join before existing ones: they wait in `added` until the next read, and are merged all at once.
 */
export type JoinOrder<T extends Joined> = { sorted: T[]; added: T[] }

export function createJoinOrder<T extends Joined>(): JoinOrder<T> {
  return { sorted: [], added: [] }
}

function compare(one: Joined, other: Joined): number {
  return one.timeJoined - other.timeJoined || one.place - other.place
}

export function addJoined<T extends Joined>(order: JoinOrder<T>, user: T): void {
  const last = order.sorted.at(-1)
  const isNewest = last === undefined || compare(last, user) < 0
  if (isNewest && order.added.length === 0) order.sorted.push(user)
  else order.added.push(user)
}

/** All of them in order. */
export function inJoinOrder<T extends Joined>(order: JoinOrder<T>): readonly T[] {
  const first = order.added.toSorted(compare)
  const [oldest] = first
  if (oldest === undefined) return order.sorted
  const from = placeOf(order.sorted, oldest)
  const behind = order.sorted.slice(from)
  order.sorted.length = from
  order.added = []
  let [left, right] = [0, 0]
  while (left < behind.length || right < first.length) {
    const [one, other] = [behind[left], first[right]]
    const isOne = other === undefined || (one !== undefined && compare(one, other) < 0)
    const next = isOne ? one : other
    if (next !== undefined) order.sorted.push(next)
    if (isOne) left += 1
    else right += 1
  }
  return order.sorted
}

/** The place of the first user who joined at this moment or later; the number of all users if there is none. */
export function placeOf(sorted: readonly Joined[], moment: Joined): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const one = sorted[middle]
    if (one !== undefined && compare(one, moment) < 0) from = middle + 1
    else to = middle
  }
  return from
}

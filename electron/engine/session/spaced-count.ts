/** A count over all users, which takes longer the more there are. */
type SpacedCount<T> = {
  /**
   * The count since the last `forget`. `changing`: the users change all the time, and it may be somewhat older than they are:
   * counting again waits for twenty times as long as counting took.
   */
  readonly read: (changing: boolean) => T
  readonly forget: () => void
}

/** While users change, at most one twentieth of the time goes into counting them. */
const spacing = 20

/** `now`: milliseconds. */
export function createSpacedCount<T>(count: () => T, now: () => number): SpacedCount<T> {
  let last: { readonly value: T; readonly next: number } | null = null
  return {
    read: (changing) => {
      const began = now()
      if (last !== null && (!changing || began < last.next)) return last.value
      const value = count()
      const ended = now()
      last = { value, next: ended + spacing * (ended - began) }
      return value
    },
    forget: () => {
      last = null
    },
  }
}

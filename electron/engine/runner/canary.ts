/**
 * Lets the first call of each kind go alone: the others of its kind wait until it was answered, so that a wrong
 * setting is found with one user and not with a hundred.
 */
export type CanaryGate = {
  /** A call of this kind was answered: no caller has to wait any more. */
  readonly isOpen: (kind: string) => boolean
  /** Resolves when a call of this kind may go; the value tells whether it is the one that goes alone. */
  readonly enter: (kind: string) => Promise<boolean>
  /** The call that went alone was answered (or given back: then the next one goes alone). */
  readonly leave: (kind: string, answered: boolean) => void
}

export function createCanaryGate(): CanaryGate {
  const open = new Set<string>()
  const waiting = new Map<string, (() => void)[]>()
  return {
    isOpen: (kind) => open.has(kind),
    enter: async (kind) => {
      for (;;) {
        if (open.has(kind)) return false
        const queue = waiting.get(kind)
        if (queue === undefined) {
          waiting.set(kind, [])
          return true
        }
        await new Promise<void>((resolve) => queue.push(resolve))
      }
    },
    leave: (kind, answered) => {
      const queue = waiting.get(kind) ?? []
      waiting.delete(kind)
      if (answered) open.add(kind)
      for (const resume of queue) resume()
    },
  }
}

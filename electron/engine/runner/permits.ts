/** Gives a permit back; only the first call counts. */
export type Release = () => void

/** A counting semaphore whose size can change. */
export type Permits = {
  /** A permit at once where one is free: no promise, and nothing can happen in between. */
  readonly acquire: () => Release | Promise<Release>
  readonly resize: (size: number) => void
  readonly isWaiting: () => boolean
}

export function createPermits(first: number): Permits {
  const waiting: (() => void)[] = []
  let size = first
  let taken = 0

  const admit = () => {
    while (taken < size) {
      const next = waiting.shift()
      if (next === undefined) return
      taken += 1
      next()
    }
  }

  const release = (): Release => {
    let given = false
    return () => {
      if (given) return
      given = true
      taken -= 1
      admit()
    }
  }

  return {
    acquire: () => {
      if (waiting.length === 0 && taken < size) {
        taken += 1
        return release()
      }
      return new Promise<void>((resolve) => void waiting.push(resolve)).then(release)
    },
    resize: (next) => {
      size = next
      admit()
    },
    isWaiting: () => waiting.length > 0,
  }
}

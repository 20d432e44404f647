/** Replaced passwords after which a run asks what is to happen to users who were in the core before. */
const replacedBeforePause = 3

/**
 * Guards the passwords of a core that cannot be asked who exists: as many imports are under way as passwords may still be
 * replaced before the operator is asked, so no more than three ever are, however they come in.
 */
export type ReplacingGuard = {
  /** Gives what to call when the import has ended, as soon as it may leave. */
  readonly enter: () => Release | Promise<Release>
  /** An import replaced the password of a user who was there before. True: it is time to ask. */
  readonly replaced: (email: string) => boolean
  /** Whose passwords were replaced. */
  readonly emails: () => readonly string[]
  /** Some import waits for nothing but others to end. */
  readonly isHolding: () => boolean
}

export function createReplacingGuard(): ReplacingGuard {
  const emails: string[] = []
  const permits = createPermits(replacedBeforePause)
  return {
    enter: permits.acquire,
    replaced: (email) => {
      emails.push(email)
      const left = replacedBeforePause - emails.length
      // The run ends with the question, so waiting calls are released.
      permits.resize(left > 0 ? left : Infinity)
      return left === 0
    },
    emails: () => emails,
    isHolding: permits.isWaiting,
  }
}

/** Gives a permit back; only the first call counts. */
type Release = () => void

/** A counting semaphore whose size can change. */
type Permits = {
  /** A permit at once where one is free: no promise, and nothing can happen in between. */
  readonly acquire: () => Release | Promise<Release>
  readonly resize: (size: number) => void
  readonly isWaiting: () => boolean
}

function createPermits(first: number): Permits {
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

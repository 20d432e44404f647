import { useRef, useState } from 'react'
import { inTurn } from '../../shared/in-turn.ts'
import type { Problem, Result } from '../../shared/result.ts'

/** An action of the operator: whether it is running, and why it failed. */
export type Mutation<A extends readonly unknown[]> = {
  readonly busy: boolean
  readonly problem: Problem | null
  readonly dismiss: () => void
  /** Resolves to whether it succeeded. */
  readonly run: (...input: A) => Promise<boolean>
}

type Work<A extends readonly unknown[], T> = (...input: A) => Promise<Result<T>>

/** Runs requests in the order in which they are made. */
type Queue = ReturnType<typeof inTurn>

/** A queue for a button and fields that change the same thing: what is asked for first is done first. */
export function useQueue(): Queue {
  return useState(inTurn)[0]
}

/**
 * Wraps the request of a button so that its failure can be shown where it was pressed. `then` gets the value. A second
 * press while one is running is ignored.
 */
export function useMutation<A extends readonly unknown[], T>(
  work: Work<A, T>,
  then?: (value: T) => void,
  queue?: Queue,
): Mutation<A> {
  const { mutation, pending } = useRequests(work, then, queue)
  return { ...mutation, run: async (...input) => !pending() && mutation.run(...input) }
}

/**
 * Wraps the request of a field, a checkbox or a menu: a value chosen while the one before is being stored waits for its
 * turn, so that none is lost.
 */
export function useSetting<A extends readonly unknown[], T>(
  work: Work<A, T>,
  then?: (value: T) => void,
  queue?: Queue,
): Mutation<A> {
  return useRequests(work, then, queue).mutation
}

function useRequests<A extends readonly unknown[], T>(
  work: Work<A, T>,
  then: ((value: T) => void) | undefined,
  shared: Queue | undefined,
): { readonly mutation: Mutation<A>; readonly pending: () => boolean } {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const own = useQueue()
  const requests = useRef(0)

  async function run(...input: A): Promise<boolean> {
    requests.current += 1
    setBusy(true)
    setProblem(null)
    const result = await (shared ?? own)(() => work(...input))
    requests.current -= 1
    setBusy(requests.current > 0)
    if (result.ok) then?.(result.value)
    else setProblem(result.error)
    return result.ok
  }

  return {
    mutation: { busy, problem, dismiss: () => setProblem(null), run },
    pending: () => requests.current > 0,
  }
}

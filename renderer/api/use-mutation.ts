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

/**
 * Wraps the request of a button so that its failure can be shown where it was pressed. `then` gets the value. A second
 * press while one is running is ignored.
 */
export function useMutation<A extends readonly unknown[], T>(work: Work<A, T>, then?: (value: T) => void): Mutation<A> {
  const { mutation, pending } = useRequests(work, then)
  return { ...mutation, run: async (...input) => !pending() && mutation.run(...input) }
}

/**
 * Wraps the request of a field, a checkbox or a menu: a value chosen while the one before is being stored waits for its
 * turn, so that none is lost.
 */
export function useSetting<A extends readonly unknown[], T>(work: Work<A, T>, then?: (value: T) => void): Mutation<A> {
  return useRequests(work, then).mutation
}

function useRequests<A extends readonly unknown[], T>(
  work: Work<A, T>,
  then?: (value: T) => void,
): { readonly mutation: Mutation<A>; readonly pending: () => boolean } {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [oneByOne] = useState(inTurn)
  const requests = useRef(0)

  async function run(...input: A): Promise<boolean> {
    requests.current += 1
    setBusy(true)
    setProblem(null)
    const result = await oneByOne(() => work(...input))
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

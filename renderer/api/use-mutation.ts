import { useRef, useState } from 'react'
import type { Problem, Result } from '../../shared/result.ts'

/** An action of the operator: whether it is running, and why it failed. */
export type Mutation<A extends readonly unknown[]> = {
  readonly busy: boolean
  readonly problem: Problem | null
  readonly dismiss: () => void
  /** Resolves to whether it succeeded. A second call while one is running is ignored. */
  readonly run: (...input: A) => Promise<boolean>
}

/** Wraps a request so that its failure can be shown where it was asked for. `then` gets the value. */
export function useMutation<A extends readonly unknown[], T>(
  work: (...input: A) => Promise<Result<T>>,
  then?: (value: T) => void,
): Mutation<A> {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const going = useRef(false)

  async function run(...input: A): Promise<boolean> {
    if (going.current) return false
    going.current = true
    setBusy(true)
    setProblem(null)
    const result = await work(...input)
    going.current = false
    setBusy(false)
    if (result.ok) then?.(result.value)
    else setProblem(result.error)
    return result.ok
  }

  return { busy, problem, dismiss: () => setProblem(null), run }
}

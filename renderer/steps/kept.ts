import { createContext, use, useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { useSteps } from './step-context.tsx'

/** What steps remember while another one is on screen; gone with the document. Never a secret. */
export const KeptContext = createContext<Map<string, unknown>>(new Map())

/** State of a step that is still there when the operator comes back to it. `name`: its own within the step. */
export function useKept<T>(name: string, first: T): [T, Dispatch<SetStateAction<T>>] {
  const kept = use(KeptContext)
  const { step } = useSteps()
  const key = `${step} ${name}`
  // Only this call, with the same name and so the same type, has put something there.
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : first))
  useEffect(() => {
    kept.set(key, value)
  }, [kept, key, value])
  return [value, setValue]
}

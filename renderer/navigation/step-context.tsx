import { createContext, type Dispatch, type SetStateAction, use, useEffect, useMemo, useState } from 'react'
import type { StepKey } from '../../shared/ipc/commands.ts'

type Steps = { readonly step: StepKey; readonly go: (step: StepKey) => void }

export const StepContext = createContext<Steps>({ step: 'connect', go: () => {} })

/** The step on screen and the way to another. */
export function useSteps(): Steps {
  return use(StepContext)
}

/** States of steps while another one is on screen; gone with the document. Never a secret. */
export const StepStateContext = createContext<Map<string, unknown>>(new Map())

/** State of a step that is still there when the operator comes back to it. `name`: its own within the step. */
export function useStepState<T>(name: string, first: T): [T, Dispatch<SetStateAction<T>>] {
  const kept = use(StepStateContext)
  const { step } = useSteps()
  const key = `${step} ${name}`
  // Only this call, with the same name and so the same type, has put something there.
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : first))
  useEffect(() => {
    kept.set(key, value)
  }, [kept, key, value])
  return [value, setValue]
}

/** A place that is kept like the state of a step, without drawing anything anew. */
export type StepScroll<T> = { readonly read: () => T | null; readonly write: (place: T) => void }

/** The scroll position of an element of a step. `name`: unique within the step. */
export function useStepScroll<T>(name: string): StepScroll<T> {
  const kept = use(StepStateContext)
  const { step } = useSteps()
  const key = `${step} ${name}`
  return useMemo(
    // Only this call, with the same name and so the same type, has put something there.
    () => ({ read: () => (kept.get(key) as T | undefined) ?? null, write: (place) => void kept.set(key, place) }),
    [kept, key],
  )
}

/** A decision that is to get the focus once it is on screen, by its finding; `isOpen`: once it is among those that are open. */
export type WantedDecision = { readonly code: string; readonly group: string; readonly isOpen: boolean }

/** The way to the decisions on Review, whatever part of it was looked at last, and to one of them by its finding. */
export function useDecisions(): (finding?: { readonly code: string; readonly group: string }) => void {
  const kept = use(StepStateContext)
  const { go } = useSteps()
  return (finding) => {
    const wanted: WantedDecision | null = finding === undefined ? null : { ...finding, isOpen: false }
    kept.set('review panel', 'decisions')
    kept.set('review decision', wanted)
    go('review')
  }
}

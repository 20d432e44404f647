import { createContext, use } from 'react'
import type { StepKey } from './step-keys.ts'

type Steps = { readonly step: StepKey; readonly go: (step: StepKey) => void }

export const StepContext = createContext<Steps>({ step: 'connect', go: () => {} })

/** The step on screen and the way to another. */
export function useSteps(): Steps {
  return use(StepContext)
}

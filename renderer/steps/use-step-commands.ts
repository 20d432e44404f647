import { useEffect, useRef } from 'react'
import { useBridge } from '../api/bridge-context.tsx'
import { stepKeys } from './steps.ts'
import type { StepKey } from './steps.ts'

/** Hears which step the menu of the desktop app says. */
export function useStepCommands(onStep: (step: StepKey) => void): void {
  const bridge = useBridge()
  const latest = useRef(onStep)
  useEffect(() => {
    latest.current = onStep
  })
  useEffect(
    () =>
      bridge.on('command', ({ command }) => {
        const step = stepKeys.find((key) => key === command)
        if (step !== undefined) latest.current(step)
      }),
    [bridge],
  )
}

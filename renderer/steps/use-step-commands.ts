import { useEffect, useRef } from 'react'
import { useBridge } from '../api/bridge-context.tsx'
import { stepKeys, type StepKey } from '../navigation/step-keys.ts'

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

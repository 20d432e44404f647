import { useCallback, useEffect, useState } from 'react'
import type { Problem } from '../../shared/result.ts'
import { useBridge } from './bridge-context.tsx'

/** What went wrong outside a request: at most three, the newest last, the same one once. */
export function useHostError(): {
  readonly troubles: readonly Problem[]
  readonly dismiss: (trouble: Problem) => void
} {
  const bridge = useBridge()
  const [troubles, setTroubles] = useState<readonly Problem[]>([])

  useEffect(
    () =>
      bridge.on('error', (trouble) => {
        setTroubles((old) => [...old.filter((other) => other.message !== trouble.message), trouble].slice(-3))
      }),
    [bridge],
  )
  const dismiss = useCallback((trouble: Problem) => setTroubles((old) => old.filter((other) => other !== trouble)), [])
  return { troubles, dismiss }
}

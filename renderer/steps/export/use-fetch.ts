import { useCallback, useEffect, useState } from 'react'
import type { FetchView } from '../../../shared/ipc/views.ts'
import type { Result } from '../../../shared/result.ts'
import { useBridge } from '../../api/bridge-context.tsx'

/** Milliseconds between two snapshots of a fetch that is under way. */
const gap = 400

/** The state of fetching, asked for while a fetch is under way. `follow` takes the reply of a request about it. */
export function useFetch(): { readonly view: FetchView | null; readonly follow: (view: FetchView | null) => void } {
  const bridge = useBridge()
  const [view, setView] = useState<FetchView | null>(null)
  const isRunning = view !== null && view.running !== null
  const follow = useCallback((next: FetchView | null) => {
    if (next !== null) setView(next)
  }, [])

  useEffect(() => {
    let gone = false
    const ask = async () => {
      const state: Result<FetchView> = await bridge.invoke('fetch:state', {})
      if (!gone && state.ok) setView(state.value)
    }
    void ask()
    const timer = isRunning ? setInterval(() => void ask(), gap) : undefined
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [bridge, isRunning])

  return { view, follow }
}

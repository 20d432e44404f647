import { useEffect, useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'

/** Milliseconds between two requests for the state. */
const lookEveryMs = 1000

/** The current state of following; requested again each second while it is on screen. */
export function useFollowState() {
  const [tick, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((before) => before + 1), lookEveryMs)
    return () => clearInterval(timer)
  }, [])
  return useQuery('follow:state', {}, tick)
}

/** The actions of following, each with its own error. */
export function useFollow(reload: () => void) {
  const bridge = useBridge()
  const start = useMutation((input: Input<'follow:start'>) => bridge.invoke('follow:start', input), reload)
  const pause = useMutation(() => bridge.invoke('follow:pause', {}), reload)
  const passNow = useMutation((input: Input<'follow:pass-now'>) => bridge.invoke('follow:pass-now', input), reload)
  const choose = useMutation((what: 'file' | 'folder') => bridge.invoke('follow:choose', { what }), reload)
  const cutOver = useMutation(() => bridge.invoke('follow:cut-over', {}), reload)
  return { start, pause, passNow, choose, cutOver }
}

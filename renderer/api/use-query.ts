import { useCallback, useEffect, useRef, useState } from 'react'
import { coalesce, type Coalesced } from '../../shared/coalesce.ts'
import type { Channel, Input, Output } from '../../shared/ipc/contract.ts'
import type { Problem } from '../../shared/result.ts'
import { useBridge } from './bridge-context.tsx'
import { pageClock } from './page-clock.ts'

/** The last reply to a request. While it is requested again the old value stays, so that nothing jumps. */
type Query<T> = {
  readonly value: T | null
  readonly problem: Problem | null
  readonly loading: boolean
  /** The version that the value was requested at: it may lack what later versions changed. -1 before the first answer. */
  readonly version: number
  /** Asks again at once, e.g. after an action of the operator. */
  readonly reload: () => void
}

/** Gap between counts of the whole migration: long while it changes all the time, none once the result is awaited. */
export function countGap(isChanging: boolean): number {
  return isChanging ? 1500 : 0
}

/** Gap after a slow query, e.g. a count over ten million users, as a multiple of its duration. */
const rest = 3

type QueryRequest<C extends Channel> = {
  readonly key: string
  readonly input: Input<C> | null
  readonly version: number
}

type QueryState<T> = Pick<Query<T>, 'value' | 'problem' | 'version'> & { readonly of: string | null }

/**
 * Queries `channel` now and when `input` changes; throttled to once per `gap` milliseconds when `version` does.
 * An `input` of null asks nothing.
 */
export function useQuery<C extends Channel>(
  channel: C,
  input: Input<C> | null,
  version: number,
  gap = 400,
): Query<Output<C>> {
  const bridge = useBridge()
  const key = JSON.stringify(input)
  const [state, setState] = useState<QueryState<Output<C>>>({ of: null, value: null, version: -1, problem: null })
  const request = useRef<QueryRequest<C> | null>(null)
  const gentle = useRef<Coalesced | null>(null)
  const pause = useRef(gap)

  useEffect(() => {
    let took = 0
    const pace = coalesce(
      async () => {
        const now = request.current
        if (!now || now.input === null) return
        const began = pageClock.ticks()
        const result = await bridge.invoke(channel, now.input)
        took = pageClock.ticks() - began
        // The input changed meanwhile; its own request follows.
        if (request.current?.key !== now.key) return
        const answered = { of: now.key, problem: result.ok ? null : result.error }
        setState((old) => {
          if (result.ok) return { ...answered, value: result.value, version: now.version }
          return old.of === now.key ? { ...old, ...answered } : { ...answered, value: null, version: -1 }
        })
      },
      () => Math.max(pause.current, took * rest),
      pageClock,
    )
    gentle.current = pace
    return pace.stop
  }, [bridge, channel])

  useEffect(() => {
    const before = request.current
    if (before?.key === key && before.version === version) return
    request.current = { key, input, version }
    // The gap is between answers to one question; another question is asked at once.
    if (before !== null && before.key !== key) gentle.current?.requestNow()
    else gentle.current?.request()
  }, [key, input, version])

  // The longer gap between counts ends here.
  useEffect(() => {
    const isShorter = gap < pause.current
    pause.current = gap
    if (isShorter) gentle.current?.requestNow()
  }, [gap])

  const reload = useCallback(() => gentle.current?.requestNow(), [])
  const { of, ...answered } = state
  return { ...answered, loading: of !== key, reload }
}

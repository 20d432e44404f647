import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Bridge } from '../../shared/ipc/bridge.ts'
import { problem } from '../../shared/result.ts'

const BridgeContext = createContext<Bridge | null>(null)

/** Everything below may ask main, through a bridge whose promises never reject. */
export function BridgeProvider({ bridge, children }: { readonly bridge: Bridge; readonly children: ReactNode }) {
  const careful = useMemo(() => neverRejecting(bridge), [bridge])
  return <BridgeContext value={careful}>{children}</BridgeContext>
}

export function useBridge(): Bridge {
  const bridge = use(BridgeContext)
  if (!bridge) throw new Error('useBridge is called outside BridgeProvider')
  return bridge
}

/** A lost connection or a crashed main process becomes an ordinary error value. */
export function neverRejecting(bridge: Bridge): Bridge {
  return {
    on: bridge.on,
    invoke: async (channel, input) => {
      try {
        return await bridge.invoke(channel, input)
      } catch {
        return noAnswer
      }
    },
    registerFiles: async (files) => {
      try {
        return await bridge.registerFiles(files)
      } catch {
        return problem('not-taken', 'The files could not be added. Try again, or choose them with “Choose files…”.')
      }
    },
  }
}

const noAnswer = problem(
  'no-answer',
  'The app did not answer. Try again. If that does not help, close the window and open the migration again. No progress is lost.',
)

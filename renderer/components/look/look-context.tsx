import { createContext, use, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Input } from '../../../shared/bridge/contract.ts'
import { useBridge } from '../../bridge/bridge-context.tsx'

export type Scheme = Input<'look:set'>['scheme']

type Look = { readonly scheme: Scheme; readonly choose: (scheme: Scheme) => void }

const LookContext = createContext<Look>({ scheme: 'system', choose: () => undefined })

/** Light, dark, or as the system is; main keeps what was chosen. */
export function useLook(): Look {
  return use(LookContext)
}

export function LookProvider({ children }: { readonly children: ReactNode }) {
  const bridge = useBridge()
  const [scheme, setScheme] = useState<Scheme>('system')
  useEffect(() => {
    void bridge.ask('look:get', {}).then((kept) => kept.ok && setScheme(kept.value.scheme))
  }, [bridge])
  useEffect(() => {
    if (scheme === 'system') delete document.documentElement.dataset['scheme']
    else document.documentElement.dataset['scheme'] = scheme
  }, [scheme])
  const look = useMemo(
    () => ({
      scheme,
      choose: (wanted: Scheme) => {
        setScheme(wanted)
        void bridge.ask('look:set', { scheme: wanted })
      },
    }),
    [bridge, scheme],
  )
  return <LookContext value={look}>{children}</LookContext>
}

import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { Icon } from '../display/icon.tsx'
import { Segments } from '../controls/segments.tsx'

type Scheme = Input<'theme:set'>['scheme']

type Look = { readonly scheme: Scheme; readonly choose: (scheme: Scheme) => void }

const LookContext = createContext<Look>({ scheme: 'system', choose: () => undefined })

/** Light, dark, or the system's theme; main stores the choice. */
function useTheme(): Look {
  return use(LookContext)
}

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const bridge = useBridge()
  const [scheme, setScheme] = useState<Scheme>('system')
  useEffect(() => {
    void bridge.invoke('theme:get', {}).then((kept) => kept.ok && setScheme(kept.value.scheme))
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
        void bridge.invoke('theme:set', { scheme: wanted })
      },
    }),
    [bridge, scheme],
  )
  return <LookContext value={look}>{children}</LookContext>
}

const schemes: readonly (readonly [Scheme, string, ReactNode])[] = [
  ['system', 'System', <Icon key="system" name="screen" />],
  ['light', 'Light', <Icon key="light" name="sun" />],
  ['dark', 'Dark', <Icon key="dark" name="moon" />],
]

/** Light, dark, or what the system says. */
export function ThemeSelect() {
  const { scheme, choose } = useTheme()
  return <Segments label="Theme" options={schemes} value={scheme} onChange={choose} />
}

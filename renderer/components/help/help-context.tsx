import { createContext, use, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useBridge } from '../../api/bridge-context.tsx'
import { isTyping } from '../typing.ts'
import { DiagnosticsDialog } from './diagnostics-dialog.tsx'
import { HelpDialog } from './help-dialog.tsx'

/** What of the help is open. */
export type Help = 'help' | 'keys' | 'diagnostics'

const HelpContext = createContext<(help: Help) => void>(() => undefined)

/** Opens a part of the help from anywhere. */
export function useHelp(): (help: Help) => void {
  return use(HelpContext)
}

/** The help above every screen: by `?` and F1, by the buttons, by the menu of the desktop app. */
export function HelpProvider({ children }: { readonly children: ReactNode }) {
  const bridge = useBridge()
  const [open, setOpen] = useState<Help | null>(null)
  useEffect(() => bridge.on('command', ({ command }) => (isHelp(command) ? setOpen(command) : undefined)), [bridge])
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const wanted = event.key === 'F1' ? 'help' : event.key === '?' && !isTyping(event.target) ? 'keys' : null
      if (wanted === null) return
      event.preventDefault()
      setOpen(wanted)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const close = () => setOpen(null)
  return (
    <HelpContext value={setOpen}>
      {children}
      {(open === 'help' || open === 'keys') && (
        <HelpDialog key={open} first={open} onDiagnostics={() => setOpen('diagnostics')} onClose={close} />
      )}
      {open === 'diagnostics' && <DiagnosticsDialog onClose={close} />}
    </HelpContext>
  )
}

function isHelp(command: string): command is Help {
  return command === 'help' || command === 'keys' || command === 'diagnostics'
}

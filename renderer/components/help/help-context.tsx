import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react'
import { shortcuts, shortcutText } from '../../../shared/ipc/commands.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Dialog } from '../dialog.tsx'
import { Loading } from '../empty.tsx'
import { Notice, ProblemNotice } from '../notice.tsx'
import { tabPanel, Tabs } from '../tabs.tsx'
import { isTyping } from '../use-shortcuts.ts'
import { BasicsPanel } from './basics-panel.tsx'
import styles from './diagnostics-dialog.module.css'

const tabs = [
  { key: 'help', label: 'How it works' },
  { key: 'keys', label: 'Keys' },
] as const

type HelpDialogProps = {
  readonly first: 'help' | 'keys'
  readonly onDiagnostics: () => void
  readonly onClose: () => void
}

/** The basics in words, and every key. */
function HelpDialog({ first, onDiagnostics, onClose }: HelpDialogProps) {
  const prefix = useId()
  const [tab, setTab] = useState<'help' | 'keys'>(first)
  return (
    <Dialog
      title="Help"
      wide
      onClose={onClose}
      foot={
        <>
          <Button variant="subtle" className={styles.diagnostics} onClick={onDiagnostics}>
            Save diagnostics…
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Tabs prefix={prefix} label="Parts of the help" options={tabs} current={tab} onChange={setTab} />
      {/* Scrolled by keys, so it takes the focus. */}
      <div {...tabPanel(prefix, tab)} className={styles.panel} tabIndex={0}>
        {tab === 'help' ? <BasicsPanel /> : <KeysPanel />}
      </div>
    </Dialog>
  )
}

/** Every shortcut of this screen; menu shortcuts only where there is a native menu. */
function KeysPanel() {
  const info = useQuery('app:info', {}, 0)
  if (info.value === null) return null
  const { host, platform } = info.value
  const available = Object.entries(shortcuts).filter(([, { by }]) => by === 'page' || host === 'desktop')
  return (
    <dl className={styles.keys}>
      {available.map(([name, shortcut]) => (
        <div key={name}>
          <dt>
            <kbd>{shortcutText(shortcut, host === 'desktop' ? platform : navigatorPlatform())}</kbd>
          </dt>
          <dd>{shortcut.meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

/** In a browser the keys follow the machine with the browser. */
function navigatorPlatform(): string {
  return /mac/i.test(navigator.userAgent) ? 'darwin' : 'other'
}

/** What of the help is open. */
type Help = 'help' | 'keys' | 'diagnostics'

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

/** The diagnostics for support, word for word, before they are saved. */
function DiagnosticsDialog({ onClose }: { readonly onClose: () => void }) {
  const bridge = useBridge()
  const { value, problem, reload } = useQuery('diagnostics:get', {}, 0)
  const [saved, setSaved] = useState<string | null>(null)
  const saving = useMutation(
    () => bridge.invoke('diagnostics:save', {}),
    (answer) => setSaved(answer.saved),
  )
  return (
    <Dialog
      title="Save diagnostics"
      wide
      onClose={onClose}
      foot={
        <>
          {value && <CopyButton text={value.text} label="the diagnostics" />}
          <Button onClick={onClose}>Close</Button>
          <PrimaryButton
            busy={saving.busy}
            disabled={value === null && 'The diagnostics are still being gathered.'}
            onClick={() => void saving.run()}
          >
            Save as a file…
          </PrimaryButton>
        </>
      }
    >
      <p>
        This is all that the file will hold: versions, settings without secrets, counts and the last warnings. No names,
        addresses, hosts, keys or hashes. Read it, then save it.
      </p>
      {value ? (
        // Scrolled by keys, so it takes the focus.
        <pre className={styles.text} tabIndex={0} aria-label="Diagnostics">
          {value.text}
        </pre>
      ) : (
        !problem && <Loading label="Collecting" />
      )}
      {saved !== null && <Notice tone="ok">Saved as {saved}.</Notice>}
      <ProblemNotice problem={problem} onRetry={reload} />
      <ProblemNotice problem={saving.problem} onDismiss={saving.dismiss} />
    </Dialog>
  )
}

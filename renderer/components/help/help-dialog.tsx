import { useId, useState } from 'react'
import { shortcuts, shortcutText } from '../../../shared/ipc/commands.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Tabs, tabPanel } from '../tabs.tsx'
import { BasicsPanel } from './basics-panel.tsx'
import styles from './help-dialog.module.css'

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
export function HelpDialog({ first, onDiagnostics, onClose }: HelpDialogProps) {
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

/** Every key that works here; those of the native menu only where there is one. */
function KeysPanel() {
  const info = useQuery('app:info', {}, 0)
  if (info.value === null) return null
  const { host, platform } = info.value
  const here = Object.entries(shortcuts).filter(([, { by }]) => by === 'page' || host === 'desktop')
  return (
    <dl className={styles.keys}>
      {here.map(([name, shortcut]) => (
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

/** In a browser the keys are those of the machine with the browser. */
function navigatorPlatform(): string {
  return /mac/i.test(navigator.userAgent) ? 'darwin' : 'other'
}

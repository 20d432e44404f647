import { useId, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Tabs, tabPanel } from '../tabs.tsx'
import { BasicsPanel } from './basics-panel.tsx'
import styles from './help-dialog.module.css'
import { KeysPanel } from './keys-panel.tsx'

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

import { useDocument, useDocumentState } from '../bridge/document-context.tsx'
import { useBridge } from '../bridge/bridge-context.tsx'
import { useTask } from '../bridge/use-task.ts'
import styles from './app-bar.module.css'
import { Button } from './button.tsx'
import { CoreChip } from './core-chip.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { ProblemNotice } from './notice.tsx'

const doings = { idle: 'saved', reading: 'reading…', planning: 'planning…' } as const

/** The document, whether it is saved, the core, and the list of keys. */
export function AppBar({ onHelp }: { readonly onHelp: () => void }) {
  const bridge = useBridge()
  const document = useDocument()
  const { close } = useDocumentState()
  const closing = useTask(() => bridge.ask('document:close', {}), close)
  const copying = useTask(() => bridge.ask('document:save-copy', {}))
  return (
    <header className={styles.bar}>
      <DocumentMenu
        name={document.name}
        location={document.location}
        onCopy={() => void copying.run()}
        onClose={() => void closing.run()}
      />
      <span className={styles.doing}>{doings[document.work.kind]}</span>
      <span className={styles.push} />
      <CoreChip target={document.target} />
      <Button small onClick={onHelp} aria-label="Keyboard shortcuts" aria-keyshortcuts="?" title="Keyboard shortcuts">
        ?
      </Button>
      <div className={styles.problems}>
        <ProblemNotice problem={closing.problem} onDismiss={closing.dismiss} />
        <ProblemNotice problem={copying.problem} onDismiss={copying.dismiss} />
      </div>
    </header>
  )
}

import type { DocumentView } from '../../shared/ipc/views.ts'
import { useDocument, useDocumentState } from '../api/document-context.tsx'
import { useBridge } from '../api/bridge-context.tsx'
import { useMutation } from '../api/use-mutation.ts'
import styles from './app-bar.module.css'
import { Button } from './button.tsx'
import { CoreChip } from './core-chip.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { count } from './format.ts'
import { useHelp } from './help/help-context.tsx'
import { ProblemNotice } from './notice.tsx'

const doings = { idle: 'Saved', comparing: 'Comparing', reading: 'Reading', planning: 'Planning' } as const

/** The document, whether it is saved, the core, and the help. */
export function AppBar() {
  const help = useHelp()
  const bridge = useBridge()
  const document = useDocument()
  const { close } = useDocumentState()
  const closing = useMutation(() => bridge.invoke('document:close', {}), close)
  const copying = useMutation(() => bridge.invoke('document:save-copy', {}))
  return (
    <header className={styles.bar} data-core={document.target?.kind}>
      <DocumentMenu
        name={document.name}
        location={document.location}
        onCopy={() => void copying.run()}
        onClose={() => void closing.run()}
      />
      <Work work={document.work} />
      <span className={styles.push} />
      <CoreChip target={document.target} />
      <Button small onClick={() => help('help')} aria-label="Help" aria-keyshortcuts="F1" title="Help (F1), keys (?)">
        ?
      </Button>
      <div className={styles.problems}>
        <ProblemNotice problem={closing.problem} onDismiss={closing.dismiss} />
        <ProblemNotice problem={copying.problem} onDismiss={copying.dismiss} />
      </div>
    </header>
  )
}

/** Saved, or how far the reading or planning is: in words, and as a line along the lower edge. */
function Work({ work }: { readonly work: DocumentView['work'] }) {
  const words = doings[work.kind]
  if (work.kind === 'idle') return <span className={styles.doing}>{words}</span>
  const share = work.total > 0 ? Math.min(work.done / work.total, 1) : null
  return (
    <>
      <span className={`${styles.doing} figures`}>
        {words}
        {share === null ? '…' : ` ${count(Math.floor(share * 100))}%`}
      </span>
      <progress className={styles.work} aria-label={words} {...(share === null ? {} : { max: 1, value: share })} />
    </>
  )
}

import { type KeyboardEvent, useId, useRef } from 'react'
import { migrationTitle, titledFiles, withoutExtension } from '../../../shared/report/migration-title.ts'
import type { DocumentView, TargetView } from '../../../shared/ipc/views.ts'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import styles from './app-bar.module.css'
import { Button } from '../controls/button.tsx'
import { count } from '../texts/format.ts'
import { useHelp } from '../help/help-context.tsx'
import { Icon } from '../display/icon.tsx'
import { Notice, ProblemNotice } from '../notices/notice.tsx'

const doings = {
  idle: 'Saved',
  comparing: 'Comparing',
  reading: 'Reading',
  planning: 'Planning',
  excluding: 'Excluding',
  including: 'Including',
  removing: 'Removing hashes',
  clearing: 'Removing records',
} as const

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
        name={documentTitle(document)}
        location={document.location}
        onCopy={() => void copying.run()}
        onClose={() => void closing.run()}
      />
      <Work work={document.work} />
      <span className={styles.push} />
      <CoreChip target={document.target} />
      <Button
        small
        onClick={() => help('help')}
        aria-label="Help"
        aria-keyshortcuts="F1"
        data-tip="Help (F1), keys (?)"
      >
        ?
      </Button>
      <div className={styles.problems}>
        {copying.busy && <Notice>Saving a copy. A large migration can take minutes.</Notice>}
        <ProblemNotice of={closing} />
        <ProblemNotice of={copying} />
      </div>
    </header>
  )
}

/** The title of the migration: the name it was given, or its content. */
export function documentTitle({ name, files, work, totals, target, fetched }: DocumentView): string {
  const users = work.kind === 'idle' ? totals.users : null
  return migrationTitle({ name, ...titledFiles(files), fetched, users, core: target })
}

/** Saved, or the progress of reading or planning: in words, and as a line along the upper edge. */
function Work({ work }: { readonly work: DocumentView['work'] }) {
  const words = doings[work.kind]
  if (work.kind === 'idle') return <span className={styles.doing}>{words}</span>
  const share = work.total > 0 ? Math.min(work.done / work.total, 1) : null
  const byUser = work.kind === 'excluding' || work.kind === 'including'
  const reached = byUser ? ` ${count(work.done)} of ${count(work.total)}` : ` ${count(Math.floor((share ?? 0) * 100))}%`
  return (
    <>
      <span className={`${styles.doing} figures`}>
        {words}
        {share === null ? '…' : reached}
      </span>
      {byUser && <StopExcluding />}
      <progress className={styles.work} aria-label={words} {...(share === null ? {} : { max: 1, value: share })} />
    </>
  )
}

/** Users that are done stay as they are now. */
function StopExcluding() {
  const bridge = useBridge()
  const stopping = useMutation(() => bridge.invoke('users:exclude-stop', {}))
  return (
    <Button variant="subtle" small busy={stopping.busy} onClick={() => void stopping.run()}>
      Stop
    </Button>
  )
}

/** The current core, always in view, so that a live core is not mistaken for the rehearsal. */
function CoreChip({ target }: { readonly target: TargetView | null }) {
  if (!target) return <span className={styles.chip}>No core yet</span>
  const away = target.connected ? '' : ' · not connected'
  const look = target.kind === 'rehearsal' ? styles.rehearsal : styles.live
  return (
    <span className={`${styles.chip} ${look}`} data-tip={target.baseUrl} tabIndex={0}>
      <span className={target.connected ? styles.dot : `${styles.dot} ${styles.hollow}`} aria-hidden="true" />
      <span className={styles.words}>
        {target.kind === 'rehearsal' ? `Rehearsal core · nothing leaves this computer` : `${target.name} · live`}
        {away}
      </span>
    </span>
  )
}

/** The document's name, with a menu of actions on the document. */
function DocumentMenu({
  name,
  location,
  onCopy,
  onClose,
}: {
  readonly name: string
  readonly location: string
  readonly onCopy: () => void
  readonly onClose: () => void
}) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  function choose(action: () => void): void {
    panel.current?.hidePopover()
    action()
  }
  // Arrow keys go from item to item, as in every menu.
  function press(event: KeyboardEvent): void {
    const items = [...(panel.current?.querySelectorAll('button') ?? [])]
    const focused = items.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: focused + 1, ArrowUp: focused - 1 }[event.key]
    if (to === undefined || items.length === 0) return
    event.preventDefault()
    items.at(to % items.length)?.focus()
  }
  return (
    <>
      <button type="button" className={`plain ${styles.name}`} popoverTarget={id} data-tip={location} onKeyDown={press}>
        <span>{withoutExtension(name)}</span>
        <Icon name="down" size={12} />
        <span className="visually-hidden">Document menu</span>
      </button>
      <div id={id} ref={panel} popover="auto" className={styles.menu} onKeyDown={press}>
        <p className={styles.location}>{location}</p>
        <Button variant="subtle" className={styles.item} onClick={() => choose(onCopy)}>
          Save a copy…
        </Button>
        <Button variant="subtle" className={styles.item} onClick={() => choose(onClose)}>
          Close migration
        </Button>
      </div>
    </>
  )
}

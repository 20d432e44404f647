import { type FormEvent, useEffect, useRef, useState } from 'react'
import { app } from '../../../shared/app.ts'
import type { DocumentView, RecentMigration } from '../../../shared/ipc/views.ts'
import type { Problem, Result } from '../../../shared/result.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { type Mutation, useMutation } from '../../api/use-mutation.ts'
import { useHost } from '../../api/host-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton, type Reason, reasons } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Field } from '../../components/controls/field.tsx'
import { count, leftText } from '../../components/texts/format.ts'
import { useHelp } from '../../components/help/help-context.tsx'
import { Icon } from '../../components/display/icon.tsx'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { Tag } from '../../components/display/tag.tsx'
import { ThemeSelect } from '../../components/theme/theme-context.tsx'
import { useShortcuts } from '../../components/controls/use-shortcuts.ts'
import { FetchMenu } from '../export/fetch/fetch-card.tsx'
import { useAddFiles, useFileDrop } from '../export/files/file-drop.tsx'
import {
  CoreLabel,
  interrupted,
  ProgressBar,
  progressParts,
  type RecentActions,
  RecentList,
  RecentMenu,
  recentTitle,
} from './recent-list.tsx'
import styles from './start-screen.module.css'

/** The window before a document is open: the interrupted migration, recent ones, a new one, the sample. */
export function StartScreen() {
  const bridge = useBridge()
  const { accept, setFetchFrom } = useDocumentState()
  const help = useHelp()
  useShortcuts()
  const { version, showsFolders, sources } = useHost()
  const info = useQuery('app:info', {}, 0)
  // A migration that opens and closes between two answers leaves this page standing, but changes the list.
  useEffect(() => bridge.on('document-changed', info.reload), [bridge, info.reload])
  const trial = useTrial()
  const begin = useMutation(() => bridge.invoke('document:new', {}), accept)
  const open = useMutation(() => bridge.invoke('document:open', {}), accept)
  const reopen = useMutation((id: string) => bridge.invoke('document:open-recent', { id }), accept)
  const add = useAddFiles()
  const hovering = useFileDrop(add.take)
  // The page is opened anew after each migration, so its days stay true.
  const [now] = useState(() => Date.now())
  const [renaming, setRenaming] = useState<RecentMigration | null>(null)
  const rename = useMutation(
    (id: string, name: string) => bridge.invoke('recent:rename', { id, name }),
    () => {
      setRenaming(null)
      info.reload()
    },
  )
  const remove = useMutation((id: string) => bridge.invoke('recent:remove', { id }), info.reload)
  const show = useMutation((id: string) => bridge.invoke('recent:show', { id }))
  const busy = (trial.busy || begin.busy || open.busy || reopen.busy || add.busy) && reasons.busy
  const recent = info.value?.recent ?? []
  const paused = interrupted(recent)
  const ChooseButton = paused === null ? PrimaryButton : Button
  const actions: RecentActions = {
    open: (id) => void reopen.run(id),
    rename: (migration) => {
      rename.dismiss()
      setRenaming(migration)
    },
    show: showsFolders ? (id) => void show.run(id) : null,
    remove: (id) => void remove.run(id),
  }

  return (
    <div className={styles.start}>
      <main className={styles.main}>
        <header className={styles.header}>
          <span className={styles.logo} aria-hidden="true">
            <Icon name="move" />
          </span>
          <h1 className={styles.words}>{app.name}</h1>
          <Button busy={open.busy} disabled={busy} onClick={() => void open.run()}>
            Open…
          </Button>
        </header>
        {[trial, begin, open, reopen, remove, show].map((task, index) => (
          <ProblemNotice key={index} of={task} />
        ))}
        <ProblemNotice of={add} />
        <ProblemNotice of={info} />
        {paused && <InterruptedCard migration={paused} busy={reopen.busy} disabled={busy} actions={actions} />}
        <section
          className={`panel ${styles.drop}`}
          aria-label="Drop an export here"
          data-line={paused !== null || undefined}
          data-hover={hovering || undefined}
        >
          <span className={styles.picture}>
            <Icon name="upload" size={20} />
          </span>
          <div className={styles.about}>
            <p className={styles.call}>Drop an export here</p>
            {paused === null && <p className="muted">Auth0, Cognito, Firebase, Keycloak, any CSV or JSON</p>}
          </div>
          <div className={styles.ways}>
            <ChooseButton busy={add.busy} disabled={busy} onClick={add.pick}>
              Choose files…
            </ChooseButton>
            <FetchMenu
              sources={sources}
              onChoose={(source) => {
                setFetchFrom(source)
                void begin.run()
              }}
            />
            <Button busy={trial.busy} disabled={busy} onClick={() => void trial.run()}>
              Rehearse with sample data
            </Button>
          </div>
        </section>
        <RecentList recent={recent.filter(({ id }) => id !== paused?.id)} now={now} disabled={busy} actions={actions} />
      </main>
      <footer className={styles.foot}>
        <div>
          <ThemeSelect />
          <span className={styles.push} />
          <Button
            variant="subtle"
            small
            aria-keyshortcuts="F1"
            data-tip="Help (F1), keys (?)"
            onClick={() => help('help')}
          >
            Help
          </Button>
          <span data-tip="Version">v{version}</span>
        </div>
      </footer>
      {renaming && (
        <RenameDialog
          migration={renaming}
          busy={rename.busy}
          problem={rename.problem}
          onRename={(name) => void rename.run(renaming.id, name)}
          onClose={() => setRenaming(null)}
        />
      )}
    </div>
  )
}

/** One click from the start to a preview: a new document, the rehearsal core, the built-in export. */
function useTrial(): Mutation<[]> {
  const bridge = useBridge()
  const { accept, during } = useDocumentState()

  async function prepare(): Promise<Result<DocumentView>> {
    const made = await bridge.invoke('document:new', {})
    if (!made.ok) return made
    const started = await bridge.invoke('rehearsal:start', { dialect: 'documented', afresh: true })
    const ready = started.ok ? await bridge.invoke('export:sample', {}) : started
    // Half a trial would be puzzling; the reason is shown on the start screen.
    if (!ready.ok) await bridge.invoke('document:close', {})
    else accept(ready.value)
    return ready
  }

  return useMutation(() => during(prepare))
}

/** The migration whose run did not come to its end: to continue it is the next step. */
function InterruptedCard({
  migration,
  busy,
  disabled,
  actions,
}: {
  readonly migration: RecentMigration
  readonly busy: boolean
  readonly disabled: Reason
  readonly actions: RecentActions
}) {
  const { id, location, summary } = migration
  if (summary === null) return null
  const { migrated, ready, leftMs } = summary
  return (
    <section className={`panel ${styles.interrupted}`} aria-label="Interrupted migration">
      <div className={styles.summary}>
        <h2 className={styles.title}>
          <span data-tip={location} tabIndex={0}>
            {recentTitle(migration)}
          </span>{' '}
          <Tag tone="accent">Paused</Tag> <CoreLabel core={summary.core} />
        </h2>
        <ProgressBar parts={progressParts(summary)} large />
        <p className={`${styles.line} figures`}>
          <span>
            <b>{count(migrated)} migrated</b>
          </span>
          <span className="muted">{leftMs === undefined ? `${count(ready)} left` : leftText(leftMs / 1000)}</span>
        </p>
      </div>
      <PrimaryButton className={styles.go} busy={busy} disabled={disabled} onClick={() => actions.open(id)}>
        <Icon name="play" />
        Continue migration
      </PrimaryButton>
      <RecentMenu migration={migration} disabled={disabled} actions={actions} />
    </section>
  )
}

/** Asks for another name of a migration; why it was refused stands at the field. */
function RenameDialog({
  migration,
  busy,
  problem,
  onRename,
  onClose,
}: {
  readonly migration: RecentMigration
  readonly busy: boolean
  readonly problem: Problem | null
  readonly onRename: (name: string) => void
  readonly onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  function submit(event?: FormEvent): void {
    event?.preventDefault()
    onRename(field.current?.value ?? '')
  }
  return (
    <Dialog
      title="Rename migration"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton busy={busy} onClick={() => submit()}>
            Rename
          </PrimaryButton>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Field label="Name" error={problem?.message ?? null}>
          {(ids) => (
            <input
              {...ids}
              ref={field}
              type="text"
              maxLength={100}
              autoFocus
              autoComplete="off"
              defaultValue={recentTitle(migration)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

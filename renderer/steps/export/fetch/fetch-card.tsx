import { useCallback, useEffect, useRef, useState } from 'react'
import type { EndedFetch, FetchForm, FetchView, RunningFetch, UnfinishedFetch } from '../../../../shared/ipc/views.ts'
import type { Result } from '../../../../shared/result.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocumentState } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button, reasons } from '../../../components/controls/button.tsx'
import { Card } from '../../../components/display/card.tsx'
import { bytes, count, counted, rate } from '../../../components/texts/format.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { Menu } from '../../../components/overlays/menu.tsx'
import { Notice, ProblemNotice } from '../../../components/notices/notice.tsx'
import { ResumeDialog } from './fetch-dialog.tsx'
import styles from './fetch.module.css'

/** Milliseconds between two snapshots of a fetch that is under way. */
const gap = 400

/** The state of fetching, asked for while a fetch is under way. `follow` takes the reply of a request about it. */
export function useFetch(): { readonly view: FetchView | null; readonly follow: (view: FetchView | null) => void } {
  const bridge = useBridge()
  const [view, setView] = useState<FetchView | null>(null)
  const isRunning = view !== null && view.running !== null
  const follow = useCallback((next: FetchView | null) => {
    if (next !== null) setView(next)
  }, [])

  useEffect(() => {
    let gone = false
    const ask = async () => {
      const state: Result<FetchView> = await bridge.invoke('fetch:state', {})
      if (!gone && state.ok) setView(state.value)
    }
    void ask()
    const timer = isRunning ? setInterval(() => void ask(), gap) : undefined
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [bridge, isRunning])

  return { view, follow }
}

type Follow = { readonly follow: (view: FetchView) => void }

/** A fetch from an old system: its progress, its result, and fetches to resume. It takes the focus from the dialog that started it. */
export function FetchCard({
  view: { running, ended, unfinished },
  isNext,
  sources,
  closed,
  follow,
  onRetry,
}: Follow & {
  readonly view: FetchView
  /** No file was loaded yet: a fetched one is the next step. */
  readonly isNext: boolean
  readonly sources: readonly FetchForm[]
  /** How often the dialog that starts a fetch has closed. */
  readonly closed: number
  /** Opens the form of a source again. */
  readonly onRetry: (source: string) => void
}) {
  const parts = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (closed > 0) parts.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [closed])
  if (running === null && ended === null && unfinished.length === 0) return null
  return (
    <Card className="stack">
      <h2>Fetch users</h2>
      <div ref={parts}>
        {running && <Running running={running} follow={follow} />}
        {ended?.kind === 'failed' && <Failed ended={ended} follow={follow} onRetry={onRetry} />}
        {ended?.kind === 'fetched' && <Fetched ended={ended} isNext={isNext} follow={follow} />}
      </div>
      {unfinished.map((fetch) => (
        <Unfinished key={fetch.file} fetch={fetch} sources={sources} follow={follow} />
      ))}
    </Card>
  )
}

function Running({ running, follow }: Follow & { readonly running: RunningFetch }) {
  const bridge = useBridge()
  const pause = useMutation(() => bridge.invoke('fetch:pause', {}), follow)
  const cancel = useMutation(() => bridge.invoke('fetch:cancel', {}), follow)
  const { title, file, state, users, total, perSecond, note } = running
  const share = total === null || total === 0 ? null : Math.min(users / total, 1)
  const stopping = state === 'stopping'
  return (
    <div className="stack">
      <p>
        <b>{title}</b> <span className="muted">· {file}</span>
      </p>
      <progress aria-label="Fetching users" {...(share === null ? {} : { max: 1, value: share })} />
      <p className={`${styles.line} figures`}>
        <span>
          <b>{count(users)}</b> {total === null ? 'users' : `of ${counted(total, 'user')}`}
        </span>
        <span className="muted">{note === '' ? stateText(state, perSecond) : note}</span>
      </p>
      <div className="row">
        <Button small busy={pause.busy} disabled={stopping && reasons.busy} onClick={() => void pause.run()}>
          Pause
        </Button>
        <Button
          small
          variant="subtle"
          busy={cancel.busy}
          disabled={stopping && reasons.busy}
          onClick={() => void cancel.run()}
        >
          Cancel and discard
        </Button>
      </div>
      <ProblemNotice of={pause} />
      <ProblemNotice of={cancel} />
    </div>
  )
}

function stateText(state: RunningFetch['state'], perSecond: number): string {
  if (state === 'connecting') return 'Connecting…'
  if (state === 'finishing') return 'Finishing…'
  if (state === 'stopping') return 'Stopping…'
  return `${rate(perSecond)} users per second`
}

function Failed({
  ended,
  follow,
  onRetry,
}: Follow & { readonly ended: Extract<EndedFetch, { kind: 'failed' }>; readonly onRetry: (source: string) => void }) {
  const bridge = useBridge()
  const dismiss = useMutation(() => bridge.invoke('fetch:dismiss', {}), follow)
  return (
    <Notice tone="bad">
      <b>Fetching from {ended.title} stopped.</b> {ended.sentence}{' '}
      <Button small variant="link" onClick={() => onRetry(ended.source)}>
        Change and try again…
      </Button>{' '}
      <Button small variant="link" busy={dismiss.busy} onClick={() => void dismiss.run()}>
        Dismiss
      </Button>
    </Notice>
  )
}

function Fetched({
  ended,
  isNext,
  follow,
}: Follow & { readonly ended: Extract<EndedFetch, { kind: 'fetched' }>; readonly isNext: boolean }) {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const dismiss = useMutation(() => bridge.invoke('fetch:dismiss', {}), follow)
  const use = useMutation(
    () => bridge.invoke('fetch:use', {}),
    (document) => {
      accept(document)
      void dismiss.run()
    },
  )
  const { users, file, repeated, changed, sha256, notes } = ended
  const twice = `${counted(repeated, 'user')} came more than once and ${repeated === 1 ? 'was' : 'were'} written once`
  return (
    <div className="stack" data-comes-first>
      <p>
        <b>{counted(users, 'user')}</b> fetched from {ended.title} into {file}{' '}
        <span className="muted">· {bytes(ended.bytes)}</span>
      </p>
      <p className={`note ${styles.digest}`}>SHA-256 {sha256}</p>
      {repeated > 0 && (
        <p>
          {twice}, as first seen{changed > 0 && `; ${counted(changed, 'user')} changed meanwhile`}.
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <div className="row">
        <Button variant={isNext ? 'primary' : 'tinted'} busy={use.busy} onClick={() => void use.run()}>
          Use this file
        </Button>
        <Button variant="subtle" busy={dismiss.busy} onClick={() => void dismiss.run()}>
          Dismiss
        </Button>
      </div>
      <ProblemNotice of={use} />
    </div>
  )
}

function Unfinished({
  fetch,
  sources,
  follow,
}: Follow & { readonly fetch: UnfinishedFetch; readonly sources: readonly FetchForm[] }) {
  const bridge = useBridge()
  const [asking, setAsking] = useState(false)
  const source = sources.find(({ name }) => name === fetch.source)
  const { destination } = fetch
  const discard = useMutation(() => bridge.invoke('fetch:discard', { file: fetch.file }), follow)
  return (
    <div className="stack">
      <p>
        <b>{fetch.title}</b>: {counted(fetch.users, 'user')} in {fetch.file}, not complete.
      </p>
      {destination === null ? (
        <p className="muted">
          This fetch was not started on this machine under this name, so it cannot be resumed here. Discard it and start
          again, or resume it with the command line and give its options again.
        </p>
      ) : (
        <p className="muted">Server: {destination}</p>
      )}
      <div className="row">
        {source && destination !== null && (
          <Button small onClick={() => setAsking(true)} aria-label={`Resume ${fetch.file}`}>
            Resume…
          </Button>
        )}
        <Button
          small
          variant="subtle"
          busy={discard.busy}
          onClick={() => void discard.run()}
          aria-label={`Discard ${fetch.file}`}
        >
          Discard
        </Button>
      </div>
      <ProblemNotice of={discard} />
      {asking && source && destination !== null && (
        <ResumeDialog
          fetch={fetch}
          destination={destination}
          source={source}
          onClose={() => setAsking(false)}
          onStarted={(view) => {
            setAsking(false)
            follow(view)
          }}
        />
      )}
    </div>
  )
}

/** The systems that users can be fetched from. */
export function FetchMenu({
  sources,
  onChoose,
  onGuide = null,
}: {
  readonly sources: readonly FetchForm[]
  readonly onChoose: (source: string) => void
  /** Shows the export guides; null: they are on screen already. */
  readonly onGuide?: (() => void) | null
}) {
  if (sources.length === 0) return null
  const items = sources.map(({ name, title }) => ({ label: title, run: () => onChoose(name) }))
  const guide = onGuide === null ? [] : [{ label: 'How to get an export…', run: onGuide }]
  return (
    <Menu label="Fetch from" items={[...items, ...guide]}>
      <Icon name="drop" /> Fetch…
    </Menu>
  )
}

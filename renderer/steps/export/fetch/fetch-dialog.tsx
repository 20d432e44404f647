import { useEffect, useId, useRef, useState } from 'react'
import type {
  Connected,
  FetchAuthority,
  FetchForm,
  FetchView,
  RefusedForm,
  UnfinishedFetch,
} from '../../../../shared/ipc/views.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { counted } from '../../../components/texts/format.ts'
import { Icon } from '../../../components/display/icon.tsx'
import { Notice, ProblemNotice } from '../../../components/notices/notice.tsx'
import { AuthorityField, type FetchInput, focusField, readInput, SecretFields, SourceFields } from './fetch-fields.tsx'
import { choiceValues, ColumnsLine, type FetchChoice, fetchText, firstChoice, TablesPane } from './fetch-tables.tsx'
import styles from './fetch.module.css'

type Ended = { readonly onStarted: (view: FetchView) => void; readonly onClose: () => void }

/** The settings of an earlier attempt, to begin with. Secrets are typed again. */
export type FetchAttempt = { readonly source: string; readonly values: FetchInput['values'] }

/**
 * Takes the settings and secrets of a source and fetches its users into a file. It stays open until the first users came, so that what
 * the server refuses is said at its field and nothing has to be typed again.
 */
export function FetchDialog({
  source,
  view,
  before,
  onTry,
  onStarted,
  onClose,
}: Ended & {
  readonly source: FetchForm
  /** The state of fetching, by which the dialog knows how its own fetch goes. */
  readonly view: FetchView | null
  readonly before: FetchAttempt | null
  readonly onTry: (attempt: FetchAttempt) => void
}) {
  const bridge = useBridge()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [authority, setAuthority] = useState<FetchAuthority | null>(null)
  const [refused, setRefused] = useState<RefusedForm | null>(null)
  const [connected, setConnected] = useState<Connected | null>(null)
  const [choice, setChoice] = useState<FetchChoice | null>(null)
  const [isStarted, setStarted] = useState(false)
  const forgive = () => {
    setRefused(null)
    setStarted(false)
  }
  const change = () => {
    setConnected(null)
    setChoice(null)
    forgive()
  }

  const given = (more: Record<string, string>) => {
    const input: FetchInput = form.current === null ? { values: {}, secrets: {} } : readInput(form.current)
    onTry({ source: source.name, values: input.values })
    return { source: source.name, values: { ...input.values, ...more }, secrets: input.secrets, ...trusting(authority) }
  }
  const test = useMutation(
    () => {
      forgive()
      return bridge.invoke('fetch:test', given({}))
    },
    (reply) => {
      if (reply.kind === 'refused') return setRefused(reply)
      setConnected(reply)
      setChoice(firstChoice(reply))
    },
  )
  const start = useMutation(
    () => {
      forgive()
      return bridge.invoke('fetch:start', given(choice === null ? {} : (choiceValues(choice) ?? {})))
    },
    (reply) => {
      if (reply === null) return
      if (reply.kind === 'refused') return setRefused(reply)
      setStarted(true)
      onStarted(reply.view)
    },
  )
  const { running = null, ended = null } = isStarted ? (view ?? {}) : {}
  const failed = ended?.kind === 'failed' ? ended : null
  const isConnecting = running !== null && running.users === 0 && ['connecting', 'fetching'].includes(running.state)
  const hasArrived = isStarted && failed === null && !isConnecting
  useEffect(() => {
    if (hasArrived) onClose()
  }, [hasArrived, onClose])
  const { field = null, sentence = '' } = refused ?? failed ?? {}
  useEffect(() => {
    if (field !== null && form.current !== null) focusField(form.current, field)
  }, [field])

  const missing =
    source.tables &&
    ((connected === null && 'Test the connection first.') ||
      ((choice === null || choiceValues(choice) === null) && 'Choose a table, or write a query.'))
  const isUntrusted = field === 'ca-file'
  const errorAt = { field, sentence }
  const fields = (
    <form
      id={id}
      ref={form}
      className={styles.form}
      autoComplete="off"
      noValidate
      onInput={change}
      onSubmit={(event) => {
        event.preventDefault()
        void (source.tables && connected === null ? test : start).run()
      }}
    >
      <SourceFields source={source} values={before?.source === source.name ? before.values : {}} error={errorAt} />
      {source.authority && (isUntrusted || authority !== null) && (
        <AuthorityField
          chosen={authority}
          error={isUntrusted ? sentence : null}
          onChange={(next) => {
            setAuthority(next)
            change()
          }}
        />
      )}
      {source.tables && (
        <div className={styles.test}>
          <Button
            variant={connected === null ? 'primary' : 'plain'}
            {...(connected === null ? { type: 'submit' } : { onClick: () => void test.run() })}
            busy={test.busy}
          >
            Test connection
          </Button>
          {connected !== null && (
            <span className={styles.connected} role="status">
              <Icon name="check" /> Connected
            </span>
          )}
          {connected !== null && (
            <small className="muted">
              {connected.server}, {connected.connectMs} ms, read only
            </small>
          )}
        </div>
      )}
      {field === null && sentence !== '' && <Notice tone="bad">{sentence}</Notice>}
      <ProblemNotice of={test} />
      <ProblemNotice of={start} />
    </form>
  )
  return (
    <Dialog
      title={`Fetch from ${source.title}`}
      picture={source.tables ? <Icon name="database" /> : null}
      wide={source.tables ? 'whole' : false}
      onClose={onClose}
      foot={
        <>
          <span className={`note ${styles.say}`}>
            {source.tables && connected === null && 'Not connected'}
            {choice !== null && <ColumnsLine choice={choice} onChange={setChoice} />}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={source.tables && connected === null ? 'plain' : 'primary'}
            busy={start.busy || isConnecting}
            disabled={missing}
            type={source.tables && connected === null ? 'button' : 'submit'}
            form={id}
          >
            {source.tables ? (choice === null ? 'Fetch' : fetchText(choice)) : 'Fetch users'}
          </Button>
        </>
      }
    >
      {source.tables ? (
        <div className={styles.halves}>
          {fields}
          {connected !== null && choice !== null ? (
            <TablesPane connected={connected} choice={choice} onChange={setChoice} />
          ) : (
            <div className={`stack ${styles.pane} ${styles.empty}`}>
              <Icon name="database" size={28} />
              <p>Tables appear here once connected.</p>
            </div>
          )}
        </div>
      ) : (
        fields
      )}
    </Dialog>
  )
}

/** Resumes an unfinished fetch: its settings are stored, its secrets are asked for again. */
export function ResumeDialog({
  fetch,
  destination,
  source,
  onStarted,
  onClose,
}: Ended & { readonly fetch: UnfinishedFetch; readonly destination: string; readonly source: FetchForm }) {
  const bridge = useBridge()
  const [authority, setAuthority] = useState<FetchAuthority | null>(null)
  const id = useId()
  const resume = useMutation(
    ({ secrets }: FetchInput) =>
      bridge.invoke('fetch:resume', {
        file: fetch.file,
        destination,
        secrets: { ...secrets },
        ...trusting(authority),
      }),
    onStarted,
  )
  return (
    <Dialog
      title={`Resume fetching from ${fetch.title}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} busy={resume.busy}>
            Resume
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void resume.run(readInput(event.currentTarget))
        }}
      >
        <p>
          <b>{counted(fetch.users, 'user')}</b> in {fetch.file} so far. The settings stay the same.
        </p>
        <p>
          Server: <b>{destination}</b>
        </p>
        <div className={styles.form}>
          <SecretFields secrets={source.secrets} />
          {source.authority && <AuthorityField chosen={authority} onChange={setAuthority} />}
        </div>
        <ProblemNotice of={resume} />
      </form>
    </Dialog>
  )
}

function trusting(authority: FetchAuthority | null) {
  return authority === null ? {} : { authority: authority.id }
}

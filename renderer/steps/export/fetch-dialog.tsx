import { useId, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { FetchAuthority, FetchForm, FetchView, UnfinishedFetch } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { AuthorityField } from './fetch-authority.tsx'
import styles from './fetch-dialog.module.css'
import { type FetchInput, OptionFields, SecretFields, takeInput } from './fetch-fields.tsx'

type Ended = { readonly onStarted: (view: FetchView) => void; readonly onClose: () => void }

/** The settings of an earlier attempt, to begin with. Secrets are typed again. */
export type FetchAttempt = { readonly source: string; readonly values: FetchInput['values'] }

/** Chooses an old system, takes its settings and secrets, and starts fetching its users into a file. */
export function FetchDialog({
  sources,
  before,
  onTry,
  onStarted,
  onClose,
}: Ended & {
  readonly sources: readonly FetchForm[]
  readonly before: FetchAttempt | null
  readonly onTry: (attempt: FetchAttempt) => void
}) {
  const bridge = useBridge()
  const [name, setName] = useState(before?.source ?? sources[0]?.name ?? '')
  const [authority, setAuthority] = useState<FetchAuthority | null>(null)
  const source = sources.find((one) => one.name === name)
  const start = useMutation(
    ({ values, secrets }: FetchInput) => {
      onTry({ source: name, values })
      const given = { source: name, values: { ...values }, secrets: { ...secrets } }
      return bridge.invoke('fetch:start', { ...given, ...trusting(authority) })
    },
    (view) => view !== null && onStarted(view),
  )
  const choose = (next: string) => {
    setName(next)
    // One that was chosen for a source is not trusted for another.
    setAuthority(null)
  }
  return (
    <FormDialog
      title="Fetch users"
      submit="Fetch users…"
      busy={start.busy}
      onClose={onClose}
      onSubmit={(input) => void start.run(input)}
    >
      <Field label="Source" hint={source && `${source.summary}.`}>
        {(ids) => (
          <select {...ids} value={name} onChange={(event) => choose(event.target.value)}>
            {sources.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {source && (
        <div key={name} className={styles.fields}>
          <OptionFields options={source.options} {...(before?.source === name ? { values: before.values } : {})} />
          {source.authority && (
            <AuthorityField
              chosen={authority}
              hint="Only where the server’s certificate comes from your company’s own authority: its certificate as a file (PEM or DER)."
              onChange={setAuthority}
            />
          )}
          <SecretFields secrets={source.secrets} />
        </div>
      )}
      <ProblemNotice problem={start.problem} onDismiss={start.dismiss} />
    </FormDialog>
  )
}

/** Goes on with an unfinished fetch: its settings are remembered, its secrets are asked for again. */
export function ResumeDialog({
  fetch,
  destination,
  source,
  onStarted,
  onClose,
}: Ended & { readonly fetch: UnfinishedFetch; readonly destination: string; readonly source: FetchForm }) {
  const bridge = useBridge()
  const [authority, setAuthority] = useState<FetchAuthority | null>(null)
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
    <FormDialog
      title={`Resume fetching from ${fetch.title}`}
      submit="Resume"
      busy={resume.busy}
      onClose={onClose}
      onSubmit={(input) => void resume.run(input)}
    >
      <p>
        <b>{counted(fetch.users, 'user')}</b> in {fetch.file} so far. The settings stay the same.
      </p>
      <p>
        Server: <b>{destination}</b>
      </p>
      <div className={styles.fields}>
        <SecretFields secrets={source.secrets} />
        {source.authority && (
          <AuthorityField
            chosen={authority}
            hint="As when the fetch was started, unless you choose another one."
            onChange={setAuthority}
          />
        )}
      </div>
      <ProblemNotice problem={resume.problem} onDismiss={resume.dismiss} />
    </FormDialog>
  )
}

function trusting(authority: FetchAuthority | null) {
  return authority === null ? {} : { authority: authority.id }
}

function FormDialog({
  title,
  submit,
  busy,
  onClose,
  onSubmit,
  children,
}: {
  readonly title: string
  readonly submit: string
  readonly busy: boolean
  readonly onClose: () => void
  readonly onSubmit: (input: FetchInput) => void
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        autoComplete="off"
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          onSubmit(takeInput(event.currentTarget))
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

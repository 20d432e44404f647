import { useId, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { FetchForm, FetchView, UnfinishedFetch } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { counted } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import styles from './fetch-dialog.module.css'
import { type FetchInput, OptionFields, SecretFields, takeInput } from './fetch-fields.tsx'

type Ended = { readonly onStarted: (view: FetchView) => void; readonly onClose: () => void }

/** Chooses an old system, takes its settings and secrets, and starts fetching its users into a file. */
export function FetchDialog({ sources, onStarted, onClose }: Ended & { readonly sources: readonly FetchForm[] }) {
  const bridge = useBridge()
  const [name, setName] = useState(sources[0]?.name ?? '')
  const source = sources.find((one) => one.name === name)
  const start = useMutation(
    ({ values, secrets }: FetchInput) =>
      bridge.invoke('fetch:start', { source: name, values: { ...values }, secrets: { ...secrets } }),
    (view) => view !== null && onStarted(view),
  )
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
          <select {...ids} value={name} onChange={(event) => setName(event.target.value)}>
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
          <OptionFields options={source.options} />
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
  source,
  onStarted,
  onClose,
}: Ended & { readonly fetch: UnfinishedFetch; readonly source: FetchForm }) {
  const bridge = useBridge()
  const resume = useMutation(
    ({ secrets }: FetchInput) => bridge.invoke('fetch:resume', { file: fetch.file, secrets: { ...secrets } }),
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
      <div className={styles.fields}>
        <SecretFields secrets={source.secrets} />
      </div>
      <ProblemNotice problem={resume.problem} onDismiss={resume.dismiss} />
    </FormDialog>
  )
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

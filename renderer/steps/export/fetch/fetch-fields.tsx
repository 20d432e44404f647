import { useId } from 'react'
import type { FetchAuthority, FetchForm } from '../../../../shared/ipc/views.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Field } from '../../../components/controls/field.tsx'
import { Notice, ProblemNotice } from '../../../components/notices/notice.tsx'
import styles from './fetch.module.css'

/** Input of the fields of a source; secrets apart. */
export type FetchInput = {
  readonly values: Readonly<Record<string, string | boolean>>
  readonly secrets: Readonly<Record<string, string>>
}

/** Why the form was refused, shown at the field that it names. */
type FieldError = { readonly field: string | null; readonly sentence: string }
type Refused = { readonly error?: FieldError | undefined }
type Option = FetchForm['options'][number]

/** Options that are one choice on screen. */
const tlsOptions = ['tls', 'allow-plain-text']

/** The fields of a source: required options, secrets, the server, and the other options folded away. */
export function SourceFields({
  source: { options, secrets, tables },
  values,
  error,
}: Refused & { readonly source: FetchForm; readonly values: FetchInput['values'] }) {
  const hasTls = tlsOptions.every((name) => options.some((option) => option.name === name))
  const single = options.filter(({ name }) => !hasTls || !tlsOptions.includes(name))
  const port = options.find(({ name }) => name === 'port')
  const host = options.find(({ name }) => name === 'host')
  const main = single.filter(({ name, required }) => required && name !== 'host')
  const others = tables ? [] : single.filter(({ name, required }) => !required && name !== 'port')
  const field = (option: Option) => (
    <OptionField key={option.name} option={option} value={values[option.name]} error={error} />
  )
  return (
    <>
      {host && port ? (
        <div className={styles.server}>
          {field(host)}
          {field(port)}
        </div>
      ) : (
        [host, port].flatMap((option) => (option === undefined ? [] : [field(option)]))
      )}
      {main.map(field)}
      <SecretFields secrets={secrets} error={error} />
      {hasTls && <TlsField values={values} error={error} />}
      {others.length > 0 && (
        <details className={styles.more} open={others.some(({ name }) => error?.field === name) || undefined}>
          <summary>More options</summary>
          <div className={styles.form}>{others.map(field)}</div>
        </details>
      )}
    </>
  )
}

/** Fields are uncontrolled: what is typed is read once, on submit. */
function OptionField({
  option: { name, label, hint, required, fallback, example, kind, choices },
  value,
  error,
}: Refused & { readonly option: Option; readonly value: string | boolean | undefined }) {
  if (kind === 'checkbox') {
    return (
      <label className={styles.checkbox}>
        <input type="checkbox" name={`value ${name}`} defaultChecked={value === true} />
        <span>
          {label}
          <span className="muted"> · {hint}</span>
        </span>
      </label>
    )
  }
  const usual = typeof value === 'string' ? value : ''
  // The settings of a database are known by their names.
  const isPlain = ['host', 'port', 'database', 'user'].includes(name)
  return (
    <Field label={label} hint={isPlain ? undefined : `${hint}.`} error={errorAt(error, name)}>
      {(ids) =>
        kind === 'choice' ? (
          <select {...ids} name={`value ${name}`} required={required} defaultValue={usual}>
            <option value="">{required ? 'Choose…' : 'Default'}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...ids}
            name={`value ${name}`}
            type="text"
            inputMode={kind === 'number' ? 'numeric' : 'text'}
            required={required}
            defaultValue={usual}
            placeholder={fallback ?? (isPlain ? undefined : (example ?? undefined))}
            autoComplete="off"
            spellCheck={false}
            maxLength={20_000}
          />
        )
      }
    </Field>
  )
}

function TlsField({ values, error }: Refused & { readonly values: FetchInput['values'] }) {
  const usual = values['allow-plain-text'] === true ? 'off' : values['tls'] === true ? 'on' : ''
  return (
    <Field label="TLS" error={errorAt(error, 'tls') ?? errorAt(error, 'allow-plain-text')}>
      {(ids) => (
        <select {...ids} name="tls" defaultValue={usual}>
          <option value="">Required, except on this computer</option>
          <option value="on">Required</option>
          <option value="off">Off: the password and hashes can be read on the network</option>
        </select>
      )}
    </Field>
  )
}

/** Fields for the secrets of a source. They go one way, and are gone when the dialog closes. */
export function SecretFields({ secrets, error }: Refused & Pick<FetchForm, 'secrets'>) {
  return secrets.map(({ name, label, required, document }) => (
    <Field key={name} label={label} error={errorAt(error, name)}>
      {(ids) =>
        document ? (
          <textarea
            {...ids}
            name={`secret ${name}`}
            rows={5}
            required={required}
            autoComplete="off"
            spellCheck={false}
            maxLength={65_536}
          />
        ) : (
          <input
            {...ids}
            name={`secret ${name}`}
            type="password"
            required={required}
            autoComplete="off"
            spellCheck={false}
            maxLength={65_536}
          />
        )
      }
    </Field>
  ))
}

/** The private authority that is trusted for one fetch. There is no way to trust everything. */
export function AuthorityField({
  chosen,
  error = null,
  onChange,
}: {
  readonly chosen: FetchAuthority | null
  readonly error?: string | null
  readonly onChange: (authority: FetchAuthority | null) => void
}) {
  const bridge = useBridge()
  const id = useId()
  const choose = useMutation(
    () => bridge.invoke('fetch:choose-authority', {}),
    (authority) => authority !== null && onChange(authority),
  )
  return (
    <div className="stack" role="group" aria-labelledby={id}>
      <p id={id}>Certificate authority</p>
      {chosen !== null && (
        <p>
          <b>{chosen.names.join(', ')}</b> <span className="muted">from {chosen.file}</span>
        </p>
      )}
      <span className="row">
        <Button small name="authority" busy={choose.busy} onClick={() => void choose.run()}>
          {chosen === null ? 'Choose certificate…' : 'Choose another…'}
        </Button>
        {chosen !== null && (
          <Button small variant="subtle" onClick={() => onChange(null)}>
            Remove certificate
          </Button>
        )}
      </span>
      {error !== null && <Notice tone="bad">{error}</Notice>}
      <ProblemNotice of={choose} />
    </div>
  )
}

/** Reads the fields of a form by their names. The input stays until the form is closed. */
export function readInput(form: HTMLFormElement): FetchInput {
  const values: Record<string, string | boolean> = {}
  const secrets: Record<string, string> = {}
  for (const field of form.elements) {
    if (!isField(field)) continue
    const [group, name = ''] = field.name.split(' ')
    if (group === 'value')
      values[name] = field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value
    if (group === 'secret' && field.value !== '') secrets[name] = field.value
    if (group === 'tls') {
      values['tls'] = field.value === 'on'
      values['allow-plain-text'] = field.value === 'off'
    }
  }
  return { values, secrets }
}

/** Puts the focus on the field that was refused, in view. */
export function focusField(form: HTMLFormElement, field: string): void {
  const names = [`value ${field}`, `secret ${field}`, ...(tlsOptions.includes(field) ? ['tls'] : [])]
  const found = [...form.elements].find(
    (element) =>
      (isField(element) && names.includes(element.name)) ||
      (field === 'ca-file' && element instanceof HTMLButtonElement && element.name === 'authority'),
  )
  if (found instanceof HTMLElement) found.focus()
}

function isField(field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}

function errorAt(error: FieldError | undefined, name: string): string | null {
  return error?.field === name ? error.sentence : null
}

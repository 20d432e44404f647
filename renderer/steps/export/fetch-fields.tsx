import type { FetchForm } from '../../../shared/ipc/views.ts'
import { Field } from '../../components/field.tsx'
import styles from './fetch-dialog.module.css'

/** What was typed into the fields of a source; secrets apart. */
export type FetchInput = {
  readonly values: Readonly<Record<string, string | boolean>>
  readonly secrets: Readonly<Record<string, string>>
}

/** Fields for the settings of a source. They are uncontrolled: what is typed is read once, on submit. */
export function OptionFields({
  options,
  values = {},
}: Pick<FetchForm, 'options'> & { readonly values?: FetchInput['values'] }) {
  return options.map(({ name, label, hint, required, fallback, example, kind, choices }) =>
    kind === 'tick' ? (
      <label key={name} className={styles.tick}>
        <input type="checkbox" name={`value ${name}`} defaultChecked={values[name] === true} />
        <span>
          {label}
          <span className="muted"> · {hint}</span>
        </span>
      </label>
    ) : (
      <Field key={name} label={labelOf(label, required)} hint={hintOf(hint, fallback)}>
        {(ids) =>
          kind === 'choice' ? (
            <select {...ids} name={`value ${name}`} required={required} defaultValue={textOf(values[name])}>
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
              defaultValue={textOf(values[name])}
              placeholder={example ?? undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={20_000}
            />
          )
        }
      </Field>
    ),
  )
}

/** Fields for the secrets of a source. They go one way, and are empty again after submit. */
export function SecretFields({ secrets }: Pick<FetchForm, 'secrets'>) {
  return secrets.map(({ name, label, required, document }) => (
    <Field key={name} label={labelOf(label, required)} hint="Kept in memory only, until the fetch ends.">
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

/** Reads the fields of a form by their names, and clears those of secrets. */
export function takeInput(form: HTMLFormElement): FetchInput {
  const values: Record<string, string | boolean> = {}
  const secrets: Record<string, string> = {}
  for (const field of form.elements) {
    if (!isField(field)) continue
    const [group, name = ''] = field.name.split(' ')
    if (group === 'value')
      values[name] = field instanceof HTMLInputElement && field.type === 'checkbox' ? field.checked : field.value
    if (group !== 'secret') continue
    if (field.value !== '') secrets[name] = field.value
    field.value = ''
  }
  return { values, secrets }
}

function isField(field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}

function textOf(value: string | boolean | undefined): string {
  return typeof value === 'string' ? value : ''
}

function labelOf(label: string, required: boolean): string {
  return required ? label : `${label} (optional)`
}

function hintOf(hint: string, fallback: string | null): string {
  return fallback === null ? `${hint}.` : `${hint}. Default: ${fallback}.`
}

import type { RefusedForm } from '../../../shared/ipc/requests/fetch-requests.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { caFileOption } from '../../engine/fetching/option-table.ts'
import type {
  AnyFetchSource,
  FetchErrorCode,
  FetchOption,
  FetchSecrets,
  FetchValues,
} from '../../engine/fetching/source.ts'

/** A form as it was filled in; `authority`: a certificate that was chosen, by its ID. */
type FilledForm = {
  readonly values: FetchValues
  readonly secrets: FetchSecrets
  readonly authority?: string | undefined
}

/** The form of a source to fetch from. */
export const fetchForm = {
  /** The settings of a form, or the first field that has to be filled in. */
  read: (
    source: AnyFetchSource,
    { values, secrets, authority }: FilledForm,
    find: (id: string) => string | null,
  ): Result<RefusedForm | { readonly kind: 'filled'; readonly settings: FetchValues }> => {
    const trusted = fetchForm.authoritySetting(source, authority, find)
    if (trusted === null) return authorityGone
    const settings = { ...settingsOf(source, values), ...trusted }
    return ok(missingField(source, settings, secrets) ?? { kind: 'filled', settings })
  },
  /** The form of a source, as a page draws it. */
  of: ({ name, title, summary, options, secrets, survey }: AnyFetchSource) => ({
    name,
    title,
    summary,
    options: formOptions(options).map((option) => ({
      name: option.name,
      label: option.label,
      hint: option.hint,
      required: option.required,
      fallback: option.fallback ?? null,
      example: option.example ?? null,
      kind: option.kind,
      choices: [...(option.choices ?? [])],
    })),
    authority: options.some((option) => option.name === caFileOption.name),
    secrets: secrets.map((secret) => ({
      name: secret.name,
      label: secret.label,
      required: secret.required,
      document: secret.document === true,
    })),
    tables: survey !== undefined,
  }),
  /** The setting of an authority that was chosen; null: it no longer exists. */
  authoritySetting: (
    { options }: AnyFetchSource,
    id: string | undefined,
    find: (id: string) => string | null,
  ): FetchValues | null => {
    if (id === undefined || !options.some(({ name }) => name === caFileOption.name)) return {}
    const path = find(id)
    return path === null ? null : { [caFileOption.name]: path }
  },
  /** The problem, at the first field that its sentence names; a refused sign-in is shown at the secret. */
  refused: (source: AnyFetchSource, code: FetchErrorCode, sentence: string): RefusedForm => {
    const named = /--([a-z-]+)/.exec(sentence)?.[1]
    const field = source.options.some(({ name }) => name === named)
      ? named
      : code === 'unauthorized'
        ? source.secrets[0]?.name
        : undefined
    return { kind: 'refused', field: field ?? null, sentence: inWindow(source, sentence) }
  },
}

type FormOption = FetchOption & { readonly kind: Exclude<FetchOption['kind'], 'file'> }

/** A page names no path on this machine: the file of an authority is chosen. */
function formOptions(options: readonly FetchOption[]): readonly FormOption[] {
  return options.filter((option): option is FormOption => option.kind !== 'file')
}

/** The values of the options that the source has, without empty ones. */
function settingsOf({ options }: AnyFetchSource, values: FetchValues): FetchValues {
  return Object.fromEntries(
    formOptions(options).flatMap(({ name, kind }) => {
      const value = values[name]
      const isGiven = kind === 'checkbox' ? value === true : typeof value === 'string' && value.trim() !== ''
      return isGiven && value !== undefined ? [[name, typeof value === 'string' ? value.trim() : value] as const] : []
    }),
  )
}

/** The first field that has to be filled in; null: none. */
function missingField(
  { options, secrets }: AnyFetchSource,
  settings: FetchValues,
  given: FetchSecrets,
): RefusedForm | null {
  const option = options.find(({ name, required }) => required && settings[name] === undefined)
  const secret = secrets.find(({ name, required }) => required && (given[name] ?? '') === '')
  const missing = option ?? secret
  return missing === undefined
    ? null
    : { kind: 'refused', field: missing.name, sentence: `${missing.label} is required.` }
}

/** A sentence for the command line, as a window says it: an authority is chosen there, and a form has labels. */
function inWindow({ options }: AnyFetchSource, sentence: string): string {
  const shownSentence = options.some(({ name }) => name === caFileOption.name)
    ? sentence
        .replace('Name its authority with --ca-file', 'If your company has its own authority, choose its certificate')
        .replace('name it with --ca-file where the source has that option', 'choose its certificate here')
    : sentence.replace(', or name it with --ca-file where the source has that option', '')
  return options.reduce(
    (text, { name, label }) => text.replace(new RegExp(`--${name}\\b`, 'g'), `“${label}”`),
    shownSentence,
  )
}

export const authorityGone = problem(
  'bad-settings',
  'The certificate of the authority is no longer there. Choose it again.',
)

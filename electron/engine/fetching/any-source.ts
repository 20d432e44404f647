import { inSentence } from '../../../shared/format.ts'
import type { AnyFetchSource, FetchOption, FetchSource, FetchValues } from './source.ts'

/** Puts a source into the table of all: its settings are parsed from option values when it is opened. */
export function anySource<S>(source: FetchSource<S>): AnyFetchSource {
  const { settings, open, destination, ...rest } = source
  const parse = (values: FetchValues) => settings.safeParse(values)
  return {
    ...rest,
    judge: (values) => {
      const missing = source.options.find(({ name, required }) => required && isEmpty(values[name]))
      if (missing !== undefined) return `--${missing.name} is required: ${inSentence(missing.hint)}.`
      const parsed = parse(values)
      if (parsed.success) return null
      const [issue] = parsed.error.issues
      const option = source.options.find(({ name }) => name === issue?.path[0])
      return option === undefined
        ? (issue?.message ?? 'The settings contradict each other.')
        : wrongValue(option, issue)
    },
    destination: (values) => {
      const parsed = parse(values)
      const address = parsed.success ? destination(parsed.data) : null
      return address?.ok === true ? address.value : null
    },
    open: (values, secrets, signal, since) => {
      const parsed = parse(values)
      return parsed.success
        ? open(parsed.data, secrets, signal, since)
        : Promise.resolve({
            kind: 'failed',
            code: 'bad-settings',
            sentence: 'The settings cannot be used. Check them.',
          })
    },
  }
}

function isEmpty(value: string | boolean | undefined): boolean {
  return value === undefined || value === ''
}

/** A schema's own sentence ends with a full stop; those that zod makes do not. The value is not repeated. */
function wrongValue(option: FetchOption, issue: { readonly message: string } | undefined): string {
  if (issue?.message.endsWith('.') === true) return `--${option.name}: ${issue.message}`
  const wanted = option.kind === 'choice' ? (option.choices ?? []).join(' or ') : inSentence(option.hint)
  return `--${option.name} cannot be used: ${wanted}.`
}

import type { MappingView } from '../../../shared/ipc/views.ts'
import { count, counted } from '../../components/format.ts'
import type { UnmappedField } from './review.ts'

/** What a field looks like, and what each choice about it comes to; numbers are of the whole file. */
export type ReviewText = {
  readonly why: string
  readonly choices: readonly {
    readonly value: 'import' | 'exclude'
    readonly label: string
    readonly consequence: string
  }[]
}

type Counts = MappingView['columns'][number]['counts']

const looks: Readonly<
  Record<UnmappedField['code'], { readonly one: string; readonly many: string; readonly noun: string }>
> = {
  'unmapped-hash': { one: 'looks like a password hash', many: 'look like password hashes', noun: 'password hash' },
  'unmapped-email': { one: 'is an email address', many: 'are email addresses', noun: 'email' },
  'unmapped-phone': { one: 'is a phone number', many: 'are phone numbers', noun: 'phone number' },
  'unmapped-provider-id': {
    one: 'looks like a user ID of a provider',
    many: 'look like user IDs of a provider',
    noun: 'provider user ID',
  },
  'unmapped-status': { one: 'may be a status', many: 'may be a status', noun: 'status of disabled users' },
  'unmapped-provider': { one: 'names a provider', many: 'name a provider', noun: 'provider' },
}

/** `taken`: the column that has the same target already; null: there is none. */
export function reviewText(field: UnmappedField, counts: Counts, taken: string | null): ReviewText {
  const { one, many, noun } = looks[field.code]
  const filled = counts?.filled ?? null
  const values =
    filled === null || filled === field.users
      ? `Every value ${one}`
      : `${count(field.users)} of ${counted(filled, 'value')} ${field.users === 1 ? one : many}`
  const why = taken === null ? `${values}.` : `${values}, and “${taken}” is already mapped.`
  return {
    why,
    choices: [
      {
        value: 'import',
        label: taken === null ? `Import as ${noun}` : `Use when “${taken}” is empty`,
        consequence: importText(field, noun),
      },
      { value: 'exclude', label: 'Don’t import', consequence: excludeText(field) },
    ],
  }
}

function importText({ code, blocked }: UnmappedField, noun: string): string {
  if (blocked === 0) return `Used for users who have no ${noun}.`
  if (code !== 'unmapped-hash')
    return `Adds ${code === 'unmapped-email' ? 'an' : 'a'} ${noun} to ${counted(blocked, 'user')}.`
  return `${counted(blocked, 'user')} ${blocked === 1 ? 'gets' : 'get'} a password from it.`
}

function excludeText({ code, users, blocked }: UnmappedField): string {
  if (code === 'unmapped-hash' && blocked > 0) {
    return `${counted(blocked, 'user')} ${blocked === 1 ? 'loses' : 'lose'} the password.`
  }
  return users === 1 ? 'The value stays behind.' : `The ${count(users)} values stay behind.`
}

import type { MappingView } from '../../../shared/ipc/views.ts'
import type { MappingTarget } from '../../../shared/mapping/mapping.ts'
import { count, counted } from '../../components/format.ts'
import type { UnmappedField } from './review.ts'

export type RequiredCheck = { readonly good: boolean; readonly text: string }

/** What a user needs to log in, and whether the columns give it: a contact or a provider, and a password. */
export function requiredChecks(view: MappingView, toReview: readonly UnmappedField[]): readonly RequiredCheck[] {
  if (!view.editable || view.records === null) return []
  return [loginCheck(view, view.records), passwordCheck(view, view.records, toReview)]
}

function filledOf({ columns, mapping }: MappingView, target: MappingTarget): number | null {
  const paths = (mapping?.columns ?? []).filter((column) => column.target === target).map(({ path }) => path)
  if (paths.length === 0) return null
  return Math.max(...paths.map((path) => columns.find((column) => column.path === path)?.counts?.filled ?? 0))
}

const logins = [
  ['email', 'Email'],
  ['phone', 'Phone number'],
  ['provider-user-id', 'Provider user ID'],
] as const

function loginCheck(view: MappingView, records: number): RequiredCheck {
  const found = logins.flatMap(([target, title]) => {
    const filled = filledOf(view, target)
    return filled === null ? [] : [{ title, filled }]
  })
  const most = found.toSorted((one, other) => other.filled - one.filled)[0]
  if (most === undefined)
    return { good: false, text: 'Login: no column is an email, a phone number, or a provider user ID.' }
  if (most.filled >= records) return { good: true, text: `${most.title}: all ${counted(records, 'record')} have one.` }
  const rest = records - most.filled
  if (found.length > 1) {
    const others = found.filter((one) => one !== most).map(({ title }) => title.toLowerCase())
    return {
      good: true,
      text: `${most.title}: ${count(most.filled)} of ${counted(records, 'record')}; the others may have a ${others.join(' or ')}.`,
    }
  }
  return { good: false, text: `${most.title}: ${counted(rest, 'record')} ${rest === 1 ? 'has' : 'have'} none.` }
}

function passwordCheck(view: MappingView, records: number, toReview: readonly UnmappedField[]): RequiredCheck {
  if (toReview.some(({ code }) => code === 'unmapped-hash'))
    return { good: false, text: 'Password: needs your review.' }
  const filled = filledOf(view, 'password-hash')
  if (filled === null) return { good: true, text: 'Password: no column. Users log in with a code.' }
  return filled >= records
    ? { good: true, text: `Password: all ${counted(records, 'record')} have one.` }
    : { good: true, text: `Password: ${count(filled)} of ${counted(records, 'record')}.` }
}

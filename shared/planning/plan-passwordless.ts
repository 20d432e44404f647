import type { Call } from './call.ts'
import { addFinding } from './finding-list.ts'
import type { Person } from './person.ts'

/** What becomes of the login by code: its calls (4.1 + 4.2, then 4.3), a blocking finding, or nothing. */
export type PasswordlessPlan =
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'absent' | 'undecided' | 'excluded' }

const absent: PasswordlessPlan = { kind: 'absent' }
const undecided: PasswordlessPlan = { kind: 'undecided' }
const excluded: PasswordlessPlan = { kind: 'excluded' }

/** Plans a passwordless user from the contacts that `wanted` names. */
export function planPasswordless(
  person: Person,
  wanted: { readonly email: boolean; readonly phone: boolean },
): PasswordlessPlan {
  const email = wanted.email ? person.email : null
  const phone = wanted.phone ? person.phone : null
  if (email?.kind === 'invalid') addFinding(person.findings, 'email-invalid', '', `${email.reason} Correct it.`)
  if (phone?.kind === 'invalid') addFinding(person.findings, 'phone-invalid', '', phone.reason)
  if (email?.kind === 'invalid' || phone?.kind === 'invalid') return undecided
  if (email === null && phone === null) return absent
  if (email !== null && email.odd !== null) addFinding(person.findings, 'email-odd', '', email.odd)
  if (email === null || (phone !== null && onlyPhoneIsVerified(person))) return byPhone(email, phone)
  return byEmail(person, email.email, phone?.phone ?? null)
}

/** Then the user is created by phone, and a code does not verify an unproved email. */
function onlyPhoneIsVerified({ user }: Person): boolean {
  return user.phoneVerified === true && user.emailVerified !== true
}

function byPhone(email: { readonly email: string } | null, phone: { readonly phone: string } | null): PasswordlessPlan {
  if (phone === null) return absent
  const create: Call = { kind: 'passwordless', contact: { kind: 'phone', phoneNumber: phone.phone } }
  return { kind: 'calls', calls: email === null ? [create] : [create, update(email.email, phone.phone)] }
}

function byEmail(person: Person, email: string, phone: string | null): PasswordlessPlan {
  if (person.user.emailVerified === false) {
    const choice = person.choices.unverifiedEmail
    const detail = 'The export calls this email unverified; creating the user by a code makes it verified.'
    addFinding(person.findings, 'unverified-email', '', detail, choice === null ? 'open' : 'decided')
    if (choice === 'exclude') {
      addFinding(
        person.findings,
        'excluded',
        'unverified-email',
        'The login by code is excluded because the email is unverified.',
      )
      return excluded
    }
  }
  const create: Call = { kind: 'passwordless', contact: { kind: 'email', email } }
  return { kind: 'calls', calls: phone === null ? [create] : [create, update(email, phone)] }
}

function update(email: string, phoneNumber: string): Call {
  return { kind: 'update', email, phoneNumber }
}

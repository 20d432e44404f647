import { normaliseEmail, type NormalisedEmail } from '../users/normalise-email.ts'
import { normalisePhone, type NormalisedPhone } from '../users/normalise-phone.ts'
import type { User } from '../users/user.ts'
import type { Choices } from './choices.ts'
import type { Correction } from './correction.ts'
import type { Finding } from './plan.ts'

/** One user while it is planned: corrected, its contacts normalised, findings collected on the way. */
export type Person = {
  readonly user: User
  readonly correction: Correction | null
  readonly choices: Choices
  /** Null: the export gives none. */
  readonly email: NormalisedEmail | null
  readonly phone: NormalisedPhone | null
  readonly findings: Finding[]
}

export function personOf(user: User, correction: Correction | null, choices: Choices): Person {
  return {
    user,
    correction,
    choices,
    email: emailOf(user.email),
    phone: user.phone === null || user.phone.trim() === '' ? null : normalisePhone(user.phone, choices.country),
    findings: [],
  }
}

/** Null for no email at all; exports write "none" as an empty text, too. */
export function emailOf(raw: string | null): NormalisedEmail | null {
  return raw === null || raw.trim() === '' ? null : normaliseEmail(raw)
}

import type { ColumnProfile } from '../profile-columns.ts'
import { isSecretName } from './key-names.ts'

/*
 * Columns that are called an ID and hold a secret: the key of a session, a token that signs its owner in. As source IDs, they would go to the
 * core and stand in every report.
 */

/** Whether a column has signed tokens (JWT), or what another column calls a token, a session or another secret. */
export function areSecrets(column: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const { values, records } = column
  if (values.length === 0) return false
  return values.every(isSignedToken) || (values.length === records && isCalledSecret(column, profiles))
}

function isCalledSecret({ path, values, records }: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  return (
    values.every(mayBeToken) &&
    profiles.some(
      (other) =>
        other.path !== path &&
        isSecretName(other.path) &&
        other.values.length === records &&
        other.values.every((value, at) => value === values[at]),
    )
  )
}

function isSignedToken(value: string): boolean {
  return /^eyJ[\w-]{4,}\.[\w-]{2,}\.[\w-]*$/.test(value)
}

/** Whether a value is long enough for a secret. A short one beside a code, such as that of a customer, is the number of a person. */
export function mayBeToken(value: string): boolean {
  return value.length >= shortestToken && /^[\w+/=.~:-]+$/.test(value)
}

const shortestToken = 24

import { lastName } from '../../names/column-words.ts'
import { areTotpSecrets, secondFactor } from '../../names/name-hints.ts'
import { isTaken } from '../beside-columns.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import type { Reason } from '../suggestion-reason.ts'

/** Secrets of authenticator apps are named whatever their column is called. The operator decides which of them a core keeps. */
export function addTotp(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  for (const column of profiles) {
    if (isTaken(chosen, column.path)) continue
    const isByValue = areTotpSecrets(column.values, column.path)
    if (!isByValue && !mayBeTotpSecrets(column)) continue
    const reason: Reason = isByValue
      ? { kind: 'told', text: base32Text }
      : { kind: 'called', more: 'though its values are not written in Base32' }
    chosen.set(column.path, { column, target: 'totp-secret', confidence: 'unsure', reason, rank: 0 })
  }
}

const base32Text = 'all samples are Base32 of one length, as secrets of authenticator apps are, and no two are alike'

/** Long texts of which no two are alike, under the name of a secret of a second factor: they may be encrypted, or in hexadecimal. */
function mayBeTotpSecrets({ path, values }: ColumnProfile): boolean {
  const name = lastName(path)
  const isNamed = secondFactor.test(path) && (/secret|seed|key/.test(name) || /^(?:user)?[ht]?otp$/.test(name))
  return isNamed && new Set(values).size === values.length && values.length > 0 && values.every(isLongText)
}

function isLongText(value: string): boolean {
  return /^[^\s@]{16,1000}$/.test(value.trim())
}

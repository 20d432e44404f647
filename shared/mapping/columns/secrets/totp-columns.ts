import { textOf } from '../../cell.ts'
import type { Sample } from '../../export-format.ts'
import { lastName } from '../../names/column-words.ts'
import { refersToAccount } from '../../names/account-names.ts'
import { isPendingSecret } from '../../names/factor-names.ts'
import { secondFactor } from '../../names/name-hints.ts'
import { loginTargets, type MappingTarget } from '../../targets.ts'
import { readerOf } from '../../value-at.ts'
import { isTaken, take } from '../beside-columns.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import type { Reason } from '../suggestion-reason.ts'

/** Secrets of authenticator apps are named whatever their column is called. Beside a column of their type, no question is left. */
export function addTotp(
  records: Sample['records'],
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
): void {
  for (const column of profiles) {
    if (isTaken(chosen, column.path) || isPendingSecret(column.path)) continue
    const isByValue = areTotpSecrets(column.values, column.path)
    if (!isByValue && !mayBeTotpSecrets(column)) continue
    const isSure = isByValue && profiles.some(({ path }) => saysTotp(records, path, column.path))
    const reason: Reason = isByValue
      ? { kind: 'told', text: base32Text }
      : { kind: 'called', more: 'though its values are not written in Base32' }
    take(chosen, column, 'totp-secret', reason, isSure ? 'likely' : 'unsure')
  }
}

/** Whether a column says of all rows with a secret that they are authenticator apps, as the type of a factor: `totp`. */
function saysTotp(records: Sample['records'], path: string, secrets: string): boolean {
  const [typeOf, secretOf] = [readerOf(path), readerOf(secrets)]
  const types = records.flatMap((record) => (textOf(secretOf(record)) === null ? [] : [textOf(typeOf(record)) ?? '']))
  return types.length > 0 && types.every((type) => /^(?:totp|authenticator(?:[ _-]?app)?)$/i.test(type.trim()))
}

/**
 * Drops what says of a second factor whether it is confirmed or on: in a table of factors, which refer to their users and have nothing else to
 * sign in with, that is no state of a user or of an address.
 */
export function dropStatesOfFactors(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const all = [...chosen.values()]
  if (!all.some(({ target }) => target === 'totp-secret') || !profiles.some(({ path }) => refersToAccount(path))) return
  if (all.some(({ target, confidence }) => loginTargets.includes(target) && confidence !== 'unsure')) return
  for (const [path, { target }] of chosen) if (states.has(target)) chosen.delete(path)
}

const states: ReadonlySet<MappingTarget> = new Set(['email-verified', 'phone-verified', 'disabled', 'deleted'])

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

/** Characters of a secret of 10, 15, 16, 20, 25, 30, 32, 40 and 64 bytes in Base32, as apps and libraries make them. */
const lengths: ReadonlySet<number> = new Set([16, 24, 26, 32, 40, 48, 52, 64, 103])

/** Whether bytes, ten at least, make as many characters of Base32 without padding (RFC 4648). */
function isBase32Length(length: number): boolean {
  return length >= 16 && length <= 103 && ![1, 3, 6].includes(length % 8)
}

/** One could be a code of another kind, unless its name says what it is. */
const minValues = 2

/**
 * Whether the values of a column look like secrets of authenticator apps (RFC 6238), whatever it is called: Base32 of one fitting length, all
 * in one case and no two alike. Empty values are left out of account.
 */
export function areTotpSecrets(values: readonly string[], name = ''): boolean {
  const texts = values.map((value) => value.trim().replace(/={1,6}$/, '')).filter((text) => text !== '')
  const [first = ''] = texts
  const isNamed = secondFactor.test(name)
  const isLong = isNamed ? isBase32Length(first.length) : lengths.has(first.length)
  if (texts.length < (isNamed ? 1 : minValues) || !isLong || new Set(texts).size < texts.length) return false
  const shape = /^[A-Z2-7]+$/.test(first) ? /^[A-Z2-7]+$/ : /^[a-z2-7]+$/
  if (!texts.every((text) => text.length === first.length && shape.test(text))) return false
  // Words have no digits, hexadecimal digests no letters behind F.
  const all = texts.join('')
  return /[g-z]/i.test(all) && texts.filter((text) => /[2-7]/.test(text)).length * 2 > texts.length
}

import type { ExportFormat } from '../export-format.ts'
import { isTime } from '../cell.ts'
import * as z from 'zod'
import type { MappingColumn } from '../mapping.ts'
import { type MappingTarget, proposedTargets } from '../targets.ts'
import { targetTitles } from './target-titles.ts'
import { inSentence } from '../../format.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { loginLikenesses } from '../unmapped/login-likeness.ts'
import { isLoginName, isSignInName, namesRoles, wordsOf, lastName } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { areOtherStates } from '../names/standing/other-states.ts'
import { isPassword } from '../names/secrets/password-names.ts'
import { deepest } from '../columns/profile-columns.ts'
import { isUserName } from '../columns/user-names.ts'

/** The target of one column, and the reason. */
const columnUseSchema = z.object({
  column: z.string(),
  becomes: z.string(),
  confidence: z.enum(['exact', 'likely', 'chosen']),
  reason: z.string(),
})
export type ColumnUse = Readonly<z.infer<typeof columnUseSchema>>

/** The targets that only the operator can confirm for a whole column: another key, the third party that users sign in with, a second factor, and salts. */
export const unsureTargets = ['source-id', 'provider', 'provider-user-id', 'totp-secret', 'salt'] as const
type UnsureTarget = (typeof unsureTargets)[number]
const unsureTarget = z.enum(unsureTargets)

/**
 * A column that nothing reads, before the records were looked at. `new`: it looks like a login, and a saved mapping, made for an earlier file, does
 * not name it; `only-mapped`: it has data that goes to the core only when it is mapped; `named`: a table says what
 * its numbers mean, and that is nothing of access; `passkey`: it has keys or IDs of passkeys. `mayBe`: the possible target of the whole column.
 */
const unreadColumnSchema = z.object({
  column: z.string(),
  reason: z.string(),
  kind: z.enum(['empty', 'new', 'only-mapped', 'named', 'passkey']).exactOptional(),
  mayBe: unsureTarget.exactOptional(),
})
export type UnreadColumn = Readonly<z.infer<typeof unreadColumnSchema>>

/** A column that stays behind. `users`: whose values in it look like a login; `blocked`: those who wait for a decision. */
export type UnusedColumn = Omit<UnreadColumn, 'kind'> & {
  readonly kind?: 'passkey'
  readonly users?: number
  readonly blocked?: number
}

/** The targets of the columns of a file by its format or mapping, before its records were looked at. */
export const columnsReadSchema = z.object({
  /** Tables of a dump that users are read from; empty for files that are one table. */
  tables: z.array(z.string()),
  otherTables: z.array(z.string()),
  columns: z.array(columnUseSchema),
  unused: z.array(unreadColumnSchema),
})
export type ColumnsRead = z.infer<typeof columnsReadSchema>

const likely: Readonly<Partial<Record<MappingTarget, string>>> = {
  'password-hash': 'it may be a password hash',
  email: 'it may be an email',
  phone: 'it may be a phone number',
  'provider-user-id': 'it may be a provider user ID',
  disabled: 'it may say who is disabled',
  deleted: 'it may say who is deleted',
}

/** The core has no user names. */
const userNames = 'it looks like user names, but users sign in to the core by email or phone number'

const roles = 'it may be the role, and is used only when you map it'

const repeated = 'it is called like the password as users enter it once more, and another column has the passwords'

/** Whether a column is called like the second field of a form in which users choose a password: `confirm_password`. */
function repeatsPassword(path: string): boolean {
  const words = wordsOf(path)
  return words.some(isPassword) && words.some((word) => onceMore.test(word))
}

const onceMore =
  /^(?:confirm(?:ed|ation|ar|e|er|acion|acao)?|repeat(?:ed)?|retype|again|verify|wiederhol\w*|bestatig\w*|bestaetig\w*|conferma|repetir|repete|herhaal\w*|potwierdz\w*|powtorz\w*)$/

const otherStates = 'its values say what its users are or do, and not whether they may sign in'

const someEmails = 'some of its values are email addresses: map it as the email if users sign in with them'

/** A column that a known format does not read. `beside`: the paths of the columns of the same table. */
export function unusedColumnOf(
  { title, signInNames = [] }: Pick<ExportFormat, 'title' | 'signInNames'>,
  { path, samples }: Pick<MappingColumn, 'path' | 'samples'>,
  beside: readonly string[] = [],
): UnreadColumn {
  if (samples.length === 0) return withoutText(path, beside)
  const ofKeys = keyColumn(path, samples, beside)
  if (ofKeys !== null) return ofKeys
  // Drupal's `login` is the time of the last one.
  const areNames = (isLoginName(path) || signInNames.includes(path)) && !samples.every(isTime)
  return { column: path, reason: areNames ? userNames : `not read from exports of ${title}` }
}

/** Why a column with keys stays behind; null: it has none. */
function keyColumn(path: string, samples: readonly string[], beside: readonly string[]): UnreadColumn | null {
  const kind = judgeKeyColumn(path, samples, beside)
  if (kind === null) return null
  if (kind === 'other-key') return { column: path, reason: 'a key of the user that is no passkey, and no login' }
  const reason = 'passkeys work only where they were made, so they stay behind'
  return { column: path, reason, ...(kind === 'passkey' ? { kind } : {}) }
}

/** The first column of passkeys among those that nothing reads; null: there is none. */
export function passkeyColumn(unused: readonly Pick<UnreadColumn, 'column' | 'kind'>[]): string | null {
  return unused.find(({ kind }) => kind === 'passkey')?.column ?? null
}

/** A column without a text in the first records: it may hold objects, whose members are columns of their own. */
function withoutText(path: string, beside: readonly string[]): UnreadColumn {
  const holdsObjects = beside.some((one) => one.startsWith(`${path}.`) || one.startsWith(`${path}[`))
  if (holdsObjects) return { column: path, reason: 'an object: its fields are columns of their own' }
  if (path.split(/[.[]/).length >= deepest)
    return { column: path, reason: 'empty, or an object within too many others' }
  return { column: path, reason: 'empty in the first records', kind: 'empty' }
}

/**
 * A column of a table of the operator's own that nothing reads, and why. `hasPasswords`: another column has the passwords of the table; `beside`:
 * the paths of its columns.
 */
export function unusedColumn(
  { path, suggestion, samples, isUserName: isOnlyName, misfit }: MappingColumn,
  ignored: boolean,
  { hasPasswords, beside = [] }: { readonly hasPasswords?: boolean; readonly beside?: readonly string[] } = {},
): UnreadColumn {
  const because = (reason: string) => ({ column: path, reason })
  const isSignIn = isSignInName(path, hasPasswords === true) && samples.every(isUserName)
  const areNames = isOnlyName === true || isLoginName(path) || isSignIn
  if (ignored) return because('ignored by the mapping')
  const ofKeys = suggestion?.target === 'password-hash' ? null : keyColumn(path, samples, beside)
  if (ofKeys !== null) return ofKeys
  if (suggestion === null) {
    if (samples.length === 0) return withoutText(path, beside)
    if (samples.some((sample) => isEmailAddress(sample.trim()))) return because(someEmails)
    if (namesRoles(path)) return because(roles)
    if (hasPasswords === true && repeatsPassword(path)) return because(repeated)
    return because(areNames ? userNames : (misfit ?? 'nothing in its name or values says a login'))
  }
  const { target, confidence, reason, repeats } = suggestion
  if (target === 'disabled' && confidence === 'unsure' && areOtherStates(samples)) return because(otherStates)
  const may = likely[target] ?? `it may be the ${inSentence(targetTitles[target])}`
  if (confidence !== 'unsure')
    return { ...because(`new: the mapping does not name it, and ${may}: ${reason}`), kind: 'new' }
  if (proposedTargets.includes(target))
    return { ...because(`${may}, and is used only when you map it: ${reason}`), kind: 'only-mapped' }
  const isSaidByValues = target === 'provider-user-id' && samples.every((sample) => isIdThere(path, sample))
  const mayBe = samples.length === 0 || repeats || isSaidByValues ? undefined : unsureTarget.safeParse(target).data
  const why =
    target === 'source-id' && areNames ? `${userNames}; ${may}: ${reason}` : `${may}, but that is not sure: ${reason}`
  return { ...because(why), ...(mayBe === undefined ? {} : { mayBe }) }
}

/** Whether a value is an ID at a third party by its form or the name of its column: such values are asked about one by one. */
function isIdThere(path: string, value: string): boolean {
  const looks = loginLikenesses(value, hintsOf(path)) ?? []
  return looks.some(({ kind }) => kind === 'provider-user-id')
}

/** A column that is asked about as a whole. Nothing is lost where it stays behind, so it holds nothing back. */
type UnsureColumn = {
  readonly column: string
  readonly mayBe: UnsureTarget
  readonly code: `may-be-${UnsureTarget}`
  readonly title: string
}

const titles: Readonly<Record<UnsureTarget, string>> = {
  'source-id': 'This column may be a key of the users',
  provider: 'This column may name the third party that users sign in with',
  'provider-user-id': 'This column may hold IDs at a third party',
  'totp-secret': 'This column may hold secrets of authenticator apps',
  salt: 'This column may hold the salts of the password hashes',
}

/** The columns of a file that are asked about as a whole: Map columns and `inspect` both name these. */
export function unsureColumns(unused: readonly UnusedColumn[]): readonly UnsureColumn[] {
  return unused.flatMap(({ column, mayBe }) =>
    // Where its values are asked about one by one, nothing more is to be said.
    mayBe === undefined || unused.some((other) => other.column.startsWith(`${column}=`))
      ? []
      : [{ column, mayBe, code: `may-be-${mayBe}`, title: titles[mayBe] }],
  )
}

/** A column with the key or ID of a passkey, with something else of it, or with the key of another pair; null: none of these. */
type KeyColumn = 'passkey' | 'of-passkey' | 'other-key'

/** `beside`: the paths of the columns of the same table. */
function judgeKeyColumn(path: string, samples: readonly string[], beside: readonly string[]): KeyColumn | null {
  // Samples of secrets are masked.
  const isLong = (sample: string) => sample.includes('•') || sample.trim().length >= shortest
  if (!hintsOf(path).keyPair || !samples.some(isLong)) return null
  if (!ofWebAuthn.test(path) && !beside.some((other) => isOfSamePasskey(other, path))) return 'other-key'
  return isPart.test(path) && !saysWhether.test(path) ? 'passkey' : 'of-passkey'
}

const shortest = 16

const ofWebAuthn = /passkey|web_?authn|fido|u2f|credential_?public_?key/i

/** Names of what each passkey has beside its key. */
const alsoOfPasskey =
  /^(?:credential|public)?(?:key)?handle$|^(?:credential|cred)(?:id|publickey)$|^(?:sign(?:ature)?)?count(?:er)?$|^aaguid$|^transports$/

/** Whether another column of the same object is of a passkey, and not only of a key. */
function isOfSamePasskey(other: string, path: string): boolean {
  if (other === path || containerOf(other) !== containerOf(path)) return false
  return alsoOfPasskey.test(lastName(other.replace(/\[0\]$/, ''))) || (isId(path) && lastName(other) === 'publickey')
}

function isId(path: string): boolean {
  return lastName(path) === 'credentialid'
}

function containerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

/** Names of the ID or the key of a passkey, and not of how many there are or whether they are allowed. */
const isPart = /(?:id|key|keys|credentials?|creds?|data|webauthn|\.x)$/i
const saysWhether = /(?:^|[._])(?:has|is)_?[^.]*$/i

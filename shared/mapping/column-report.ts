import * as z from 'zod'
import type { MappingColumn } from './mapping.ts'
import type { MappingTarget } from './targets.ts'
import { targetTitles } from './target-titles.ts'
import { inSentence } from '../format.ts'
import { isLoginName } from './names/column-words.ts'

/** The target of one column, and the reason. */
const columnUseSchema = z.object({
  column: z.string(),
  becomes: z.string(),
  confidence: z.enum(['exact', 'likely', 'chosen']),
  reason: z.string(),
})
export type ColumnUse = Readonly<z.infer<typeof columnUseSchema>>

/** A column that stays behind, and why. `users`: whose values in it look like a login; `blocked`: those who wait for a decision. */
export type UnusedColumn = {
  readonly column: string
  readonly reason: string
  /** The possible target of the whole column by an unsure suggestion. */
  readonly mayBe?: UnsureTarget
  readonly users?: number
  readonly blocked?: number
}

/** The targets that only the operator can confirm for a whole column: another key, the third party that users sign in with, a second factor. */
export const unsureTargets = ['source-id', 'provider', 'provider-user-id', 'totp-secret'] as const
type UnsureTarget = (typeof unsureTargets)[number]
const unsureTarget = z.enum(unsureTargets)

/** The targets of the columns of a file by its format or mapping, before its records were looked at. */
export const columnsReadSchema = z.object({
  /** Tables of a dump that users are read from; empty for files that are one table. */
  tables: z.array(z.string()),
  otherTables: z.array(z.string()),
  columns: z.array(columnUseSchema),
  unused: z.array(z.object({ column: z.string(), reason: z.string(), mayBe: unsureTarget.exactOptional() })),
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
const userName = 'a user name, but users sign in to the core by email or phone number'

const onlyMapped = 'and is used only when you map it'

const unsureWords: Readonly<Partial<Record<MappingTarget, string>>> = {
  tenant: onlyMapped,
  'time-joined': onlyMapped,
}

/** Said of a column without a value, as long as the first records alone were looked at, and of one that has none at all. */
export const [emptyAtFirst, emptyInAll] = ['empty in the first records', 'empty in all records']

/** Why nothing reads a column of a table of the operator's own. */
export function whyUnused({ path, suggestion, samples }: MappingColumn, ignored: boolean): string {
  if (ignored) return 'ignored by the mapping'
  if (suggestion !== null) {
    const may = likely[suggestion.target] ?? `it may be the ${inSentence(targetTitles[suggestion.target])}`
    return suggestion.confidence === 'unsure'
      ? `${may}, ${unsureWords[suggestion.target] ?? 'but that is not sure'}: ${suggestion.reason}`
      : `${newTo}the mapping does not name it, and ${may}: ${suggestion.reason}`
  }
  if (samples.length === 0) return emptyAtFirst
  return isLoginName(path) ? userName : 'nothing in its name or values says a login'
}

/** The target that an unread column may have, where only the operator can tell by its values. */
export function possibleTarget(
  { suggestion, samples }: MappingColumn,
  ignored: boolean,
): { readonly mayBe?: UnsureTarget } {
  const target =
    ignored || samples.length === 0 || suggestion?.confidence !== 'unsure' || suggestion.repeats
      ? null
      : unsureTarget.safeParse(suggestion.target)
  return target?.success === true ? { mayBe: target.data } : {}
}

const newTo = 'new: '

/** Whether a column looks like a login and a saved mapping, made for an earlier file, does not name it. */
export function isNewColumn(reason: string | undefined): boolean {
  return reason?.startsWith(newTo) === true
}

/** Whether a column is known to hold data that goes to the core only when it is mapped. */
export function isOnlyMapped(reason: string): boolean {
  return reason.includes(onlyMapped)
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
}

/** The columns of a file that are asked about as a whole: Map columns and `inspect` both name these. */
export function unsureColumns(unused: readonly UnusedColumn[]): readonly UnsureColumn[] {
  return unused.flatMap(({ column, mayBe, blocked = 0 }) =>
    // Where its values are asked about one by one, nothing more is to be said.
    mayBe === undefined || blocked > 0 || unused.some((other) => other.column.startsWith(`${column}=`))
      ? []
      : [{ column, mayBe, code: `may-be-${mayBe}`, title: titles[mayBe] }],
  )
}

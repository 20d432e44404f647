import type { DocumentView, MappingView } from '../../../../shared/ipc/views.ts'
import type { Mapping } from '../../../../shared/mapping/mapping.ts'
import { type Choices, decisions } from '../../../../shared/planning/choices.ts'
import { describeFinding } from '../../../../shared/planning/findings.ts'
import { targetTitles } from '../../../../shared/mapping/shown/target-titles.ts'
import { capitalized, count, counted, inSentence } from '../../../components/texts/format.ts'

export type UnmappedField = DocumentView['unmappedFields'][number]

/** The fields that the operator has to decide about; a field of several files is decided once. */
export function fieldsToReview(fields: readonly UnmappedField[]): readonly UnmappedField[] {
  const open = fields.filter(({ asks, chosen }) => asks && chosen === null)
  return open.filter(
    ({ code, path }, at) => open.findIndex((other) => other.code === code && other.path === path) === at,
  )
}

/**
 * The fields that are asked about now. A file without a login is mapped as a whole first: it is asked about once, not once more
 * for each of its columns.
 */
export function askedFields({
  unmappedFields,
  needsMapping,
}: Pick<DocumentView, 'unmappedFields' | 'needsMapping'>): readonly UnmappedField[] {
  return fieldsToReview(unmappedFields.filter(({ fileId }) => !needsMapping.includes(fileId)))
}

/** Fields with decisions, open ones first, then by number of users. */
export function inReviewOrder(fields: readonly UnmappedField[]): readonly UnmappedField[] {
  const rank = ({ chosen }: UnmappedField) => (chosen === null ? 0 : 1)
  return fields
    .filter(({ asks, chosen }) => asks || chosen !== null)
    .toSorted((one, other) => rank(one) - rank(other) || other.users - one.users)
}

/** Keeps the order of fields from when the operator began, so that a choice does not move the next question under the pointer. */
export function inOrderOf(first: readonly UnmappedField[], fields: readonly UnmappedField[]): readonly UnmappedField[] {
  const placeOf = ({ code, path }: UnmappedField) => {
    const place = first.findIndex((one) => one.code === code && one.path === path)
    return place < 0 ? first.length : place
  }
  return fields.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Whether a column of the file holds the values of a field. Lists are counted as one field. */
export function isField(path: string, field: string): boolean {
  return path === field || path.replaceAll('[0]', '[]') === field
}

/** Whether a field is a column, not one value of it such as `provider=samlp`. */
export function isOfColumn(path: string, field: string): boolean {
  return isField(path, field) || field.startsWith(`${path}=`)
}

/** How many columns of a file are imported, out of how many. `fields`: its fields with a question. */
export function columnsUsed(
  { columns, mapping }: Pick<MappingView, 'columns' | 'mapping'>,
  fields: readonly Pick<UnmappedField, 'path' | 'chosen'>[] = [],
): {
  readonly used: number
  readonly total: number
} {
  const mapped = new Set((mapping?.columns ?? []).map(({ path }) => path))
  const imported = fields.filter(({ chosen }) => chosen === 'import')
  const used = columns.filter(
    ({ path, becomes }) =>
      mapped.has(path) || becomes !== null || imported.some((field) => isOfColumn(path, field.path)),
  )
  return { used: used.length, total: columns.length }
}

/** `1 needs your review` and `LoginID`: the number of open questions, and the first of their titles, each once. */
export function reviewText(titles: readonly string[]): { readonly count: string; readonly names: string } {
  const all = [...new Set(titles)]
  const named = all.slice(0, maxNamed)
  const more = all.length - named.length
  return {
    count: `${count(titles.length)} ${titles.length === 1 ? 'needs' : 'need'} your review`,
    names: more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', '),
  }
}

const maxNamed = 3

/** The column of a field, and its value where one value of a column is asked about. */
export function aboutField({ code, path }: Pick<UnmappedField, 'code' | 'path'>): {
  readonly column: string
  readonly value: string | null
} {
  const at = isValueCode(code) ? path.indexOf('=') : -1
  return at < 0 ? { column: path, value: null } : { column: path.slice(0, at), value: path.slice(at + 1) }
}

/** `LoginID`, or `Login: samlp` for one value of a column. */
export function fieldTitle(field: Pick<UnmappedField, 'code' | 'path'>): string {
  const { column, value } = aboutField(field)
  return value === null ? column : `${column}: ${value}`
}

/** The titles of questions about fields, in the order of the review. */
export function fieldTitles(fields: readonly UnmappedField[]): readonly string[] {
  return inReviewOrder(fields).map(fieldTitle)
}

/** The note over the questions. Values that may be a login wait for a choice; a column that is asked about as a whole does not. */
export function reviewNote(open: { readonly held: boolean; readonly any: boolean }): string {
  if (!open.any) return 'You decided about these columns. You can still change it.'
  return open.held
    ? 'Choose for each column. Nothing is dropped without your choice.'
    : 'Choose for each column. Until you do, it is not imported.'
}

/** The titles of the open questions of a file that only its columns tell: about rows, and about columns that may be a key. */
export function openInFile(
  view: Pick<MappingView, 'unsure' | 'mapping' | 'mayBeNoUsers'> | null,
  chosenRows: Choices['otherRows'],
): readonly string[] {
  const rows = view === null ? null : rowsReview(view, chosenRows)
  const unsure = unsureFields(view).filter(({ chosen }) => chosen === null)
  return [...(rows !== null && rows.chosen === null ? [rows.title] : []), ...unsure.map(({ path }) => path)]
}

/** A choice about a field; `source-id`: the mapping makes a column the key of the users. */
export type ReviewChoice = 'import' | 'exclude' | 'source-id'

/** A question with its choices: the look of a field, and the effect of each choice; numbers are of the whole file. */
export type Question = {
  readonly why: string
  readonly choices: readonly {
    readonly value: ReviewChoice
    readonly label: string
    readonly consequence: string
  }[]
}

/**
 * Whether a column may be the key of the users: a name like `Okta ID` stands for the key of that system as well as for a user ID
 * of a third party. A key has another value in each record, and is the only one.
 */
export function mayBeKey(
  { code, path }: Pick<UnmappedField, 'code' | 'path'>,
  { editable, records, columns, mapping }: Pick<MappingView, 'editable' | 'records' | 'columns' | 'mapping'>,
): boolean {
  if (code !== 'unmapped-provider-id' || !editable || records === null) return false
  if (mapping?.columns.some((column) => column.target === 'source-id' && !isField(column.path, path)) === true)
    return false
  const counts = columns.find((column) => isField(column.path, path))?.counts
  return counts?.exact === true && counts.filled === records && counts.distinct === records
}

/** The effect of a decision about a value that is not mapped. `taken`: the column that has the same target already. */
export function chosenText({ code, chosen }: Pick<UnmappedField, 'code' | 'chosen'>, taken: string | null): string {
  if (chosen !== 'import') return chosen === null ? 'Needs review' : 'Not imported'
  if (taken !== null && code !== 'second-hash') return `Used when “${taken}” is empty`
  return isValueCode(code) ? valueNouns[code] : capitalized(looks[code].noun)
}

type Counts = MappingView['columns'][number]['counts']

const looks: Readonly<
  Record<
    Exclude<UnmappedField['code'], ValueCode>,
    { readonly one: string; readonly many: string; readonly noun: string }
  >
> = {
  'unmapped-hash': { one: 'looks like a password hash', many: 'look like password hashes', noun: 'password hash' },
  'unmapped-email': { one: 'is an email address', many: 'are email addresses', noun: 'email' },
  'unmapped-phone': { one: 'is a phone number', many: 'are phone numbers', noun: 'phone number' },
  'unmapped-provider-id': {
    one: 'looks like a user ID of a provider',
    many: 'look like user IDs of a provider',
    noun: 'provider user ID',
  },
}

/** Codes of questions about a value of a column, not about the column. */
const valueNouns = {
  'unmapped-status': 'Disabled',
  'unmapped-provider': 'Provider',
  'second-hash': 'Password hash',
} as const
type ValueCode = keyof typeof valueNouns

function isValueCode(code: UnmappedField['code']): code is ValueCode {
  return code in valueNouns
}

/** The question about a field, in the words of Decisions. `taken`: the column that has the same target already; null: there is none. */
export function fieldQuestion(field: UnmappedField, counts: Counts, taken: string | null): Question {
  const { code } = field
  if (isValueCode(code)) return valueText(code, field)
  const { one, many, noun } = looks[code]
  const filled = counts?.filled ?? null
  const values =
    filled === null || filled === field.users
      ? `Every value ${one}`
      : `${count(field.users)} of ${counted(filled, 'value')} ${field.users === 1 ? one : many}`
  const why = taken === null ? `${values}.` : `${values}, and “${taken}” is already mapped.`
  const gain = gainOf(field, taken)
  const effect = importText(code, gain, noun)
  const consequence = taken === null ? effect : `Only where “${taken}” is empty. ${effect}`
  return {
    why,
    choices: answersOf({ code, group: field.path }).map((answer) => ({
      ...answer,
      consequence: answer.value === 'import' ? consequence : excludeText(field, gain),
    })),
  }
}

function valueText(code: ValueCode, { path, users }: UnmappedField): Question {
  const fact = `${counted(users, 'user')} ${users === 1 ? 'has' : 'have'}`
  const why = {
    'unmapped-status': `${fact} this value. Look up what it means.`,
    'unmapped-provider': `${fact} this value, which names a provider.`,
    'second-hash': `${fact} a second password hash in this field. One of them may be an old password.`,
  } as const satisfies Record<ValueCode, string>
  return {
    why: why[code],
    choices: answersOf({ code, group: path }),
  }
}

/** The answers about a finding as Decisions words them. */
function answersOf(finding: { readonly code: string; readonly group: string }) {
  const answers = decisions.answers(finding)
  return (['import', 'exclude'] as const).flatMap((value) =>
    answers.filter((answer) => answer.value === value).map((answer) => ({ ...answer, value })),
  )
}

/** A question about a whole column, and its current mapping. */
type UnsureField = MappingView['unsure'][number] & { readonly chosen: 'import' | 'exclude' | null }

/** Columns that may be a key, or name a third party. The mapping decides about them: it names a column, or ignores it. */
export function unsureFields(view: Pick<MappingView, 'unsure' | 'mapping'> | null): readonly UnsureField[] {
  const mapped = new Set(view?.mapping?.columns.map(({ path }) => path))
  const ignored = new Set(view?.mapping?.ignored)
  return (view?.unsure ?? []).map((field) => ({
    ...field,
    chosen: mapped.has(field.path) ? 'import' : ignored.has(field.path) ? 'exclude' : null,
  }))
}

/** `reason`: why the column may have that target, as its suggestion says; null: nothing is suggested. */
export function unsureText(
  { path, title, mayBe }: UnsureField,
  mapping: Mapping | null,
  reason: string | null = null,
): Question {
  const taken = mapping?.columns.find((column) => column.target === mayBe && column.path !== path)?.path ?? null
  const effect = 'Takes effect when you apply the mapping.'
  return {
    why: `${title}${taken === null ? '' : `, and “${taken}” is already mapped`}.${reason === null ? '' : ` ${capitalized(reason)}.`}`,
    choices: [
      {
        value: 'import',
        label: `Import as ${inSentence(targetTitles[mayBe])}`,
        consequence: taken === null ? effect : `Only where “${taken}” is empty. ${effect}`,
      },
      {
        value: 'exclude',
        label: 'Don’t import',
        consequence: leftBehind[mayBe] ?? 'No user is held back. The values stay behind.',
      },
    ],
  }
}

const leftBehind: Readonly<Partial<Record<UnsureField['mayBe'], string>>> = {
  'totp-secret': 'No user is held back. Users set up their authenticator apps again.',
}

/** The question about rows that may be no users; null: the file has none. */
export function rowsReview(
  { mayBeNoUsers }: Pick<MappingView, 'mayBeNoUsers'>,
  chosen: Choices['otherRows'],
): (Question & { readonly code: 'may-be-no-user'; readonly title: string; readonly chosen: typeof chosen }) | null {
  const code = 'may-be-no-user'
  const { title, meaning } = describeFinding(code, '')
  return mayBeNoUsers ? { code, title, chosen, why: meaning, choices: answersOf({ code, group: '' }) } : null
}

/**
 * How many users have nothing of the kind without the column; null: not known. Once it is decided no user waits for it any more,
 * and a choice is still the same: without another column, it concerns every user who has a value.
 */
function gainOf({ users, blocked, chosen }: UnmappedField, taken: string | null): number | null {
  if (blocked > 0) return blocked
  return chosen !== null && taken === null ? users : null
}

function importText(code: UnmappedField['code'], gain: number | null, noun: string): string {
  if (gain === null) return `Used for users who have no ${noun}.`
  if (code !== 'unmapped-hash')
    return `Adds ${code === 'unmapped-email' ? 'an' : 'a'} ${noun} to ${counted(gain, 'user')}.`
  return `${counted(gain, 'user')} ${gain === 1 ? 'gets' : 'get'} a password from it.`
}

function excludeText({ code, users }: UnmappedField, gain: number | null): string {
  if (code === 'unmapped-hash' && gain !== null) {
    return `${counted(gain, 'user')} ${gain === 1 ? 'loses' : 'lose'} the password.`
  }
  return users === 1 ? 'The value stays behind.' : `The ${count(users)} values stay behind.`
}

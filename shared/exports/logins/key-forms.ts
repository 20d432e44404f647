import { trimmedText } from '../../mapping/cell.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import { plainName } from '../../mapping/columns/plain-names.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { wordsOf } from '../../mapping/names/column-words.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { foreignKeysOf, isNamedAfter } from '../tables/owner-columns.ts'
import { keysOf, type TableSample } from '../tables/table-keys.ts'
import { stemOf } from '../tables/table-names.ts'

/*
 * IDs of users that two tables write in different forms: a number with other zeros before it or with a word for a user, a UUID in another case, with or
 * without dashes and braces, either of them in quotation marks.
 */

/** An ID without what depends on its form. `word`: the word for a user before a number. */
type PlainId =
  | { readonly kind: 'number'; readonly text: string; readonly word: string }
  | { readonly kind: 'uuid' | 'email'; readonly text: string }

const quoted = /^(["'])(.*)\1$/
const number = /^(?:([A-Za-z]{1,20})[_:/#-])?0*(\d{1,18}?)(?:\.0)?$/
const uuid = /^(?:urn:uuid:|0x)?\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i

/** Words for a user before the number of one: `user_101`. */
export const wordsBeforeNumbers: readonly string[] =
  'user users usr uid account accounts member members customer customers client person'.split(' ')

/** The ID behind all forms of a value; null: the value has one form only. */
export function plainId(value: string): PlainId | null {
  const text = value.trim().replace(quoted, '$2').trim()
  const parts = uuid.exec(text)
  if (parts !== null) return { kind: 'uuid', text: parts.slice(1).join('').toLowerCase() }
  const [found, word = '', digits = ''] = number.exec(text) ?? []
  if (found !== undefined && (word === '' || wordsBeforeNumbers.includes(word.toLowerCase())))
    return { kind: 'number', text: digits, word: word.toLowerCase() }
  return isEmailAddress(text) ? { kind: 'email', text: text.toLowerCase() } : null
}

/** How an ID of a kind is written, but for its digits; null: it is of another kind. */
export function writtenForm(id: string, kind: PlainId['kind']): string | null {
  const plain = plainId(id)
  if (plain?.kind !== kind) return null
  const letters = /[A-F]/.test(id) ? 'A' : /[a-f]/.test(id) ? 'a' : ''
  return kind === 'uuid' ? id.replaceAll(/[0-9a-f]+/gi, letters) : id.replaceAll(/\d+/g, '')
}

/** The form that all of some IDs have, as a function that gives it to another one; null: they have several. */
function formOf(values: readonly string[]): ((id: PlainId) => string) | null {
  const ids = values.map((value) => value.trim())
  const found = formsToTry(ids[0] ?? '', ids).find((form) =>
    ids.every((id) => {
      const plain = plainId(id)
      return plain !== null && form(plain) === id
    }),
  )
  return found ?? null
}

/** The forms that the first of some IDs may have. */
function formsToTry(first: string, ids: readonly string[]): readonly ((id: PlainId) => string)[] {
  const plain = plainId(first)
  if (plain?.kind === 'email') return [({ text }) => text]
  if (plain?.kind === 'uuid') {
    const [open, close] = first.startsWith('{') ? ['{', '}'] : ['', '']
    const isUpper = ids.some((id) => /[A-F]/.test(id))
    const dashes = first.includes('-') ? uuidParts : null
    return [
      ({ text }) => {
        const body = dashes === null ? text : text.replace(dashes, '$1-$2-$3-$4-$5')
        return `${open}${isUpper ? body.toUpperCase() : body}${close}`
      },
    ]
  }
  if (plain?.kind !== 'number') return []
  const before = first.slice(0, first.search(/\d/))
  const isPadded = ids.some((id) => /^0\d/.test(id.slice(before.length)))
  const width = isPadded ? Math.min(...ids.map((id) => id.length - before.length)) : 0
  return [({ text }) => `${before}${text.padStart(width, '0')}`]
}

const uuidParts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** Rewrites an ID of a column in the form of the IDs of the users. */
type KeyForm = (written: string) => string

/** The forms of columns, by the table and by the column. */
export type KeyForms = ReadonlyMap<string, ReadonlyMap<string, KeyForm>>

export const noKeyForms: KeyForms = new Map()

/**
 * The columns of other tables that name these users by IDs in another form, as the first rows show: as written none is that of a user, and in the form of
 * the users they are.
 */
export function keyForms(users: TableSample, samples: readonly TableSample[]): KeyForms {
  const keys = keysOf(users).flatMap(({ path, values }) => {
    const form = formOf(values)
    return form === null ? [] : [{ path, known: new Set(values.map((value) => value.trim())), form }]
  })
  if (keys.length === 0) return noKeyForms
  const found = samples.flatMap((other) => {
    if (other.table === users.table) return []
    const columns = profileColumns(other.records, other.header).flatMap(({ path, values }) => {
      if (values.length === 0 || path.includes('.') || path.includes('[')) return []
      const ids = values.map((value) => value.trim())
      if (keys.some(({ known }) => ids.some((id) => known.has(id)))) return []
      const key = keys.find((one) => mayNameUsers(users, one.path, other, path, ids) && areOf(one, ids))
      return key === undefined ? [] : [[path, formIn(key.form)] as const]
    })
    return columns.length === 0 ? [] : [[other.table, new Map(columns)] as const]
  })
  return new Map(found)
}

type Key = { readonly known: ReadonlySet<string>; readonly form: (id: PlainId) => string }

/** Whether IDs of a column are IDs of users in another form. All have to be of one kind. */
function areOf({ known, form }: Key, ids: readonly string[]): boolean {
  const plain = ids.map(plainId)
  const kinds = new Set(
    plain.map((one) => (one === null ? null : `${one.kind} ${one.kind === 'number' ? one.word : ''}`)),
  )
  if (kinds.size !== 1) return false
  return plain.some((one) => one !== null && known.has(form(one)))
}

function formIn(form: (id: PlainId) => string): KeyForm {
  return (written) => {
    const plain = plainId(written)
    return plain === null ? written : form(plain)
  }
}

/**
 * Whether a column may name users: by its own name or a declared key. What a UUID, an address or a word before a number says, numbers do not: those under
 * another name count something else.
 */
function mayNameUsers(
  users: TableSample,
  key: string,
  other: TableSample,
  path: string,
  ids: readonly string[],
): boolean {
  const name = plainName(other, path)
  const refers =
    refersToAccount(name) ||
    isNamedAfter(users, other, path) ||
    foreignKeysOf(other, path).some(({ table }) => table === users.table)
  if (refers) return true
  const plain = plainId(ids[0] ?? '')
  if (plain?.kind === 'number' && plain.word === '') return false
  if (plain?.kind === 'number') return wordsOf(users.table).some((word) => stemOf(word) === stemOf(plain.word))
  return plain !== null && wordsOf(name).join(' ') === wordsOf(plainName(users, key)).join(' ')
}

/** A row with the IDs of users as these are written. */
export function inKeyForms(columns: ReadonlyMap<string, KeyForm>, record: SourceRecord): SourceRecord {
  const changed = Object.entries(record).map(([name, value]) => {
    const form = columns.get(name)
    const written = form === undefined ? '' : trimmedText(value)
    return [name, form === undefined || written === '' ? value : form(written)] as const
  })
  return Object.fromEntries(changed)
}

/** A table whose rows have them so. */
export function sampleInKeyForms(forms: KeyForms, sample: TableSample): TableSample {
  const columns = forms.get(sample.table)
  return columns === undefined
    ? sample
    : { ...sample, records: sample.records.map((record) => inKeyForms(columns, record)) }
}

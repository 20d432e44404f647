import { booleanOf, trimmedText } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Entry, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import type { MappedColumn } from '../../mapping/mapping.ts'
import { wordsOf } from '../../mapping/names/column-words.ts'
import type { PrimaryMark } from '../../mapping/names/primary-names.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { valueAt } from '../../mapping/value-at.ts'
import { readTime } from '../../users/time-joined.ts'
import type { ChoiceOfRow, LoginTable } from './login-table.ts'
import { isNamedAfter, type Join, joinOf } from '../tables/owner-columns.ts'
import type { TableSample } from '../tables/table-keys.ts'

/*
 * Tables with several rows for some users: earlier passwords beside the one that counts, which was made last, and further addresses beside the
 * primary one, else a verified one, else the first one.
 */

/** The rows that do not count, as `rowKey` gives them, by their table. */
export type Superseded = ReadonlyMap<string, ReadonlySet<string>>

/** The key of a row by its user and its value. */
function rowKey(owner: string, value: string): string {
  return `${owner}\n${value}`
}

function keyIn(record: SourceRecord, owner: string, value: string): string {
  return rowKey(textAt(record, owner), textAt(record, value))
}

function textAt(record: SourceRecord, column: string): string {
  return trimmedText(record[column])
}

const ofRow =
  /^(?:creat\w*|add(?:ed)?|updat\w*|chang\w*|modif\w*|set|insert\w*|made|erstellt|angelegt|geandert|cree|creado|criado|creato|utworzon\w*|date|datum|fecha|data|since|from|timestamp|ts)$/
const ofOther = /^(?:expir\w*|until|till|used?|last|login|logins|reset|delet\w*|seen|end|ends)$/

/** The column that says when each row was made; null: there is none. */
function timeOfRows({ records, header }: TableSample): string | null {
  const found = profileColumns(records, header).find(({ path, values }) => {
    const words = wordsOf(path)
    const isNamed = words.some((word) => ofRow.test(word)) && !words.some((word) => ofOther.test(word))
    return isNamed && values.length === records.length && values.every((value) => readTime(value.trim()) !== null)
  })
  return found?.path ?? null
}

/**
 * How one of several rows of a user is chosen in a table with these logins; null: nothing tells which one counts. `primary`: the mark of
 * primary addresses, which chooses rows with passwords itself.
 */
export function choiceOfRow(
  rows: TableSample,
  logins: readonly MappedColumn[],
  primary: PrimaryMark | null,
): ChoiceOfRow | null {
  const hash = logins.find(({ target }) => target === 'password-hash')
  const [first] = logins
  if (first === undefined) return null
  if (hash === undefined)
    return { value: first.path, time: null, rank: rankOfAddress(rows, primary), hasPrimary: primary !== null }
  const time = primary === null ? timeOfRows(rows) : null
  return time === null ? null : { value: hash.path, time }
}

/** The rank of a row that is primary, whatever else it says. */
const primaryRank = 2

/** Ranks the addresses of a user: the primary one before a verified one, and that before others. */
export function rankOfAddress(rows: Sample, primary: PrimaryMark | null): (record: SourceRecord) => number {
  const verified = suggestMapping(rows).mapping.columns.find(({ target }) => target === 'email-verified')?.path
  const isVerified = (record: SourceRecord) => verified !== undefined && booleanOf(valueAt(record, verified)) === true
  return (record) => (primary?.marks(record) === true ? primaryRank : 0) + (isVerified(record) ? 1 : 0)
}

/** How the rows refer to users by a column that is named after them, where some users have several rows. */
export function joinOfChosen(
  users: TableSample,
  keys: readonly ColumnProfile[],
  rows: TableSample,
  all: readonly TableSample[],
  choice: ChoiceOfRow | null,
): Join | null {
  if (choice === null) return null
  const found = namesOfColumns(rows).flatMap((owner) => {
    if (!isNamedAfter(users, rows, owner)) return []
    const join = joinOf(users, keys, withChosenRows(rows, owner, choice), all)
    return join?.owner === owner ? [join] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** A sample with the one row of each user that counts. */
function withChosenRows<T extends TableSample>(sample: T, owner: string, choice: ChoiceOfRow): T {
  const choosing = chooseRows(choice, Infinity)
  for (const record of sample.records) choosing.add(textAt(record, owner), record)
  const superseded = choosing.superseded() ?? new Set()
  const current = new Map(
    sample.records.flatMap((record) =>
      superseded.has(keyIn(record, owner, choice.value)) ? [] : [[textAt(record, owner), record]],
    ),
  )
  return { ...sample, records: [...current.values()] }
}

/**
 * Chooses among the rows of each user as they come. `superseded`: the keys of the rows that do not count; null: two rows have the same time, or
 * there are more users than `maxOwners`, so none is known to count. Of the users behind these, only primary rows count.
 */
export function chooseRows(
  { value, time, rank = () => 0, hasPrimary = false }: ChoiceOfRow,
  maxOwners = defaultMaxOwners,
) {
  const current = new Map<string, { readonly text: string; readonly at: number }>()
  const keys = new Set<string>()
  let isOpen = false
  return {
    add: (owner: string, record: SourceRecord): void => {
      const text = textAt(record, value)
      if (isOpen || owner === '' || text === '') return
      const at = time === null ? rank(record) : (readTime(textAt(record, time)) ?? -Infinity)
      const before = current.get(owner)
      if (before === undefined && current.size >= maxOwners && hasPrimary) {
        if (at < primaryRank) keys.add(rowKey(owner, text))
        return
      }
      if (before === undefined) {
        isOpen = current.size >= maxOwners
        current.set(owner, { text, at })
        return
      }
      const isLater = at > before.at
      if (before.text === text) {
        if (isLater) current.set(owner, { text, at })
        return
      }
      if (time !== null && before.at === at) isOpen = true
      keys.add(rowKey(owner, isLater ? before.text : text))
      if (!isLater) return
      // A password without a salt may be one that the user had before.
      keys.delete(rowKey(owner, text))
      current.set(owner, { text, at })
    },
    superseded: (): ReadonlySet<string> | null => (isOpen ? null : keys),
  }
}

/** Some 100 MiB of users with a value and a time. */
const defaultMaxOwners = 500_000

/** A table of logins whose rows that have ended add no login. */
export function withoutEnded(login: LoginTable): LoginTable {
  const { ended, read } = login
  if (ended === undefined) return login
  return { ...login, read: (record, names) => (ended.hasEnded(record) ? earlierPassword : read(record, names)) }
}

/** A table of logins whose superseded rows add no login: an earlier password is left behind, and a further address is told. */
export function withoutSuperseded(login: LoginTable, superseded: Superseded): LoginTable {
  const { choice, owner, table } = login
  const keys = superseded.get(table)
  if (choice === undefined || keys === undefined || keys.size === 0) return login
  const isSuperseded = (record: SourceRecord) => keys.has(keyIn(record, owner, choice.value))
  return {
    ...login,
    read: (record, names) => {
      const entry = login.read(record, names)
      if (entry?.kind !== 'part' || !isSuperseded(record)) return entry
      return choice.time === null ? asFurther(entry, `${table}.${choice.value}`) : earlierPassword
    },
  }
}

const earlierPassword: Entry = { kind: 'aside', what: 'earlier password' }

/** A row with a further address of its user, which is told and not used. */
function asFurther(entry: Extract<Entry, { kind: 'part' }>, field: string): Entry {
  const { email } = entry.part
  const unmapped = email === undefined ? [] : [{ kind: 'email', field, value: email, asks: false } as const]
  return { ...entry, part: { unmapped } }
}

import { disabledByWord, isTime, textOf } from '../../mapping/cell.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Sample, SourceRecord } from '../../mapping/export-format.ts'
import { lastName, withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { holdsPeople, isPeopleWord } from '../../mapping/names/people-names.ts'
import { mayBePlace, standingOfSetting } from '../../mapping/names/standing-names.ts'
import { saysKeptOut } from '../../mapping/names/standing-phrases.ts'
import { isOfTable } from '../table-names.ts'

/** A table that names roles, groups or states, with the IDs of those by whose names an account is off: `banned`. */
export type NamedStandings = { readonly table: string; readonly key: string; readonly ids: ReadonlySet<string> }

const ofNames =
  /(?:roles?|rolle[n]?|ruol[io]|groups?|gruppen?|grup[oy]s?|perfis|perfiles|papeis|status(?:es)?|states?|estados?|etats?|stat[io]|ranks?|levels?|types?|kinds?)$/i

/** Words of tables that give users a role: `model_has_roles`, `user_group_map`. */
const ofLinks = /^(?:has|in|to|of|and|map|mapping|links?|rels?|relations?|xref|x|assignments?|assigned|memberships?)$/

/** Whether the word of a table's name is one of a table of standings, or of one that gives them to users; orders have a state as well. */
export function isOfStandings(word: string): boolean {
  return ofNames.test(word) || ofLinks.test(word)
}

/** Columns with the name of a row. */
const ofName =
  /(?:name|title|label|slug|code|key|role|status|state|group|bezeichnung|titel|nombre|nom|nome|nazwa|naam|navn|namn|libelle|ad[ıi]?|nazev|descri\w*|name\w\w)$/

/** Groups of boards whose users cannot do anything before they confirm an address, or a moderator lets them in. */
const isWaiting =
  /^(?:awaiting|waiting for|pending) (?:e ?mail )?(?:activation|confirmation|approval|validation|verification|moderation)$/

const maxRows = 50

/** The tables of a dump that name standings. A longer one names other things. */
export function namedStandings(samples: readonly (Sample & { readonly table: string })[]): readonly NamedStandings[] {
  const known = new Set(samples.flatMap(({ table }) => (holdsPeople(table) ? wordsOf(withoutSchema(table)) : [])))
  // Groups of files have names as well.
  const isOfPeople = (table: string) =>
    wordsOf(withoutSchema(table)).every((word) => known.has(word) || isPeopleWord(word) || ofNames.test(word))
  return samples.flatMap((sample) => {
    const { table, records, header } = sample
    if (records.length >= maxRows || !ofNames.test(withoutSchema(table)) || !isOfPeople(table)) return []
    const columns = profileColumns(records, header)
    const key = columns.find(({ values }) => values.length === records.length && new Set(values).size === values.length)
    const names = columns.filter((column) => column !== key && ofName.test(lastName(column.path)))
    const isOff = (record: SourceRecord) =>
      names.some(({ path }) => {
        const name = withoutPeople(textOf(record[path]) ?? '')
        return meansKeptOut(name) || isWaiting.test(name)
      })
    if (key === undefined) return []
    const ids = records.filter(isOff).map((record) => idIn(record, key.path))
    return ids.length === 0 || ids.length === records.length ? [] : [{ table, key: key.path, ids: new Set(ids) }]
  })
}

/** Whether a row refers to such a standing, by the column that is called like a key of its table; null: no column is. */
export function referTo(
  standings: readonly NamedStandings[],
  columns: readonly string[],
): { readonly columns: readonly string[]; readonly isOff: (record: SourceRecord) => boolean } | null {
  const found = standings.flatMap(({ table, key, ids }) => {
    const column = columns.find(
      (one) =>
        isOwnKey(one, key) ||
        isOfTable(one, { table }) ||
        isOfTable(withoutPeopleBefore(one), { table }) ||
        isGlued(one, table),
    )
    return column === undefined ? [] : [{ column, ids }]
  })
  if (found.length === 0) return null
  return {
    columns: [...new Set(found.map(({ column }) => column))],
    isOff: (record) => found.some(({ column, ids }) => ids.has(idIn(record, column))),
  }
}

/** `rid` in both tables; the `id` of every table says nothing. */
function isOwnKey(column: string, key: string): boolean {
  return column.toLowerCase() === key.toLowerCase() && !/^(?:_?id|pk|key|code|name|uid|uuid)$/i.test(key)
}

/** `Banned users` is banned. */
function withoutPeople(name: string): string {
  const words = wordsOf(name)
  return words.length > 4 || words.some(isMachineWord) ? '' : words.filter((word) => !isPeopleWord(word)).join(' ')
}

/** Machines that read forums, which have groups and tables of their own there. */
export function isMachineWord(word: string): boolean {
  return /^(?:bots?|robots?|spiders?|crawlers?)$/.test(word)
}

/** `member_group_id` is a `group_id`. */
function withoutPeopleBefore(column: string): string {
  const [first = '', ...rest] = wordsOf(column)
  return isPeopleWord(first) ? rest.join('_') : column
}

/** `usergroupid` of `usergroup`. */
function isGlued(column: string, table: string): boolean {
  return wordsOf(column).join('') === `${wordsOf(withoutSchema(table)).join('')}id`
}

/** Whether a role or a status disables its account. */
export function meansKeptOut(role: string): boolean {
  if (disabledByWord(role) === true) return true
  if (role.length > 60) return false
  return standingOfSetting(role)?.says === 'keeps-out' && !/restrict/i.test(role)
}

function idIn(record: SourceRecord, column: string): string {
  return textOf(record[column])?.trim() ?? ''
}

/* Tables that say in words what the numbers of a column mean, and nothing of access: `dni_type` for `dni_type_id`. */

type NamedSample = Sample & { readonly table: string }

/**
 * The table of a dump by whose words the numbers of a column say nothing of access; null: there is none, or one of its words may keep users out
 * or let them in.
 */
export function harmlessLookup(
  { path, values }: { readonly path: string; readonly values: readonly string[] },
  tables: readonly NamedSample[],
): string | null {
  const table = lookupOf({ path, values }, tables)
  return table === null || !table.records.every((record) => isHarmless(wordsIn(record))) ? null : table.table
}

/** The one table of a dump that has a row for every number of a column; null: none, or several. */
function lookupOf(
  { path, values }: { readonly path: string; readonly values: readonly string[] },
  tables: readonly NamedSample[],
): NamedSample | null {
  const numbers = values.map((value) => value.trim())
  if (numbers.length === 0 || !numbers.every((value) => /^\d{1,6}$/.test(value))) return null
  const found = tables.filter((one) => isOfTable(path, one) && isLookup(one) && keysOf(one, numbers) !== null)
  const [table, ...others] = found
  return table === undefined || others.length > 0 ? null : table
}

/** A shorter list of words that are not known may name states of an account. */
const minPlaces = 10

/**
 * The numbers of a column that need no question, because the one table that has a row for each says in a word that they let users in, or names
 * the parts of a country.
 */
export function settledNumbers(
  column: { readonly path: string; readonly values: readonly string[] },
  tables: readonly NamedSample[],
): ReadonlySet<string> {
  const table = lookupOf(column, tables)
  const keys = table === null ? null : keysOf(table, column.values)
  if (table === null || keys === null) return new Set()
  const words = table.records.map(wordsIn)
  const arePlaces = mayBePlace(column.path) && words.length >= minPlaces && words.every(isHarmless)
  const letsIn = (texts: readonly string[]) =>
    texts.length === 1 && texts.every((text) => disabledByWord(text) === false)
  return new Set(keys.filter((_, at) => arePlaces || letsIn(words[at] ?? [])))
}

function isLookup({ table, records }: NamedSample): boolean {
  return records.length >= 2 && records.length < maxRows && !holdsPeople(table)
}

/** The keys of all rows, in order, where every number is one; null: some number is none. A dump may leave out keys that the database counts. */
function keysOf({ records, header }: NamedSample, numbers: readonly string[]): readonly string[] | null {
  const columns = profileColumns(records, header).filter(({ values }) => values.length === records.length)
  const counted = records.map((_, at) => String(at + 1))
  const lists = [...columns.map(({ values }) => values.map((value) => value.trim())), counted]
  return lists.find((keys) => numbers.every((number) => keys.includes(number.trim()))) ?? null
}

/** The words of a row. */
function wordsIn(record: SourceRecord): readonly string[] {
  return Object.values(record).flatMap((value) => {
    const text = textOf(value)?.trim() ?? ''
    return /\p{L}{2}/u.test(text) && !isTime(text) ? [text] : []
  })
}

/** Whether a row has a word, and none of its words says something of access. */
function isHarmless(texts: readonly string[]): boolean {
  const says = (text: string) => disabledByWord(text) !== null || meansKeptOut(text) || saysKeptOut(text)
  return texts.length > 0 && !texts.some(says)
}

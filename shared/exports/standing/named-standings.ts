import { disabledByWord, textOf, trimmedText } from '../../mapping/cell.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Sample, SourceRecord } from '../../mapping/export-format.ts'
import { lastName, withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { holdsPeople, isPeopleWord } from '../../mapping/names/people-names.ts'
import { negatedWords } from '../../mapping/names/standing/negated-names.ts'
import { standingOfSetting } from '../../mapping/names/standing/standing-names.ts'
import { isRowName } from '../tables/row-names.ts'
import { isOfTable } from '../tables/table-names.ts'

/** A table that names roles, groups or states, with the IDs of those by whose names an account is off: `banned`. */
export type NamedStandings = { readonly table: string; readonly key: string; readonly ids: ReadonlySet<string> }

const ofNames =
  /(?:roles?|rolle[n]?|ruol[io]|groups?|gruppen?|grup[oy]s?|perfis|perfiles|papeis|status(?:es|sen)?|states?|estados?|etats?|stat[io]|ranks?|levels?|nivel(?:es)?|niveis|niveaux?|livell[io]|types?|kinds?)$/i

/** Words of tables that give users a role: `model_has_roles`, `user_group_map`. */
const ofLinks = /^(?:has|in|to|of|and|map|mapping|links?|rels?|relations?|xref|x|assignments?|assigned|memberships?)$/

/** Whether the word of a table's name is one of a table of standings, or of one that gives them to users; orders have a state as well. */
export function isOfStandings(word: string): boolean {
  return ofNames.test(word) || ofLinks.test(word)
}

/** Further columns with the name of a row of a table of standings. */
const ofName = /(?:slug|code|key|role|status|state|group|ad[ıi]?|descri\w*|name\w\w)$/

/** Groups of boards whose users cannot do anything before they confirm an address, or a moderator lets them in. */
const isWaiting =
  /^(?:awaiting|waiting for|pending) (?:e ?mail )?(?:activation|confirmation|approval|validation|verification|moderation)$/

/** A longer table names other things than standings. */
export const maxRows = 50

/** The tables of a dump that name standings. A longer one names other things. */
export function namedStandings(samples: readonly (Sample & { readonly table: string })[]): readonly NamedStandings[] {
  const all = samples.map(({ table }) => table)
  return samples.flatMap((sample) => {
    const { table, records, header } = sample
    if (records.length >= maxRows || !namesStandings(table, all)) return []
    const columns = profileColumns(records, header)
    const key = columns.find(({ values }) => values.length === records.length && new Set(values).size === values.length)
    const names = columns.filter(
      (column) => column !== key && (isRowName(column.path) || ofName.test(lastName(column.path))),
    )
    const isOff = (record: SourceRecord) => names.some(({ path }) => namesKeptOut(textOf(record[path]) ?? ''))
    if (key === undefined) return []
    const ids = records.filter(isOff).map((record) => idIn(record, key.path))
    return ids.length === 0 || ids.length === records.length ? [] : [{ table, key: key.path, ids: new Set(ids) }]
  })
}

/** Whether a table has the standings of people by its name, and none of groups of files. `all`: the tables of the dump. */
export function namesStandings(table: string, all: readonly string[]): boolean {
  const words = wordsOf(withoutSchema(table))
  const known = new Set(all.flatMap((one) => (holdsPeople(one) ? wordsOf(withoutSchema(one)) : [])))
  return (
    ofNames.test(withoutSchema(table)) &&
    words.every((word) => known.has(word) || isPeopleWord(word) || ofNames.test(word))
  )
}

/** Whether the name of a standing says that its users are kept out: `Banned users`, `Awaiting activation`. */
export function namesKeptOut(text: string): boolean {
  const name = withoutPeople(text)
  return meansKeptOut(name) || isWaiting.test(name)
}

/** Whether a row refers to such a standing, by the column that is called like a key of its table; null: no column is. */
export function referTo(
  standings: readonly NamedStandings[],
  columns: readonly string[],
): { readonly columns: readonly string[]; readonly isOff: (record: SourceRecord) => boolean } | null {
  const found = standings.flatMap(({ table, key, ids }) => {
    const column = columns.find((one) => isOwnKey(one, key) || isNamedAfterStandings(one, table))
    return column === undefined ? [] : [{ column, ids }]
  })
  if (found.length === 0) return null
  return {
    columns: [...new Set(found.map(({ column }) => column))],
    isOff: (record) => found.some(({ column, ids }) => ids.has(idIn(record, column))),
  }
}

/** `group_id` and `member_group_id` after `groups`, `usergroupid` after `usergroup`. */
export function isNamedAfterStandings(column: string, table: string): boolean {
  return isOfTable(column, { table }) || isOfTable(withoutPeopleBefore(column), { table }) || isGlued(column, table)
}

/** `rid` in both tables; the `id` of every table says nothing. */
export function isOwnKey(column: string, key: string): boolean {
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
  if (role.length > 60 || negatedWords(wordsOf(role)) !== null) return false
  return standingOfSetting(role)?.says === 'keeps-out' && !/restrict/i.test(role)
}

function idIn(record: SourceRecord, column: string): string {
  return trimmedText(record[column])
}

import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Entry, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { isLoginName, lastName, stemOfFile, wordsOf } from '../../mapping/names/column-words.ts'
import { standingName } from '../../mapping/names/standing/standing-names.ts'
import { isPeopleWord } from '../../mapping/names/people-names.ts'
import { isRowName } from '../tables/row-names.ts'
import { refersToPerson } from '../../mapping/names/account-names.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { mapsLogin } from '../../mapping/targets.ts'
import { tableKind } from '../../mapping/rows/unread-tables.ts'
import { listed } from '../tables/table-terms.ts'
import { refers, wordsIn } from './lookups.ts'
import { maxRows, namesStandings } from './named-standings.ts'
import { isAboutThing, saysOut } from './value-meanings.ts'

/*
 * Files that say in words what the levels, groups or states of the users in another file are: `levels.csv`. A row is no user.
 */

/** The shape of such a file. */
export const lookupShape = 'words for values'

/** Whether a file may be such a one by its name. */
export function mayBeLookup(name: string): boolean {
  const table = lookupName(name)
  return namesStandings(table, [table]) && !isPeopleWord(table.toLowerCase())
}

/** The name of such a file as that of a table, without the word that the tables of some products have before it: `groups` of `phpbb_groups.csv`. */
export function lookupName(name: string): string {
  const stem = stemOfFile(name)
  const [first = '', ...others] = wordsOf(stem)
  const table = others.join('_')
  const isPrefixed = !namesStandings(stem, [stem]) && !isAboutThing(first) && namesStandings(table, [])
  return others.length > 0 && isPrefixed ? table : stem
}

/** Whether a column refers to such a file, which has these columns, by its name or by that of a key. */
export function refersToLookup(column: string, name: string, keys: readonly string[]): boolean {
  return keys.some((key) => refers(column, lookupName(name), key))
}

/**
 * The recognition of such a file and its reader; null: the sample is none. `isLate`: users were read before it, whose values it may explain: then a word
 * that keeps users out is asked about.
 */
export function lookupRows(
  sample: Sample,
  name: string,
  isLate: boolean,
): {
  readonly recognition: Recognition
  readonly uses: readonly ColumnUse[]
  readonly read: (record: SourceRecord) => Entry
} | null {
  const { records } = sample
  if (!mayBeLookup(name) || records.length < 2 || records.length >= maxRows) return null
  if (mapsLogin(suggestMapping(sample).mapping)) return null
  const columns = profileColumns(records, sample.header)
  if (columns.some(({ path }) => refersToPerson(path))) return null
  const key = columns.find(({ values }) => values.length === records.length && new Set(values).size === records.length)
  const words = columns.find((column) => column !== key && areNames(column))
  if (key === undefined || words === undefined || columns.length > maxColumns) return null
  if (columns.some(({ path }) => isLoginName(path))) return null
  const table = stemOfFile(name)
  const aside: Entry = { kind: 'aside', what: tableKind(table) }
  const asked: Entry = { ...aside, table, logins: [{ column: words.path, kind: 'status' }] }
  const saysWhat = 'it says in words what values of the users in another file mean'
  return {
    recognition: {
      provider: 'generic',
      shape: lookupShape,
      reason: `its rows say in words what values of users in another file mean (${listed([key.path, words.path])}), and are no users`,
      role: 'parts',
    },
    uses: [
      { column: key.path, becomes: 'The value of a user', confidence: 'likely', reason: 'no two rows have the same' },
      { column: words.path, becomes: 'The words for it', confidence: 'likely', reason: saysWhat },
    ],
    read: (record) => (isLate && wordsIn(record, []).some(saysOut) ? asked : aside),
  }
}

/** Whether a column has another name in every row. A column that is called like a state may have the states of users. */
function areNames({ path, values, records }: ColumnProfile): boolean {
  const isNamed = (isRowName(path) || ofMeaning.test(lastName(path))) && standingName(path) === null
  const words = values.filter((value) => /\p{L}{2}/u.test(value))
  return isNamed && words.length === records && new Set(words).size === records
}

/** Further columns with words for the value of a row. */
const ofMeaning = /(?:descri\w*|text|meaning|bedeutung|значение)$/u

/** A table with more columns says more than words for values, and what users with them may do. */
const maxColumns = 120

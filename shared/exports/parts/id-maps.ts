import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import { isPlain, madeId } from '../../mapping/columns/keys/key-values.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { trimmedText } from '../../mapping/cell.ts'
import type { Entry, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { isKeyWord, refersToPerson } from '../../mapping/names/account-names.ts'
import { isFormerWord, splitPath, wordsOf } from '../../mapping/names/column-words.ts'
import { isPeopleWord } from '../../mapping/names/people-names.ts'
import { listsKeptOut } from '../../mapping/names/standing/kept-out-names.ts'
import { anyUserKey } from '../../mapping/rows/standing-rows.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'

/*
 * Files that pair the IDs of users in two systems, a row for each user: `old_user_id` with `account_uuid`. A row is no user; users of two files whose IDs
 * make a pair are one person.
 */

/** The recognition of such a file and its reader; null: the sample is none. A list of bans pairs the ID of a ban with that of a user, and is none either. */
export function idMapRows(
  sample: Sample,
  name: string,
): {
  readonly recognition: Recognition
  readonly uses: readonly ColumnUse[]
  readonly read: (record: SourceRecord) => Entry
} | null {
  const pair = listsKeptOut(name) ? null : pairedColumns(sample)
  if (pair === null) return null
  const reason = 'it is called like the ID of a user in one system, as the other column is in another one'
  return {
    recognition: {
      provider: 'generic',
      shape: idMapShape,
      reason: `its rows pair the IDs that users have in two systems (${pair.join(', ')}), and are no users`,
      role: 'parts',
    },
    uses: pair.map((column) => ({ column, becomes: 'The user it belongs to', confidence: 'likely', reason })),
    read: (record) => {
      const ids = pair.map((path) => trimmedText(record[path]))
      if (ids.some((id) => id === '')) return { kind: 'aside', what: 'ID without a pair' }
      return { kind: 'part', part: {}, keys: ids.map((id) => `${anyUserKey}${id}`) }
    },
  }
}

export const idMapShape = 'map of IDs'

/** The two columns with IDs, where all others are times or number the rows; null: there are none. */
function pairedColumns(sample: Sample): readonly [string, string] | null {
  const { columns } = suggestMapping(sample).mapping
  if (columns.some(({ target }) => target !== 'source-id' && target !== 'time-joined')) return null
  const profiles = profileColumns(sample.records, sample.header)
  const pair = profiles.filter((column) => namesId(column.path) && areIds(column) && !isRowNumber(column, profiles))
  const [one, other, ...more] = pair
  if (one === undefined || other === undefined || more.length > 0) return null
  const others = profiles.filter((column) => !pair.includes(column))
  if (!others.every((column) => isRowNumber(column, profiles) || isTimeOfRow(column))) return null
  const isOfPeople = pair.some(({ path }) => refersToPerson(path) || wordsOf(path).some(isPeopleWord))
  const areOldAndNew = pair.some(({ path }) => wordsOf(path).some((word) => isFormerWord(word) || ofSystem.test(word)))
  return isOfPeople || areOldAndNew ? [one.path, other.path] : null
}

/** Words for one of two systems. */
const ofSystem =
  /^(?:new|ext|external|source|src|target|tgt|dest|destination|from|to|origin|original|remote|local|alt|import(?:ed)?|migrated|after|before|neue?|nouveau|nouvel|nuevo|novo|nuovo|nowy|nowe|nieuwe?|ny|nytt|yeni|новый|v1|v2|crm|erp|sap|wp|wordpress|ldap|shop|forum|system|app|core|auth|portal|site|keycloak|drupal|joomla)$/

/** Whether a name says the ID of a user in a system, and of nothing else. */
function namesId(path: string): boolean {
  const { containers, name } = splitPath(path)
  const words = wordsOf(name)
  const rest = words.filter((word) => !isKeyWord(word) && !isPeopleWord(word) && !ofGlued.test(word))
  const isKey = rest.length < words.length
  return containers.length === 0 && isKey && rest.every((word) => isFormerWord(word) || ofSystem.test(word))
}

/** `userid`, `newid`. */
const ofGlued = /^(?:user|member|customer|account|person|client|old|new)(?:id|uuid|guid|no|nr)$/

/** Whether a column has an ID in every row, none of them twice. */
function areIds({ values, records }: ColumnProfile): boolean {
  return values.length === records && records > 0 && values.every(isPlain) && new Set(values).size === records
}

/** A plain `id` of numbers beside two other columns, or beside one of numbers, counts the rows. */
function isRowNumber({ path, values }: ColumnProfile, all: readonly ColumnProfile[]): boolean {
  const isPlainName = /^_?(?:id|no|nr|pk|row|lfd)$/i.test(path)
  const ids = all.filter((column) => namesId(column.path) && areIds(column))
  const areNumbers = (column: ColumnProfile) => column.values.every((value) => /^\d+$/.test(value.trim()))
  return isPlainName && values.every((value) => !madeId.test(value)) && (ids.length > 2 || ids.every(areNumbers))
}

function isTimeOfRow({ path }: ColumnProfile): boolean {
  return wordsOf(path).some((word) =>
    /^(?:at|on|date|time|timestamp|datum|fecha|data|created|updated|migrated)$/.test(word),
  )
}

import { booleanOf, isNoTime, isTime, trimmedText } from '../../mapping/cell.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Sample, SourceRecord } from '../../mapping/export-format.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import { withoutSchema, wordsOf } from '../../mapping/names/column-words.ts'
import { isPeopleWord, isWaitingWord } from '../../mapping/names/people-names.ts'
import { isInOther, isOfOther, standingName } from '../../mapping/names/standing/standing-names.ts'
import { isOfTable, stemOf } from '../tables/table-names.ts'

/*
 * Tables with one row for each user that keep some users out although the name of the table does not say so: by a flag, or as a list of users
 * who wait to be let in.
 */

/** Which rows keep their user out; the others say nothing. */
type RowsKeptOut = {
  readonly column: string
  /** The rows say it of the user alone; else the operator decides. */
  readonly surely: boolean
  readonly isOff: (record: SourceRecord) => boolean
}

/** Words for what is done to people and to nothing else. */
const toPeople =
  /^(?:bans?|banned|banni|gebannt|gesperrt|suspend\w*|baneado|banido|bannato|bloquead[oa]|expelled|kicked)$/
const entering =
  /^(?:en|de|da|di|user|new|regist\w+|sign|up|signups?|approvals?|activations?|validations?|confirmations?|aprobacion|aprovacao|inscri\w+|freischaltung|queue)$/
/** Tables of what happened, with many rows for a user as a rule. */
const ofEvents = /^(?:logs?|histor\w*|audit\w*|events?|attempts?|journal|verlauf|protokoll)$/
const ofEntering = /regist|new_?reg|sign_?up|inscri|anmeld/i
const isDone = /complet|activated|approved|confirmed|validated|accepted|done|freigeschaltet|aprobad|aprovad|valide/i

/** How the rows of a table say that users are kept out; null: the table says nothing of it. `owner`: the column that names the user; `words`: the words of the table's name. */
export function rowsKeptOut(
  sample: Sample & { readonly table: string },
  owner: string,
  { words, users }: { readonly words: readonly string[]; readonly users: readonly string[] },
): RowsKeptOut | null {
  const columns = namesOfColumns(sample).filter((column) => column !== owner)
  const profiles = profileColumns(sample.records, sample.header)
  const { values: ids = [] } = profiles.find(({ path }) => path === owner) ?? {}
  if (!users.some((table) => isOfTable(owner, { table })) || new Set(ids).size < ids.length) return null
  const things = [withoutSchema(sample.table), words.map(stemOf).join('_')]
  if (things.some(isOfOther) || words.some((word) => ofEvents.test(word)) || columns.some(refersToThing)) return null
  const within = (column: string) => `${withoutSchema(sample.table).replaceAll('.', '_')}.${column}`
  const isFlag = (column: string) => {
    const { values = [] } = profiles.find(({ path }) => path === column) ?? {}
    const isNamed = standingName(column) === 'keeps-out' && standingName(within(column)) !== null
    return isNamed && !isInOther(within(column)) && values.length > 0 && values.every((one) => booleanOf(one) !== null)
  }
  const flag = columns.find(isFlag)
  if (flag !== undefined) {
    const surely = wordsOf(flag).some((word) => toPeople.test(word))
    return { column: flag, surely, isOff: (record) => booleanOf(record[flag]) === true }
  }
  const isWaiting = words.some(isWaitingWord)
  const isKnown = (word: string) => isWaitingWord(word) || entering.test(word) || isPeopleWord(word)
  // The first word may be that of the product.
  if (!isWaiting || !words.every((word, at) => isKnown(word) || (at === 0 && words.length > 1))) return null
  const entries = columns.filter((column) => ofEntering.test(column))
  const ends = columns.filter((column) => isDone.test(column))
  const isOn = (record: SourceRecord) => (column: string) => {
    const text = trimmedText(record[column])
    return isTime(text) ? !isNoTime(text) : booleanOf(text) === true
  }
  const says = entries.filter((column) => sample.records.some((record) => booleanOf(record[column]) !== null))
  return {
    column: owner,
    surely: false,
    isOff: (record) => (says.length === 0 || says.some(isOn(record))) && !ends.some(isOn(record)),
  }
}

/** Whether a column refers to something else than a user: a row about a device or an event says nothing of the account. */
function refersToThing(column: string): boolean {
  const words = wordsOf(column)
  return words.length > 1 && /^(?:id|uuid|fk|ref)$/.test(words.at(-1) ?? '') && !words.some(isPeopleWord)
}

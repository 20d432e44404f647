import { booleanOf, disabledByWord } from '../../mapping/cell.ts'
import { explanationOf } from '../../mapping/columns/explained-columns.ts'
import type { ColumnProfile } from '../../mapping/columns/profile-columns.ts'
import { splitPath, wordsOf } from '../../mapping/names/column-words.ts'
import { legendIn, oneMeaningIn } from '../../mapping/names/composed/legends.ts'
import { namesEmployment } from '../../mapping/names/employment/employment-names.ts'
import { isAboutOtherThing } from '../../mapping/names/other-things.ts'
import { isPeopleWord, isWaitingWord } from '../../mapping/names/people-names.ts'
import { saysConfirmation } from '../../mapping/names/standing/confirmation-names.ts'
import { isOfOther, namesLevel, standingName } from '../../mapping/names/standing/standing-names.ts'
import { saysKeptOut } from '../../mapping/names/standing/standing-phrases.ts'
import { saysNotInYet } from '../../mapping/names/standing/status-words.ts'
import type { TableSample } from '../tables/table-keys.ts'
import { namesKeptOut } from './named-standings.ts'

/* Meanings of the values of a column: the words of a lookup table, a comment or a heading for each, and their standing. */

/** The word for a value, and the standing of its user by it; null: the word says nothing. `asked`: the user may be kept out. */
export type Meaning = {
  readonly word: string
  readonly says: 'off' | 'on' | 'asked' | null
  /** Another table may be the one that says it. */
  readonly isOneOf?: true
}
/** By value. */
export type Meanings = ReadonlyMap<string, Meaning>

/** The standing that the words of a row say surely. A description beside the word lets users in only where it does not say the opposite. */
export function saysOf(words: readonly string[], areStandings: boolean): 'off' | 'on' | null {
  const [word, ...more] = words
  if (word === undefined) return null
  if (more.length === 0 && areStandings && namesKeptOut(word)) return 'off'
  if (words.some(saysOut) || words.some(saysNotInYet)) return null
  return words.some((one) => disabledByWord(one) === false) ? 'on' : null
}

/** Whether the words for a value say that its user is kept out, and not a thing: `Banned users`, `Zugang gesperrt`, but not `Banned books`. */
export function saysOut(text: string): boolean {
  if (/^(?:left|absent)$/i.test(text)) return false
  return disabledByWord(text) === true || namesKeptOut(text) || (!ofAbility.test(text) && saysKeptOut(text))
}

/** Words that begin the description of what users with a role may do: `Can block users`. */
const ofAbility = /^(?:can|may|able|allow\w*|permi\w*|manag\w*|full|access|users? who can)\s/i

/**
 * The meanings that the comment on a column or its heading lists. A thing that is switched on or off has such a list as well. A comment that stands
 * apart is shown and asked about, unless all users have the one value that it calls active.
 */
export function legendOf({ path, values }: ColumnProfile, users: TableSample, plain: string): Meanings {
  const { comments, explanations = new Map() } = users
  const comment = comments?.get(path.toLowerCase())
  const own = [path, ...(comment === undefined ? [] : [comment])].map(legendIn).find(({ size }) => size > 0)
  const apart = own === undefined ? (explanationOf(path, explanations) ?? '') : ''
  const legend = own ?? [legendIn(apart), oneMeaningIn(apart)].find(({ size }) => size > 0)
  const isNamed = standingName(plain) !== null
  if (legend === undefined) {
    const normal = normalState({ path, values }, users, plain)
    return normal === null ? new Map() : new Map([[normal, { word: '', says: 'on' }]])
  }
  if (!isNamed && isAboutThing(plain)) return new Map()
  const words = [...legend.values()]
  const isSwitch =
    words.length === 2 &&
    words.some((word) => /^(?:enabled?|on|yes|open|allow\w*|ja|ein|an|启用|开启|开|是)$/iu.test(word))
  return new Map(
    [...legend].map(([code, word]): [string, Meaning] => {
      const says = saysOf([word], isNamed) ?? (!isSwitch && saysOut(word) ? 'asked' : null)
      if (own !== undefined) return [code, { word, says }]
      const isOfAll = values.every((value) => codeOf(value.trim()) === code)
      return [code, { word, says: says === 'on' ? (isOfAll ? says : null) : says === 'off' ? 'asked' : says }]
    }),
  )
}

/**
 * The value of a status that the table gives to new users and that all users of its first rows have; null: there is no such value. If it kept users out, all of
 * them would be. `plain`: the name of the column.
 */
export function normalState(
  { path, values }: Pick<ColumnProfile, 'path' | 'values'>,
  { records, header, defaults }: Pick<TableSample, 'records' | 'header' | 'defaults'>,
  plain: string,
): string | null {
  const ofNew = codeOf((defaults?.get(path) ?? defaults?.get(path.toLowerCase()) ?? '').trim())
  if (ofNew === '' || standingName(plain) !== 'status' || values.length < records.length) return null
  if (values.some((value) => codeOf(value.trim()) !== ofNew)) return null
  if (disabledByWord(ofNew) === true || saysNotInYet(ofNew) || isWaitingWord(ofNew.toLowerCase())) return null
  // A few users of a table in which they are to confirm their sign-up may all not have done so.
  const isNo = booleanOf(ofNew) === false
  return isNo && (records.length < minRows || (header ?? []).some(saysConfirmation)) ? null : ofNew
}

/** Fewer users may all have a no that keeps them out. */
const minRows = 10

/** A code without the fraction that some programs write behind all numbers: `2.0`. */
export function codeOf(text: string): string {
  return /^-?\d{1,4}\.0$/.test(text) ? text.slice(0, -2) : text
}

/** Whether a column is about a thing that its user has or belongs to, whose states keep no user out: `plan_id`, `department_id`, `order_state`. */
export function isAboutThing(path: string): boolean {
  if (namesLevel(path) || namesEmployment(path)) return false
  const words = wordsOf(splitPath(path).name).filter((word) => !isPeopleWord(word) && !ofPeople.test(word))
  return words.length > 0 && (isAboutOtherThing(words.join('_')) || isOfOther(path))
}

/** Words for the membership of a person or an employment, which may be over. */
const ofPeople = /^(?:grades?|membership|employ\w*)$/

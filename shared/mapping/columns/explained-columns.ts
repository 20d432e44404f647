import { legendIn, oneMeaningIn } from '../names/composed/legends.ts'
import { splitPath, wordsOf } from '../names/column-words.ts'
import { isPeopleWord } from '../names/people-names.ts'

/*
 * Comments that stand apart from a column and explain its values, as above a CREATE TABLE, at the beginning of a file or beside a value:
 * `status: 0 = pending, 1 = active`. They explain and decide nothing, because they may be about something else.
 */

/** The explanations of values, by the key of their column (`columnKey`). */
export type Explanations = ReadonlyMap<string, string>

/** Words that say of a comment what it is, and nothing of its column. */
const filler =
  /^(?:the|a|of|for|in|note|column|field|spalte|feld|campo|colonne|values?|codes?|legend|legende|meanings?|means|is|possible|can|be|flags?|s)$/

/** The words of a column by which a comment names it: `user_status` and `the status of the user` are both status. */
export function columnKey(name: string): string {
  const words = wordsOf(name).filter((word) => !filler.test(word))
  const own = words.filter((word) => !isPeopleWord(word))
  return (own.length > 0 ? own : words).join(' ')
}

/** The explanation of a column; undefined: there is none. */
export function explanationOf(path: string, explanations: Explanations): string | undefined {
  return explanations.size === 0 ? undefined : explanations.get(columnKey(splitPath(path).name))
}

const marks = /^[\s*#/;!<•`"'-]{1,20}/u
/** The name of a column before the list of its values; a bracket, a sign or the first code ends it. */
const labelled = /^([\p{L}_][^:=(（\d–]{1,60}?)\s{0,3}(?:[:=(（–-]{1,2}\s{0,3}|(?=['"`]?-?\d))(\S.{0,280}|$)/u
/** A heading above a list. */
const alone = /^[\p{L}_][\p{L}\p{N}_]{1,40}(?:\s[\p{L}\p{N}_]{1,40}){0,2}$/u
/** A line with the next code of a list. */
const nextCode = /^['"`]?(?:-?\d{1,4}|[A-Z])['"`]?\s{0,3}(?:=>|->|[=:–-]|means\s)\s{0,3}['"]?\p{L}/u
const maxExplanation = 300
const maxWords = 8

/** The columns whose values the lines of comments explain; a list may go on over several lines. */
export function explanationsIn(lines: readonly string[]): Explanations {
  const found: { key: string; text: string }[] = []
  for (const line of lines) {
    const plain = line.replace(marks, '').trim()
    const last = found.at(-1)
    if (last !== undefined && nextCode.test(plain)) {
      last.text = `${last.text}${last.text === '' ? '' : ', '}${plain}`.slice(0, maxExplanation)
      continue
    }
    const [, label = alone.exec(plain)?.[0] ?? '', text = ''] = labelled.exec(plain) ?? []
    if (label !== '' && wordsOf(label).length <= maxWords) found.push({ key: columnKey(label), text })
  }
  return new Map(found.flatMap(({ key, text }) => (key === '' || legendIn(text).size === 0 ? [] : [[key, text]])))
}

/** Whether the comment beside a value, or above it, explains it: `status: 1 # 1 = enabled`. */
export function explainsValue(comment: string): boolean {
  return legendIn(comment).size > 0 || oneMeaningIn(comment).size > 0
}

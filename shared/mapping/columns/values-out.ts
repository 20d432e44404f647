import { booleanOf, disabledByWord } from '../cell.ts'
import { pastTime } from '../end-of-account.ts'
import { wordsOf } from '../names/column-words.ts'
import { isNegation } from '../names/standing/negated-names.ts'
import { approvedStem, keepsOutStem, letsInStem } from '../names/standing/standing-stems.ts'
import type { PossibleFlag } from './flags/possible-flag.ts'

/*
 * The answer to a possible flag by its values or its name. If neither says which value keeps people out, no value is proposed: the rarest value
 * of a role or of a consent excludes no user.
 */

/** The values by which a flag keeps people out; `any-time`: each time does. Null: only the operator knows. */
export function valuesOut(flag: PossibleFlag): readonly string[] | 'any-time' | null {
  const { values, empty, times } = flag
  const groups = [...values, ...(empty > 0 ? [{ value: '', records: empty }] : [])]
  const says = polarityOf(flag.column)
  if (times > 0) return says === 'keeps-out' ? 'any-time' : null
  const named = values.filter(({ value }) => value === pastTime || disabledByWord(value) === true)
  const isYes = ({ value }: (typeof groups)[number]) => booleanOf(value)
  const isOut = (group: (typeof groups)[number]) =>
    says === 'keeps-out' ? isYes(group) === true : says === 'lets-in' && (group.value === '' || isYes(group) === false)
  const areFlags = values.every((group) => isYes(group) !== null)
  const out = areFlags && says !== null ? groups.filter(isOut) : named
  const records = (some: typeof groups) => some.reduce((sum, one) => sum + one.records, 0)
  // Most users are let in; a flag that would keep out most of them is about something else.
  return out.length === 0 || records(out) * 2 > records(groups) + times ? null : out.map(({ value }) => value)
}

/** The meaning of a yes in a column by any word of its name; null: no word says so, or the words disagree. */
function polarityOf(column: string): 'keeps-out' | 'lets-in' | null {
  const words = wordsOf(column)
  const isNegated = words.some((word) => isNegation(word) || /^(?:un|sin)$/.test(word))
  const out = words.some((word) => keepsOutStem.test(word))
  const into = words.some((word) => letsInStem.test(word) || approvedStem.test(word) || letsIn.test(word))
  if (out === into) return null
  return out === isNegated ? 'lets-in' : 'keeps-out'
}

/** Words for being let in that say so beside others alone. */
const letsIn = /^(?:is)?(?:granted|published|visible|live|ok)$/

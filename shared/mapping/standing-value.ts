import { booleanOf, disabledByWord, isTime } from './cell.ts'
import type { StandingName } from './names/standing-names.ts'

/** Characters of a value that is asked about. */
export const maxDoubtful = 60
/** A longer value in a column that keeps users out is a reason in words of its own. */
const maxWord = 24

/**
 * The part of a value that is asked about; null where it says that the account is on. `isRead`: the mapping reads the
 * words that are known.
 */
export function standingValue(kind: StandingName, text: string, isRead: boolean): string | null {
  const word = disabledByWord(text)
  if (word === false || (word === true && isRead)) return null
  if (kind === 'status') return isTime(text) ? null : text.slice(0, maxDoubtful)
  const flag = isTime(text) ? null : booleanOf(text)
  if (flag !== null) return flag === (kind === 'keeps-out') && !isRead ? text : null
  if (kind === 'lets-in') return isTime(text) ? null : text.slice(0, maxDoubtful)
  if (isTime(text)) return isRead || zeroTime.test(text) ? null : '(a time)'
  return text.length > maxWord ? '(a text)' : text
}

const zeroTime = /^(?:0000|0001-01-01|1970-01-01|-1$|9999)/

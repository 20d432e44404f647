import { booleanOf, disabledByWord, isTime } from './cell.ts'
import type { StandingName } from './names/standing-names.ts'

/** Characters of a value that is asked about. */
export const maxDoubtful = 60
/** A longer value in a column that keeps users out is a reason in words of its own. */
const maxWord = 24

/** The name of a column that is asked about, or a status of which an administrator approves users. */
export type AskedStanding = StandingName | 'approval'

/** Whether a status says that an administrator let its user in: beside it, one that waits is kept out. */
export function saysApproval(value: string): boolean {
  return /^(?:approved|accepted|admitted|freigegeben|genehmigt|freigeschaltet|aprobado|aprovado|approuvee?|approvato|goedgekeurd|zatwierdzony|godkjent|godkand|godkendt)$/i.test(
    value.trim(),
  )
}

const waits =
  /^(?:pending|waiting|awaiting|requested|applied|unconfirmed|new|neu|in review|under review|staged)(?:[ _-]\w+)?$/i
/** Words of any status that say that its user has not come in yet. */
const neverIn = /^(?:pending|invited|invitation[ _-]sent|staged|awaiting|email_confirm)(?:[ _-]\w+)?$/i

/**
 * The part of a value that is asked about; null where it says that the account is on. `isRead`: the mapping reads the
 * words that are known.
 */
export function standingValue(kind: AskedStanding, text: string, isRead: boolean): string | null {
  const word = disabledByWord(text)
  if ((kind === 'approval' && waits.test(text)) || (kind === 'status' && neverIn.test(text)))
    return text.slice(0, maxDoubtful)
  if (word === false || (word === true && isRead)) return null
  if (kind === 'status' || kind === 'approval') return isTime(text) ? null : text.slice(0, maxDoubtful)
  const flag = isTime(text) ? null : booleanOf(text)
  if (flag !== null) return flag === (kind === 'keeps-out') && !isRead ? text : null
  if (kind === 'lets-in') return isTime(text) ? null : text.slice(0, maxDoubtful)
  if (isTime(text)) return isRead || zeroTime.test(text) ? null : '(a time)'
  return text.length > maxWord ? '(a text)' : text
}

const zeroTime = /^(?:0000|0001-01-01|1970-01-01|-1$|9999)/

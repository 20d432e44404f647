import { booleanOf, isNoTime, isTime, trimmedText } from '../../mapping/cell.ts'
import type { SourceRecord } from '../../mapping/export-format.ts'
import { isEndWord, isLoginName, namesEndOfBan, wordsOf } from '../../mapping/names/column-words.ts'
import { isCalled } from '../../mapping/names/name-fit.ts'
import { withoutPrefix } from '../../mapping/names/shared-prefix.ts'
import { isInFuture } from '../own-columns.ts'
import { endsRow } from './state-columns.ts'
import { isActorWord, isReasonWord } from '../../mapping/names/standing/reason-names.ts'
import { standingName } from '../../mapping/names/standing/standing-names.ts'

/*
 * Tables that may list bans by their name; a block may also be a part of a page or of a chain, and a lock is held by a writer. The columns of a
 * list of bans name the user, a time, a reason and a moderator, and little else.
 */

/** Until when an account is kept out, or since when in words of the ban itself. */
const ofTime = /^(?:expir\w*|lift\w*|unban\w*|unblock\w*|revoked|released|since|seit|desde|depuis)$/
const kindsOfWords = [isTimeWord, isReasonWord, isActorWord]

/** A ban of a page says `to`, `from` and when it was made, as any table does. */
function isTimeWord(word: string): boolean {
  return ofTime.test(word) || (isEndWord(word) && !plain.test(word))
}

/** Words of columns that any table may have, and words for the target of a ban: an address of a machine, a name, an email address. */
const plain =
  /^(?:ids?|uid|uuid|guid|key|nr|no|num|row|created|updated|modified|added|date|time|datetime|timestamp|dateline|stamp|at|on|start|started|begin|starts|from|to|is|was|has|active|enabled|current|permanent|status|state|type|kind|level|count|auto|automatic|deleted|give|note|notes|comment|comments|remark|remarks|message|user|users|member|name|username|nick\w*|login|e?mail|address|text|ip|ips|ipv\d|hex|range|host\w*|mask)$/

/** In the name of a table, what may be kept out, or a part of a page or of a chain, or held by who writes. */
const ofThings = /^(?:b?locks?|blo[ck]s?|bloqueios?|bloqueos?|blocchi)$/
const ofOther = /^(?:blocked|banned|muted|ignored|target)$/
const ofGroup = /group|title/

type BanColumns = 'bans' | 'maybe' | 'others'

/**
 * Tells from the columns of a table with the name of a list of bans whether it is one. `owner`: the column that refers to the user; `table`:
 * the words of the table's name.
 */
export function judgeBanColumns(
  columns: readonly string[],
  owner: string | undefined,
  table: readonly string[],
): BanColumns {
  const isOwn = (word: string) =>
    table.includes(word) || table.includes(`${word}s`) || standingName(word) === 'keeps-out'
  const all = columns.filter((column) => column !== owner).map((column) => wordsOf(column))
  // A user blocked this other user.
  if (
    all.some(
      (words) => isId(words) && words.length === 2 && words.some((word) => ofOther.test(word) && !table.includes(word)),
    )
  )
    return 'others'
  const kinds = kindsOfWords.filter((says) => all.some((words) => words.some(says)))
  const rest = all.filter((words) => !words.every((word) => isOwn(word) || isOfBan(word)))
  if (rest.length === 0) return 'bans'
  // Banned from one room or server, a user may still log in.
  const isPlace = (words: readonly string[]) =>
    isId(words) &&
    !words.some((word) => ofCase.test(word)) &&
    !words.some((word) => isOwn(word) || ofGroup.test(word) || isReasonWord(word) || isActorWord(word))
  if (rest.some(isPlace)) return 'maybe'
  if (kinds.length > 1 || !table.some((word) => ofThings.test(word))) return 'bans'
  return kinds.length === 1 || rest.length <= few ? 'maybe' : 'others'
}

/** Whether a list of bans may have a column of this name, as other lists may, too: a time, a reason, a moderator, a note. */
export function saysOfBan(column: string): boolean {
  return wordsOf(column).every(isOfBan)
}

function isOfBan(word: string): boolean {
  return plain.test(word) || kindsOfWords.some((isOne) => isOne(word))
}

/** Whether a column has the ID of a ban, or of what led to it: `ban_id`, `reportId`. */
export function numbersBan(column: string): boolean {
  const words = wordsOf(column)
  return words.length > 1 && isId(words) && words.every((word) => ofCase.test(word) || isId([word]))
}

/** A ban, or what led to it. */
const ofCase =
  /^(?:bans?|suspensions?|punishments?|reports?|cases?|incidents?|appeals?|warnings?|infractions?|strikes?|violations?|complaints?)$/

function isId(words: readonly string[]): boolean {
  return /^(?:ids?|uid|uuid|guid)$/.test(words.at(-1) ?? '')
}

/** As many columns about something else leave the name of the table its say. */
const few = 2

const ofBan = /^(?:ban(?:ned)?|blocked|user)_?(?=.)/i

/** The column with the addresses of the users, else the one with the names that they sign in with; none is of the moderators who banned them. */
export function loginColumn(columns: readonly string[], prefix: string): string | undefined {
  // `username` is a whole name, of which the word for the user is no prefix.
  const namesOf = (column: string) => {
    const own = withoutPrefix(column, prefix)
    return [own, own.replace(ofBan, '')]
  }
  const ofUsers = columns.filter((column) => !wordsOf(column).some(isActorWord))
  const email = ofUsers.find((column) => namesOf(column).some((name) => isCalled('email', name)))
  return email ?? ofUsers.find((column) => namesOf(column).some(isLoginName))
}

const ends =
  /(?:until|till|expir\w*|^end|end(?:s|ed|date|time)?$|lift\w*|unban\w*|unblock\w*|revoked|released|aufgehob\w*|beendet|^leve(?:le|e)$|^datelevee$|levantad|anulad|annul|revoc|revog|opgeheven)/
const isOn = /^(?:active|isactive|enabled|current)$/

/** Whether a column of a list of bans says that a ban still holds. */
export function saysBanIsOn(column: string): boolean {
  return isOn.test(wordsOf(column).join(''))
}

/** Whether a column of a list of bans says when a ban ends. */
export function endsBan(column: string): boolean {
  // Alone, a fine is a punishment.
  const endsIt = endsRow(column) && !/^fine$/i.test(column)
  return namesEndOfBan(column) || endsIt || ends.test(wordsOf(column).join(''))
}

/** Whether a ban was lifted or has ended. */
export function hasEnded(record: SourceRecord): boolean {
  return Object.entries(record).some(([column, cell]) => {
    const text = trimmedText(cell)
    if (saysBanIsOn(column)) return booleanOf(cell) === false
    if (!endsBan(column) || text === '' || isNoTime(text)) return false
    if (!isTime(text)) return booleanOf(text) === true
    return !isInFuture(/^\d{9,10}$/.test(text) ? `${text}000` : text, Date.now())
  })
}

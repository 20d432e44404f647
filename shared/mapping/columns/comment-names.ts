import { mappingTargets } from '../targets.ts'
import { isLoginName } from '../names/column-words.ts'
import { isCalled } from '../names/name-fit.ts'
import { hintsOf } from '../names/name-hints.ts'
import { standingName } from '../names/standing/standing-names.ts'

/*
 * Comments on columns in a schema as names: `COMMENT 'email of the user'` names the column `f3`.
 */

const numbered = /^(?:[a-z]|co?l|column|fi?e?ld|attr|attribut[eo]?|spalte|feld|campo|champ|zd|ziduan|item)_?\d{1,3}$/i
/** Initials, as of words in pinyin, `yhm`: no vowel makes a word of them. */
const initials = /^(?:[b-df-hj-np-tv-z]_){0,1}[b-df-hj-np-tv-z]{1,5}$/i

/** Whether a name says nothing of its column: it is a number, or a few letters that are no word known here. */
export function saysNothing(name: string): boolean {
  return numbered.test(name) || (initials.test(name) && subjectsOf(name).length === 0)
}

/** The subjects of a whole name: the targets that it suits, `login` if it is a name to sign in with, and its standing. */
export function subjectsOf(name: string): readonly string[] {
  const targets = mappingTargets.filter((target) => isCalled(target, name))
  const others = [isLoginName(name) ? 'login' : null, standingName(name)].filter((one) => one !== null)
  const { password, phone } = hintsOf(name)
  const isOne = targets.length > 0 || others.length > 0
  return isOne || (password !== 'whole' && !phone) ? [...targets, ...others] : [phone ? 'phone' : 'password-hash']
}

/** The first of the values behind a name, with its meaning: `status: 0 normal 1 disabled`. */
const firstValue = /\d{1,2}[^\d\p{L}]{0,3}\p{L}/u
const upToLetter = /^.*[\p{L}\p{M}]/su
const ofUser =
  /^(?:the )?(?:(?:users?|account|member|customer)['’]?s? )|^(?:用户|用戶|会员|是否)|(?:,? (?:of|for) (?:the|an?|this)? ?(?:users?|account|member|customer|person))$/giu
const words = /^[\p{L}\p{M}][\p{L}\p{M}_-]*(?: [\p{L}\p{M}_-]+){0,2}$/u
const several = /(?:^| )(?:and|or|und|oder|et|ou|y|o|e|not|no|if|is|see|without)(?: |$)|[或和与]/iu

/** The name that a comment is, `email` of `email of the user`; null: it is a sentence, has several subjects or lists values. */
export function nameInComment(comment: string): string | null {
  const values = comment.search(firstValue)
  const told = values === -1 ? comment.trim() : (upToLetter.exec(comment.slice(0, values).trim())?.[0] ?? '')
  if (told.length > maxName) return null
  return [told, told.replaceAll(ofUser, '').trim()].find(isName) ?? null
}

const maxName = 40

function isName(text: string): boolean {
  return words.test(text) && !several.test(text) && subjectsOf(text).length > 0
}

import { remembered } from '../../../remembered.ts'
import { wordsOf } from '../column-words.ts'
import { isNegation, negatedWords } from './negated-names.ts'
import { valuesInLanguages } from './standing-in-languages.ts'
import { negatedStanding } from './standing-names.ts'
import { activatedWord, activeWord, deactivatedWord } from './standing-stems.ts'

/* Values of a status that say in a word, in any language, what became of an account. */

/** The state of an account by the word of its status. */
type State = 'active' | 'disabled' | 'deleted'

const disabledText =
  /^(?:disabled|blocked|banned|suspended|(?:expired ?& ?)?locked(?: ?\(timed\))?|locked[_ ]out|inactive|deactivated|deprovisioned|archived|compromised|removed|terminated|closed|absent|rejected|denied|unapproved|not approved|revoked|frozen|left|departed|resigned|dismissed|offboarded|ldap_blocked|blocked_pending_approval|former(?: \w+)?|ex-(?:employee|staff|member|user|customer)|ehemalig\w*|ausgeschieden|ausgetreten|ancienn?e?)$/
const enabledText =
  /^(?:enabled|active|activated|reactivated|ok|account_ok|open|normal|valid|unlocked|unblocked|email_confirm|confirmed|unconfirmed|verified|unverified|pending|invited|staged|provisioned|external_provider|approved|accepted|online|offline|away|busy|present|current(?: \w+)?)$/
const deletedText = /^(?:(?:soft|hard)[-_ ]?)?deleted$/

/** Shorter words without accents are other words as well: `khoa`. */
const minPlain = 5
/** Without an alphabet, two signs are a word. */
const ofSigns = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]{2,}$/u

const known: ReadonlyMap<string, State> = new Map([
  ...statesOf(valuesInLanguages.enabled, 'active'),
  ...statesOf(valuesInLanguages.disabled, 'disabled'),
  ...statesOf(valuesInLanguages.deleted, 'deleted'),
])

/** Words with their state, also as they are written without accents, and without the vowel of a gender. */
function statesOf(words: readonly string[], state: State): readonly (readonly [string, State])[] {
  return words
    .flatMap((word) => [word, plainOf(word), stemOf(word) ?? word, plainStemOf(word) ?? word])
    .map((word) => [word, state] as const)
}

/** Characters of a status, with the name of its enumeration. */
const maxStatus = 200
/** Characters of a status in words. */
const maxWords = 60

/** The state that a word of a status says; null: none that is known. */
export function stateByWord(text: string): State | null {
  return text.length > maxStatus ? null : stateOf(text.trim().toLowerCase())
}

const stateOf = remembered(
  (text): State | null =>
    ofText(text) ?? ofEnumeration(text) ?? (text.length > maxWords ? null : (ofBareWord(text) ?? ofWords(text))),
)

function ofText(text: string): State | null {
  if (deletedText.test(text)) return 'deleted'
  if (disabledText.test(text)) return 'disabled'
  if (enabledText.test(text)) return 'active'
  return known.get(text.normalize('NFC')) ?? known.get(stemOf(text) ?? '') ?? null
}

function ofEnumeration(text: string): State | null {
  const behind = behindStatus.exec(text)?.[1]
  return behind === undefined ? null : stateOf(behind)
}

/** The state in a word before which its code stands, or behind which the time since when it holds does: `1 - Active`, `Aktiv (seit 2019)`. */
function ofBareWord(text: string): State | null {
  const bare = text.replace(codeBefore, '').replace(sinceBehind, '').replace(codeBehind, '')
  return bare === text ? null : stateOf(bare)
}

const codeBefore =
  /^(?:[([](?:\d{1,3}|\p{L}\d?)[)\]]\s?|\d{1,3}\s?[-–:=.)|]\s?|\p{L}\d?(?:\s?[:=)|]\s?|\s[-–]\s))(?=\p{L}{2})/u
const codeBehind = /\s?[([](?:\d{1,3}|\p{L}\d?)[)\]]$/u
const sinceBehind =
  /\s?[([,-]?\s?(?:since|from|as of|seit|ab|depuis|desde|dal|sinds|od|sedan|siden|beri|с|з|от)\s[a-z]{0,9}\.?\s?[\d./-]{2,10}[)\]]?$/u

/** The state in words without accents, turned round by a negation, with the ending of a participle, or beside a word for the account. */
function ofWords(text: string): State | null {
  const words = wordsOf(text)
  if (negatedStanding(words) === 'lets-in') return 'active'
  const plain = words.join(' ')
  if (plain.length >= minPlain || ofSigns.test(plain)) {
    const state = known.get(plain) ?? known.get(plainStemOf(plain) ?? '')
    if (state !== undefined) return state
  }
  if (saysNotInYet(text)) return null
  const ofSign = words.length === 1 ? ofBareSigns(plain) : null
  if (ofSign !== null) return ofSign
  const negated = negatedWords(words)
  if (negated !== null) return negated.every((word) => activeWord.test(word)) ? 'disabled' : null
  const [word = '', ...others] = words
  if (others.length === 0) {
    if (deactivatedWord.test(word)) return 'disabled'
    return activatedWord.test(word) || activeWord.test(word) ? 'active' : null
  }
  const [telling = '', ...more] = words.filter((one) => !isAccountWord(one) && !besideState.test(one))
  return more.length > 0 || words.some(isNegation) || saysNotInYet(telling) ? null : stateOf(telling)
}

/** The state in signs without blanks, beside which stand those for the account, for already and for being: `停用中`, `已激活`, `有効会員`. */
function ofBareSigns(word: string): State | null {
  const bare = word.replace(beforeState, '').replace(behindState, '')
  return bare === word || !ofSigns.test(bare) ? null : (known.get(bare) ?? null)
}

const beforeState = /^(?:已|既|アカウント|会員|會員|帐[户号]|账[户号]|帳[戶號]|用户|用戶|계정|회원)/u
const behindState =
  /(?:中|化|済み?|됨|중|화|会員|會員|会员|用户|用戶|アカウント|帐[户号]|账[户号]|帳[戶號]|회원|계정)$/u

/** Words that say of a state for how long it holds, or that its user or a program made it: `permanently_banned`, `self_deactivated`. */
const besideState = /^(?:is|permanently|temporarily|indefinitely|perm|temp|self|manually|auto|automatically)$/

/** Whether a word of a status means the account of its user or its user. */
export function isAccountWord(word: string): boolean {
  return ofAccount.test(word)
}

const ofAccount =
  /^(?:accounts?|users?|members?|access|logins?|konto|zugang|benutzer|mitglied|comptes?|acces|utilisateurs?|cuentas?|acceso|usuari[oa]s?|contas?|acesso|utenti?|accesso|toegang|gebruikers?|dostep|uzytkownik|hesap|hesabi|kullanici|uye|доступ|аккаунт)$/u

/** Whether a status word says that its user has not come in yet, which keeps some out and others not. */
export function saysNotInYet(text: string): boolean {
  return notInYet.test(behindStatus.exec(text.toLowerCase())?.[1] ?? text)
}

const notInYet =
  /^(?:pending|invited|invitation[ _-]sent|staged|awaiting|email_confirm|provisioned|un(?:confirmed|verified|activated)|not[ _-](?:yet[ _-])?(?:confirmed|verified|activated))(?:[ _-]\w+)?$/i

/** A state behind the name of its enumeration: `STATUS_ACTIVE`, `UserStatus.BLOCKED`, `App\Enum\UserStatus::Active`, `Statut.ACTIF`, `USER_BLOCKED`, `user.active`. */
const behindStatus =
  /^(?:\w{1,40}[\\./]){0,8}(?:(?:user|account|member)?[ ._-]?(?:status|state|statut|estado|stato|stan|durum|etat)[ ._:-]|(?:user|account|member)[._:-])[ ._:-]*(\p{L}{4,20})$/u

/** A word without the vowel that its gender and number end with: `aktywne`, `bloqueada`, `gesperrte`; null for anything else. */
function stemOf(word: string): string | null {
  return word.length > 4 && /^\p{L}+[aeiouyęąéíýаоыия]$/u.test(word) ? word.slice(0, -1) : null
}

function plainOf(text: string): string {
  const plain = wordsOf(text).join(' ')
  return plain.length >= minPlain || ofSigns.test(plain) ? plain : text
}

function plainStemOf(text: string): string | null {
  return stemOf(plainOf(text))
}

import { remembered } from '../../../remembered.ts'
import { wordsOf } from '../column-words.ts'
import { negatedWords } from '../standing/negated-names.ts'
import { timeWords } from './joined-names.ts'
import { isSequence, oneOf, oneOrNone } from './word-sequence.ts'

/*
 * Names of columns that say that a contact is verified, as `lastName` writes them: composed of a word for the contact, one for verified, and
 * words that say nothing more, in any order and language.
 */

/** Words for verified and confirmed. */
const verified =
  'verified|confirmed|validated|authenticated|verifizie?rt|bestatigt|bestaetigt|verifiee?|confirmee?|validee|authentifiee?|verificad[oa]|' +
  'confirmad[oa]|validad[oa]|autenticad[oa]|verificat(?:[oaă]|(?!i))|confermat[oa]|confirmat[ăa]?|convalidat[oa]|validat[oaă]?|autenticat[oa]|' +
  'geverifieerd|bevestigd|gevalideerd|zweryfikowan[yaeo]|potwierdzon[yaeo]|potvrzen[yao]?|overen[yao]?|potvrd?j?en[yao]?|verifikovan[yao]?|' +
  'verificiran[oa]?|potrjen[oa]?|verifiera(?:de?|t)|bekraftade?|bekreftet|verifisert|bekraeftet|bekræftet|verificeret|vahvistettu|varmennettu|' +
  'megerosit(?:ve|ett)|hitelesit(?:ve|ett)|onayl(?:i|andi|anmis)|dogruland[ıi]|dogrulanmis|подтвержд?ен(?:[аоы]|ныи|ная|ное|ные)?|podtver(?:zh|j|z)den[ao]?|верифицирован(?:[аоы]|ныи|ная|ное)?|потверджено|' +
  'підтверджен[оаи]{0,2}|потвърден[аои]?|επιβεβαιωμεν[οηαες]{1,2}|επαληθευμεν[οηαες]{1,2}|daxacnhan|(?:da)?xac(?:minh|thuc)|(?:ter|di)verifikasi|מאומת|אומת|موثق|تمالتحقق|تاییدشده|सतयपत|ยนยนแลว|patvirtinta?s?|apstiprinat[as]|kinnitatud'

/** Words for checked, which say of a person or a row something else. */
const checked =
  'gepruft|geprueft|uberpruft|ueberprueft|controllat[oa]|comprobad[oa]|comprovad[oa]|gecontroleerd|kontrolliert|kontrollerade?|' +
  'sprawdzon[yaeo]|проверен[аоы]?|перевірен[оаи]{0,2}|ellenorizve|ellenorzott|godkand|godkendt|godkjent|tarkistettu'

/** Verbs of flags, `is_confirm`; beside a contact they may name its repetition, `email_confirm`. */
const verbs = 'confirm'

const beside = `is|has|ist|est|es|esta|je|jest|czy|er|ar|user|usr|member|account|acct|konto|kunde|cuenta|conta|compte|hesap|akun|flag|flg|fl|yn|jn|ind|dt|kz|${timeWords}`

const ofEmail =
  'e?mails?|gmail|e?mail(?:adress?e?n?|address|adres)|(?:adresse?|indirizzo|direccion|endereco)(?:de|di)?e?mail|courriel|courrier|' +
  'correo(?:electronico)?|correio(?:eletronico)?|eposta?|epostadress|sahkoposti|poczta|почта|пошта|електроннапошта|электроннаяпочта|электронноипочты'
const ofPhone =
  'phone(?:number|no)?|mobile(?:phone|number)?|cell(?:phone)?|telephone|telefono?|telefone|telefoon|telefon(?:nummer)?|tel|handy(?:nummer)?|mobil|mobiel|' +
  'mobilnummer|rufnummer|celular|cellulare|movil|telemovel|komorka|portable|gsm|puhelin|телефон'

const inChinese = '確認|認証|承認|検証|验证|驗證|认证|認證|确认|인증|확인'
const emailInChinese = 'e?メール(?:アドレス)?|電子メール|(?:电子)?邮[箱件](?:地址)?|電子郵件|郵箱|이메일|메일|邮箱地址'
const phoneInChinese = '電話(?:番号)?|携帯(?:電話)?(?:番号)?|手机号?码?|手機號?碼?|电话|휴대폰|핸드폰|전화(?:번호)?'

const rest = oneOrNone(beside)

const namesOf = {
  'email-verified': namesOfContact(ofEmail, emailInChinese),
  'phone-verified': namesOfContact(ofPhone, phoneInChinese),
}

/** Words of which every such name has one, and few others have. */
const anyVerified = new RegExp(`${verified}|${verbs}|${checked}|${inChinese}`, 'u')
const anyContact = {
  'email-verified': new RegExp(`${ofEmail}|${emailInChinese}`, 'u'),
  'phone-verified': new RegExp(`${ofPhone}|${phoneInChinese}`, 'u'),
}

function namesOfContact(contactWords: string, inChineseContact: string): (name: string) => boolean {
  const [contact, word] = [oneOf(contactWords), oneOf(`${verified}|${checked}`)]
  const sequences = [
    [rest, rest, contact, rest, word, rest, rest, rest],
    [rest, rest, word, rest, contact, rest, rest, rest],
  ]
  const wholeInChinese = new RegExp(
    `^(?:${inChineseContact})(?:是否)?已?(?:${inChinese})(?:済み?|完了|됨|완료|여부|フラグ|标志)*$|^(?:是否)?已?(?:${inChinese})(?:${inChineseContact})$`,
    'u',
  )
  return (name) => sequences.some((places) => isSequence(name, places)) || wholeInChinese.test(name)
}

/**
 * Whether the words of a name say of the contact that it is verified, and nothing else: `mailVerified`, `Почта подтверждена`; not `email_ok`, which
 * may say that mail arrives. Without a contact they say it of the email.
 */
export function saysVerified(target: keyof typeof namesOf, words: readonly string[]): boolean {
  const name = withoutPrefix(words).join('')
  const isOfContact = anyVerified.test(name) && anyContact[target].test(name) && namesOf[target](name)
  return isOfContact || (target === 'email-verified' && sayVerifiedAlone(words))
}

/** A word before the name of a column that says of what it is one: `fldEmailVerified`, `b_email_verified`. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  return words.length > 2 && /^(?:[a-df-z]|fld|col|tbl|bool|bit)$/.test(words[0] ?? '') ? words.slice(1) : words
}

const alone = [rest, rest, oneOf(`${verified}|${verbs}`), rest, rest, rest]
const aloneInChinese = oneOf(
  `(?:本人)?(?:確認|認証|承認)済み?|(?:是否)?已(?:${inChinese})|是否(?:${inChinese})|인증(?:됨|완료|여부)?|확인됨`,
)

/** Whether words say verified and nothing else. */
export function sayVerifiedAlone(words: readonly string[]): boolean {
  const name = words.join('')
  return anyVerified.test(name) && (isSequence(name, alone) || aloneInChinese.test(name))
}

/** Whether a value says in words of any language that something is verified, or that it is not: `verifiziert`, `nicht bestätigt`, `未認証`; null: neither. */
export const verifiedByWord = remembered((text): boolean | null => {
  if (text.length > maxValue || !/\p{L}/u.test(text)) return null
  const words = wordsOf(text)
  if (words.length > 4) return null
  if (words.every((word) => isVerified(word) || besideValue.test(word)) && words.some(isVerified)) return true
  const [first = '', ...others] = words
  const joined = others.length === 0 ? (/^(?:un|non)(.+)$/.exec(first)?.[1] ?? '') : ''
  if (isVerified(joined)) return false
  const negated = negatedWords(words)
  return negated !== null && negated.every((word) => isVerified(word) || checkedInChinese.test(word)) ? false : null
})

/** Characters of a value in words. */
const maxValue = 40
const besideValue = /^(?:is|ist|est|es|e|er|ar|is|email|mail|account|konto|compte|cuenta|conta)$/

function isVerified(word: string): boolean {
  return verifiedWord.test(word) || aloneInChinese.test(word)
}

const checkedInChinese = oneOf(inChinese)
const verifiedWord = oneOf(verified)
const besideWord = oneOf(`${beside}|e|эл|электронная`)

/** Whether words are for one thing and for that it is verified, and nothing else. */
export function sayVerifiedOf(words: readonly string[], isThing: (word: string) => boolean): boolean {
  return (
    words.some(isThing) &&
    words.some((word) => verifiedWord.test(word)) &&
    words.every((word) => isThing(word) || verifiedWord.test(word) || besideWord.test(word))
  )
}

/** Whether a column says whether the email is verified, as forums of the Discuz kind call it: their users have groups of two kinds beside it. */
export function saysStatusOfEmail(path: string, others: readonly string[]): boolean {
  const names = new Set(others.map((other) => other.toLowerCase()))
  return path.toLowerCase() === 'emailstatus' && names.has('adminid') && names.has('groupid')
}

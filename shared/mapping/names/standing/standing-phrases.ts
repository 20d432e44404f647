import { disabledByWord } from '../../cell.ts'
import { wordsOf } from '../column-words.ts'
import { isCountedPerson, isPeopleWord } from '../people-names.ts'
import { isNegation } from './negated-names.ts'
import { saysOtherState } from './other-states.ts'
import { standingName } from './standing-names.ts'
import { activeWord, approvedStem, letsInAnywhere, letsInStem } from './standing-stems.ts'
import { isAccountWord } from './status-words.ts'

/*
 * Texts of a few words that say of a user that he or she has left, is away or is kept out: `No longer employed`, `Baja temporal`, `Zugang gesperrt`.
 * They are no names of a status that products know, so they are asked about. Others say whose account is active.
 */

const maxRemark = 60
const maxWords = 7

/** Whether a remark has a word for being kept out: `gesperrt seit Mai`. */
export function mentionsKeptOut(text: string): boolean {
  return text.length <= maxRemark && wordsOf(text).some(isKeptOut)
}

/** Short stems begin other words as well; without an alphabet, two signs are a word. */
function isKeptOut(word: string): boolean {
  return (word.length > 4 || ofSigns.test(word)) && standingName(word) === 'keeps-out'
}

const ofSigns = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{2,}$/u

/** Whether a text is one word of a few letters for being kept out, in any language whose stem is known: `cessato`. */
export function isWordForOut(text: string): boolean {
  return /^(?!robot|machine)\p{L}{5,20}$/iu.test(text) && standingName(text) === 'keeps-out'
}

/** Whether a text says of a user, and not of something else, that he or she has left, is away or is kept out. */
export function saysKeptOut(text: string): boolean {
  if (text.length > maxRemark) return false
  const words = wordsOf(text)
  if (words.length === 0 || words.length > maxWords) return false
  const plain = words.join(' ')
  const isNot = words.some((word) => isNegation(word) || word === 'plus')
  const off = words.find(isKeptOut)
  if (off !== undefined && isNot) return false
  if (off !== undefined && (ofSigns.test(off) || words.some(isAccountWord))) return true
  return (isNot && words.some(isLetIn)) || phrases.some((phrase) => phrase.test(plain))
}

/** Whether a text says that the account of its user is active, and of what kind the user is at most: `Estudiante Activo`, `aktives Mitglied`. */
export function saysLetIn(text: string): boolean {
  if (text.length > maxRemark || saysKeptOut(text)) return false
  const isOfPerson = (word: string) => isPeopleWord(word) || isCountedPerson(word) || saysOtherState(word)
  const telling = wordsOf(text).filter((word) => !isOfPerson(word))
  return telling.length > 0 && telling.every(isActive)
}

function isActive(word: string): boolean {
  return activeWord.test(word) || (isLetIn(word) && disabledByWord(word) === false)
}

function isLetIn(word: string): boolean {
  return letsInStem.test(word) || approvedStem.test(word) || letsInAnywhere.test(word)
}

/** By language, in words as `wordsOf` writes them. */
const phrases = [
  // Several languages
  '^(?:no|sin|sem|pas d|aucun|senza|nessun|geen|brak|нет|kein(?:en)?) ?(?:access|acceso|acesso|acces|accesso|toegang|dostepu|доступа|zugang|zugriff|login)$',
  // English
  'no longer|not any ?more|(?:on|taking) (?:[a-z]+ ){0,2}leave|leave of absence|on sabbatical|dropped out|out of service|end of contract|contract ended',
  'left (?:the |our )?(?:company|org|organi[sz]ation|school|team|business|firm|club|program(?:me)?|us|employment)',
  '^ex [a-z]{4,}|former (?:employee|staff|member|user|customer|student|colleague|volunteer|client)s?',
  // German
  'nicht mehr|in elternzeit|im? mutterschutz|beurlaubt|freigestellt|ausser dienst|verlassen|ehemalig',
  // French
  'n est plus|ne fait plus|ne travaille plus|en conge|conge (?:parental|maladie|maternite|sans)|en disponibilite|a quitte|hors service|fin de contrat',
  'ancien(?:ne)?s? (?:eleve|etudiant|employe|salarie|membre|client|collaborat|adherent)',
  // Spanish
  'ya no|baja (?:temporal|definitiva|voluntaria|laboral|medica|por)|(?:^|(?:dad[oa]|causo) )de baja|en baja|en excedencia|de permiso|ha dejado|fuera de servicio',
  '(?:^| )ex ?(?:alumn|emplead|estudiant|soci[oa]|miembr|trabajad|colaborad|usuari|profesor)|antigu[oa]s? (?:alumn|emplead|client|soci|miembr|trabajad|colaborad)',
  // Portuguese
  'ja nao|nao (?:[a-z]+ )?mais|(?:de|em) licenca|licenca (?:medica|maternidade|sem)|afastad[oa]|deixou|saiu d[ao]|fora de servico',
  'ex ?(?:alun|funcionari|estudant|membr|client)|antig[oa]s? (?:alun|funcionari|estudant|membr|client|colaborad)',
  // Italian
  'non (?:[a-z]+ )?piu|in congedo|in aspettativa|ha lasciato|fuori servizio|ex ?(?:dipendent|student|soci[oa]|client)',
  // Dutch
  'niet (?:meer|langer)|met verlof|op non actief|uit dienst|voormalig|oud (?:medewerker|leerling|student|lid)',
  // Polish, Swedish, Danish, Norwegian, Finnish
  'juz nie|nie juz|na urlopie|byl[yia] (?:pracown|uczen|student|klient|czlonek)',
  'inte langre|tjanstledig|tidigare (?:anstalld|medlem|elev)|ikke l[ea]+nge?re?|ikke længere|orlov|permisjon|tidligere (?:ansat|medlem|elev)|ei enaa|entinen',
  // Indonesian, Vietnamese
  'tidak (?:lagi )?bekerja lagi|tidak lagi|sudah (?:keluar|berhenti|resign)|mengundurkan diri|mantan (?:karyawan|pegawai|anggota|siswa)|(?:khong|chua|ngung) (?:con )?(?:hoat [dđ]ong|kich hoat|lam viec)|(?:nghi|thoi) viec',
  // Turkish, Russian, Ukrainian
  'artik \\p{L}+|eski (?:calisan|ogrenci|uye|personel)|больше не|уже не|в отпуске|в декрете|бывш|більше не|колишн',
].map((one) => new RegExp(`(?<!\\p{L})(?:${one})`, 'u'))

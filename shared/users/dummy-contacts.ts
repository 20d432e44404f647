import { behindCallingCode } from './normalise-phone.ts'

/*
 * Dummies in place of an email or a phone number: `none@none`, `0000000000`. A code sent there reaches no person or a stranger, and several users
 * have the same dummy.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Words for no email at all, alone or before an `@`, which are names of no person. */
const ofNone = words(
  'none noemail no-email no_email no.email nomail no-mail no_mail no.mail noemailaddress no-email-address noaddress undefined unknown ' +
    'notprovided not-provided not_provided not.provided notavailable not-available not.available noemailprovided no-email-provided emailnotprovided ' +
    'sinemail sin-email sin.email sin_email sincorreo sin-correo sin.correo sin_correo notienecorreo notieneemail notienemail ' +
    'sememail sem-email sem.email sem_email naotem naotememail pasdemail pas-de-mail pasdemel pasdadresse sansemail sans-email sansmail ' +
    'keinemail keine-email keine.email keine_email keineemail keinemailadresse geenemail geen-email geen.email geenmail ' +
    'nessunaemail nessuna-email nessunamail brakemaila brak-maila brakmaila nincsemail netpochty нетпочты безпочты',
)

/** Texts that stand in a cell for nothing, and are no address. */
const ofNothing = words(
  'no n/a n.a. na n.a nil null unbekannt keine keiner kein ninguno ninguna ningun nenhum nenhuma aucun aucune geen nessuno nessuna brak yok nincs ' +
    'zadny žádný нет немає なし 無し 無 无 沒有 没有 없음 tidak tidakada ไม่มี x xx xxx xxxx . ? 0',
)

/** Words that stand on both sides of the `@`, where there is no address: `n/a@n/a`, `no@no.com`. */
const ofBothSides = words('no na n/a n.a nil null non nobody empty blank anonymous')

/** Words of people who try something out, on both sides of the `@` or at a host of free mail, which has no names as short. */
const ofTrials = words(
  'test testing abc abcd asd asdf asdfgh qwe qwer qwerty foo bar dummy fake example sample demo temp xyz email mail 123 1234 12345 123456',
)
const freeMail = words('gmail yahoo hotmail mail email')

const longest = 24

/**
 * Whether a text stands for no email, `none@none`, `noemail@acme.example`, `n/a`, or is made up by someone who has none or tries something out,
 * `test@test.com`, `x@x.x`; null: neither. Someone may sign in with a made-up one. Called for each user, so nearly all go by one look at a table.
 */
export function dummyEmail(text: string): 'none' | 'made-up' | null {
  const at = text.indexOf('@')
  if (at > longest || (at < 0 && text.length > longest)) return null
  if (at < 0) {
    const whole = text.trim().toLowerCase().replaceAll(' ', '')
    return kindsOfWords.get(whole) === 'none' || ofNothing.has(whole) ? 'none' : null
  }
  if (!mayBeWord(text.charCodeAt(0), text.charCodeAt(at - 1))) return null
  const local = text.slice(0, at).trim().toLowerCase()
  const kind = kindsOfWords.get(local) ?? (isOneLetter(local) ? 'letter' : null)
  if (kind === null || kind === 'none') return kind
  const label =
    /^[^.]*/.exec(
      text
        .slice(at + 1)
        .trim()
        .toLowerCase(),
    )?.[0] ?? ''
  const isSame = local === label
  if (kind === 'both') return isSame ? 'none' : null
  if (kind === 'trial') return isSame || freeMail.has(label) ? 'made-up' : null
  const isFirstLetters = local === 'a' && label === 'b'
  return isFirstLetters || (isSame && label !== 'qq') ? 'made-up' : null
}

const kindsOfWords: ReadonlyMap<string, 'none' | 'both' | 'trial'> = new Map([
  ...Array.from(ofTrials, (word) => [word, 'trial'] as const),
  ...Array.from(ofBothSides, (word) => [word, 'both'] as const),
  ...Array.from(ofNone, (word) => [word, 'none'] as const),
])

/** The first and the last letter of each word. */
const ends = new Uint8Array(1 << 14)
for (const word of kindsOfWords.keys()) ends[(word.charCodeAt(0) << 7) | word.charCodeAt(word.length - 1)] = 1

/** Whether a text with these first and last characters may be a word or one letter several times: a look that takes no text apart. */
function mayBeWord(first: number, last: number): boolean {
  const isSmall = (code: number) => code > 32 && code < 128 && !(code >= 65 && code <= 90)
  return first === last || !isSmall(first) || !isSmall(last) || ends[(first << 7) | last] === 1
}

/** `x`, `xx`, `xxx`. */
function isOneLetter(text: string): boolean {
  return text.length <= 4 && /^([\p{L}\d])\1*$/u.test(text)
}

/**
 * Whether a number stands for none: the same digit all along, also behind the code of a country, digits in their order, zeros from an area on, or
 * the largest whole number of a database.
 */
export function isDummyPhone(text: string): boolean {
  if (isLargestWhole(text)) return true
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < shortestPhone || digits.length > 15) return false
  if (isRepeated(digits) || counted.includes(digits) || /^\d{1,4}0{7,}$/.test(digits)) return true
  const isInternational = text.trim().startsWith('+') || digits.startsWith('00')
  if (!isInternational || !mayEndDummy.test(digits)) return false
  const rest = behindCallingCode(digits.replace(/^00/, ''))
  return rest !== null && rest.length >= shortestNational && (isRepeated(rest) || counted.includes(rest))
}

/**
 * Whether digits are the largest whole number of a database, with a sign or without: a column of such numbers cuts each longer phone number to it,
 * which is then that of a stranger in Dallas.
 */
export function isLargestWhole(text: string): boolean {
  return /^\s*(?:2147483647|4294967295)(?:\.0)?\s*$/.test(text)
}

/** A cheap look that tells nearly all other numbers apart. */
const mayEndDummy = /(?:(\d)\1{8}|23456789|234567890|87654321|876543210)$/

function isRepeated(digits: string): boolean {
  return (digits.startsWith('0') || digits.length >= shortestNational) && /^(\d)\1+$/.test(digits)
}

const shortestPhone = 7
/** Some numbers of eight digits that are all the same have been given out. */
const shortestNational = 9
const counted = [
  '12345678',
  '123456789',
  '1234567890',
  '12345678901',
  '0123456789',
  '01234567890',
  '9876543210',
  '987654321',
]

import { isAccountWord, lastName, splitPath, wordsOf } from '../column-words.ts'
import { loginNamesInLanguages } from '../names-in-languages.ts'
import { isPeopleWord } from '../people-names.ts'
import { neutral, ofDigest } from './digest-names.ts'

/* Names of columns that say password, in any language. */

/** `whole`: a name says password and nothing else, so whatever is under it is one; `part`: among other words. */
export type PasswordHint = 'whole' | 'part' | null

/** The beginning of a word for password, in any language. */
export const passwordPart =
  /passw|pasw|passphrase|passcode|kennw|losungswort|geheimwort|motdepasse|contrasen|senha|palavrapasse|palavrachave|wachtwo|hasl[oa]|sifre|jelszo|salasana|losenord|passord|matkhau|adgangskode|kodeord|lozink[ae]|parolachiave|storedkey|laluan|wagwoord|slaptazod|lykilor[dð]|zaporka|pasahitz|nenosiri|contrasin|fjalekalim|salasona|tunnussana|cyfrinair|pasfhocal|s[iy]nthimatik|kodikosprosvasis|συνθηματικ|κωδικο[ςσ]προσβασης|парол|пассворд|гасло|лозинк|密码|密碼|パスワード|პაროლ|գաղտնաբառ|құпиясөз|нууцуг|비밀번호|암호|סי?סמ[הא]|كلم[هة](?:ال)?(?:مرور|سر)|رمزعبور|گذرواژه|پسورد|รหสผาน|पसवरड/u

const passwordWord =
  /^(?:pass|pwd|pwrd|pswd|psw|pw|ww|pword|(?:hash|crypt|enc|md5|sha1?)(?:pw|pwd|pass)|пасс|mdp|clave|parol[ae]?s?|parooli?|hesl[oa]|gesl[oa]|sandi|hash|hashed|digest|bcrypt|argon2|argon2id|scrypt|userpass|usrpass|usrpwd|userpwd|loginpass|webpass|authhash|verifier)$/

/** Names of facts about a password that are none: dates, counts and rules. */
const aboutPassword =
  /^(?:at|on|date|time|changed|change|updated|expires|expiry|expired|expiration|last|count|attempts|required|length|strength|policy|algo|algorithm|hasher|type|method|scheme|version|format|rounds|cost|iterations|enabled|set|has|is|must|needs|needed|force|temporary|url|link|provider|no|nr|num|cnt|dt|ts|exp|ver|ref|seq|days?|end)$/

/** The words of a name, with a fact about a password as a word of its own: `passwordexpires`. */
export function withFactsApart(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => {
    const [, password = '', fact = ''] = /^(passw(?:or[dt]|d))([a-z]+)$/.exec(word) ?? []
    return aboutPassword.test(fact) ? [password, fact] : [word]
  })
}

export function isPassword(word: string): boolean {
  const plain = withoutNumber(word)
  return (
    passwordPart.test(plain) ||
    (passwordWord.test(plain) && !ofDigest.test(word) && !ofDigest.test(plain)) ||
    joinedPassword.test(plain) ||
    isPasswordOfAccount(plain)
  )
}

/** Whether letters are a word for a password and one for an account, in any order: `lozinkakorisnika`, `claveusuario`. */
export function isPasswordOfAccount(word: string): boolean {
  return passwords.some((password) => {
    if (word.startsWith(password)) return isAccountWord(word.slice(password.length).replace(/^d(?:[aeo]l?|i)/, ''))
    return word.endsWith(password) && isAccountWord(word.slice(0, -password.length))
  })
}

const passwords = loginNamesInLanguages['password-hash']

/** A word without the number that tells columns of one name apart: `pass1`, `clave2`. */
function withoutNumber(word: string): string {
  return ofDigest.test(word) ? word : word.replace(/(?<=\p{L}{2})\d{1,2}$/u, '')
}

/** With the letter of a table before it, which may be one of another word: `TPASS`. */
const joinedPassword = /^[a-z](?:pass|pwd)$/

export function passwordHint(words: readonly string[], glued: string): PasswordHint {
  const says = (word: string) =>
    passwordPart.test(word) || passwordWord.test(withoutNumber(word)) || isPasswordOfAccount(word)
  if (!words.some((word) => says(word) || joinedPassword.test(withoutNumber(word))) && !passwordPart.test(glued))
    return null
  if (words.some((word) => aboutPassword.test(word))) return 'part'
  const rest = words.filter((word) => !says(word))
  // The key of a customer is called as a password is in Spanish: `clave_cliente`.
  const isOfPerson = (word: string) => isPeopleWord(word) && !words.includes('clave')
  const saysNoMore = (word: string) => neutral.test(word) || isAccountWord(word) || isOfPerson(word)
  const named = words.some((word) => says(word) && !neutral.test(withoutNumber(word))) || passwordPart.test(glued)
  return named &&
    (rest.every(saysNoMore) ||
      /^(?:(?:en)?clair|texto|hash(?:ed)?|hache)?$/.test(glued.replace(passwordPart, '')) ||
      isPasswordOfAccount(glued) ||
      /^(?:passwor[dt]|motdepassee?|palavra(?:passe|chave)|storedkey|matkhau)$/.test(glued))
    ? 'whole'
    : 'part'
}

/** The path to the name of a value: a password within objects without names of their own, as in `password.$crypto.value.data` or `password.encryptedData`. */
export function ofPassword(path: string): string {
  const outer = path.replace(
    /(?:\.(?:\$\w{1,20}|value|data|content|cipher(?:text)?|encrypted(?:data|text|content)?))+$/i,
    '',
  )
  return outer !== path && passwordHint(wordsOf(splitPath(outer).name), lastName(outer)) === 'whole' ? outer : path
}

/**
 * Whether the last word of a name is one for a password: `Portal Password`, and not `password_rule`; or the first, with letters of a table behind
 * it, `mdp_ut`, and not `pass_no`. A `boarding_pass` is a ticket.
 */
export function endsWithPassword(path: string): boolean {
  const words = withFactsApart(wordsOf(splitPath(path).name))
  const [first = '', last = ''] = words
  if (/^pass(?:es)?$/.test(last) && ofTicket.test(words.at(-2) ?? '')) return false
  const isOfTable = words.length === 2 && last.length <= 3 && isPassword(first) && !aboutPassword.test(last)
  return isOfTable || isPassword(words.at(-1) ?? '')
}

/** Before `pass`, a word that says where or how long a ticket lets its holder in. */
const ofTicket =
  /^(?:boarding|seasons?|ski|bus|train|rail|tram|metro|transit|travel|hall|gate|parking|press|backstage|visitors?|museum|gym|fitness|park|battle|events?|festival|concert|conference|city|vip|(?:half|full|all)?days?|weekend|weekly|monthly|annual|yearly|summer|winter)$/

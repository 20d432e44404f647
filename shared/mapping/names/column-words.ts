import { remembered } from '../../remembered.ts'
import { withoutNotes } from './composed/heading-notes.ts'
import { namesEnd } from './composed/expiry-names.ts'
import { withoutMisspelling } from './composed/misspelled-words.ts'
import { keepsOutStem, lockStem, plannedStem } from './standing/standing-stems.ts'
import { standingNamesInLanguages } from './standing/standing-in-languages.ts'
import { negatedWords } from './standing/negated-names.ts'
import { isSequence, oneOf, oneOrNone } from './composed/word-sequence.ts'

/** The words of a column's name in lower case, without accents: `primaryEmail_Adreßé` is primary, email, adresse, and `Employee #` employee, no. */
export const wordsOf = remembered((name): readonly string[] =>
  withoutAccents(name)
    .replace(/(?<=[\p{L}\p{N}]) ?[#№]$/u, ' no')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ''),
)

/** `Contraseña` is Contrasena; letters that are no accented ones are spelled as is usual without them. */
function withoutAccents(name: string): string {
  if (/^[ -~]*$/.test(name)) return name
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[ıİ]/g, 'i')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[đĐ]/g, 'd')
    .replaceAll('ß', 'ss')
    .normalize('NFC')
}

/** The hash family or the cipher behind the name of a password: `password_md5`, `pwd_aes256`. */
const families =
  /[_ -]?(?:md5|sha[-_]?\d{1,3}|bcrypt|argon2(?:id|i|d)?|aes(?:[-_]?(?:128|192|256))?|(?:en)?crypt(?:ed)?|enc|cipher(?:text)?)$/i
const ofPassword = /(?:pass|password|passwort|passwd|pwd|pw|kennwort)$/i

/** A name without the notes beside it; `password_md5` is password. */
function withoutNote(path: string): string {
  const plain = withoutNotes(path)
  if (plain !== path) return plain
  const family = families.exec(path)?.index ?? path.length
  return ofPassword.test(path.slice(0, family)) ? path.slice(0, family) : path
}

/** The last part of a path without separators, for comparing: `user.Email-Address` is `emailaddress`. */
export const lastName = remembered((path) => wordsOf(splitPath(path).name).join(''))

const activeNames: ReadonlySet<string> = new Set(standingNamesInLanguages.active)

/** Whether a column says how long an account is kept out: a time that has passed lets its user in again. */
export function saysUntil(path: string): boolean {
  return (
    endsLock(path) ||
    (/(?:until|till|lockoutend(?:date)?(?:time)?(?:utc)?)$/.test(lastName(path)) && !endsAccount(path))
  )
}

/**
 * Whether a column says when an account is let in again, by the word for that or for the end of a lock: `unban_time`, `reactivation_date`,
 * `lock_expires`, with or without the short prefix that a table puts before its names.
 */
export function endsLock(path: string): boolean {
  const all = wordsOf(splitPath(path).name)
  const [prefix = '', ...words] = all
  if (release.test(lastName(path)) || (prefix.length <= longestPrefix && release.test(words.join('')))) return true
  return saysEndOfLock(all)
}

/** Whether a word for a lock stands before one for its end, in any language: `gesperrt_bis`, `locked_expires_at`, `bloqueado_hasta`. */
function saysEndOfLock(words: readonly string[]): boolean {
  const lock = words.findIndex((word) => lockStem.test(word))
  if (lock === -1 || words.length > lock + 4) return false
  const rest = words.slice(lock + 1)
  if (rest.length === 0) return words.length <= 2 && gluedEndOfLock.test(words[lock] ?? '')
  return sayEnd(rest[0] === 'out' || ofTime.test(rest[0] ?? '') ? rest.slice(1) : rest)
}

function sayEnd([first = '', ...rest]: readonly string[]): boolean {
  return (isEndWord(first) || ofExpiry.test(first)) && rest.every((word) => ofTime.test(word))
}

/** Whether a field within a ban, or a column of a list of bans, says when that ends: `until`, `expires_at`, `bis`. An English fine is a punishment. */
export function namesEndOfBan(name: string): boolean {
  return saysUntil(name) || (sayEnd(wordsOf(name)) && !/^fine$/i.test(name))
}

/** Whether a word of a name says until when something lasts, or that it ends: `until`, `bis`, `fin`. */
export function isEndWord(word: string): boolean {
  return endWord.test(word)
}

const endWord =
  /^(?:until|till?|to|thru|through|ends?|ended|ending|bis|ende|hasta|jusqu\p{L}*|fin|ate|fim|fino|fine|tot|einde|do|koniec|konca|slutt?|loppuu|bitis|sampai|akhir|до|конец)$/u
const ofExpiry = /^expir(?:e|es|ed|y|ation)$/
const gluedEndOfLock = /(?:until|till|expires?|bis|hasta|jusquau|fino|tot)$/
const ofTime = /^(?:at|on|a|al|au|le|el|am|date|datum|fecha|data|time|zeit|timestamp|ts|utc|gmt)$/

const release =
  /^(?:(?:un(?:ban|block|lock|suspend|freeze)s?|(?:ban|block|lock|lockout|suspension|sperre?)lift(?:s|ed)?|reactivat(?:e|ion)|reenable|entsperr(?:en|ung)?)(?:date|datum|time|at|on|am|timestamp|ts)|lock(?:expir(?:es?|y|ation)|ends?)(?:date|time|at|on|timestamp|ts)?)$/

/**
 * Whether a column holds the end of an account, with or without the short prefix that a table puts before its names: `leave_date`,
 * `mb_leave_date`. Call it only for columns that mark users as disabled: `otp_expires` is the end of something else.
 */
export function endsAccount(path: string): boolean {
  if (endsLock(path)) return false
  if (saysExpiry(path)) return true
  const [prefix = '', ...words] = wordsOf(splitPath(path).name)
  return prefix.length <= longestPrefix && !keepsOutStem.test(prefix) && words.length > 0 && saysExpiry(words.join('_'))
}

const longestPrefix = 6

/** Whether a column says by its words when an account was or will be ended, and not locked: `deactivation_date`, `disabled_on`. */
export function mayBePlanned(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => plannedStem.test(word))
}

const expiry =
  /^(?:contractend|contractenddate|contractuntil|employmentend|employmentenddate|leavingdate|leavedate|exitdate|austritt|austrittsdatum|uitdiensttreding|uitdiensttredingsdatum|datumuitdienst(?:treding)?|lastworkingday|lastdayofwork|vertragsende|terminationdate|terminatedat|terminatedon|offboardedat|offboardingdate)$|^(?:shadow|account|user|login|access|membership|krbprincipal)*(?:expire|expires|expired|expiresat|expireson|expiresdate|expiredate|expiredat|expiry|expiryat|expirydate|expirytime|expiration|expirationdate|expirationtime|valid(?:until|to|through|thru))$|^(?:account|access|login|user)?(?:activeenddate|activeuntil)$|^(?:account|access|login|user)(?:until|enddate|endsat)$|^(?:ablaufdatum|gueltigbis|gultigbis|ablauf|dateexpir(?:y|es|ation)|dateofexpiry|expirydt|fechaexpiracion|datadescadencia|geldigtot)$/

/** Whether a column says when an account ends: a time that has passed keeps its user out. */
export function saysExpiry(path: string): boolean {
  const name = lastName(path)
  return expiry.test(name) || expiry.test(turnedName(name)) || namesEnd(name)
}

/** A name without separators that begins with the word for a date, as if it ended with it: `dateofexit` is `exitdate`. */
export function turnedName(name: string): string {
  return name.replace(/^dateof(.{4,})$/, '$1date')
}

const statusNames = new Set<string>(standingNamesInLanguages.status)

/** Whether a column says by words or numbers of its own what became of an account. */
export function isStatusName(path: string): boolean {
  const name = lastName(path)
  return /(?:status|state|zustand)$/.test(name) || statusNames.has(name)
}

const loginNames =
  /^(?:pseudo|identifier|login|loginname|loginid|userlogin|username|signinname|benutzername|anmeldename|(?:benutzer|nutzer|anmelde|login)kennung|identifiant|usuario|логин)$/

/** Words for an account and its user, as names of columns begin or end with them, in languages that make one word of such names as well. */
const ofAccount =
  'users?|usr|nutzer|anwender|benutzer|konto|kont[oau]|usuario|utilisateur|utente|gebruikers?|uzytkownik\\p{L}{0,2}|kullanici|hesap|anvandar|brukers?|brugers?|kayttaja|' +
  'felhasznalo[ik]?|uzivatel\\p{L}{0,4}|korisni[ck]\\p{L}{0,3}|kasutaja|lietotaj\\p{L}?|naudotoj\\p{L}|vartotoj\\p{L}|uporabnisk\\p{L}|uporabnik\\p{L}?|utilizator(?:ului)?|utilizador|pengguna|' +
  'perdorues\\p{L}{0,2}|erabiltzaile|logg?in|prihlasovac\\p{L}{1,3}|logowania|пользовател\\p{L}|користувач\\p{L}|потребител\\p{L}{0,3}|корисни[кч]\\p{L}{0,3}|χρηστη'
const ofName =
  'name|navn|namn|naam|nimi|tunnus|nev|neve|ime|imie|meno|jmeno|nazwa|nazov|naziv|adi|vards|vardas|nom|nome|nombre|nume|numele|emri|izena|имя|имени|ім|име|ονομα'
/** Words for the act of signing in, beside the word for a name: `inlognaam`, `nom de connexion`. */
const ofSigningIn = 'inlog(?:gnings)?|aanmeld|paalogging|connexion|connessione|acces|acceso|acesso|accesso|ingreso'
const [accountPlace, namePlace] = [oneOf(ofAccount), oneOf(ofName)]
const namesOfAccount = [
  [accountPlace, namePlace],
  [namePlace, oneOrNone('de|del|du|d|do|da|dell?'), oneOf(`${ofAccount}|${ofSigningIn}`)],
  [oneOf(ofSigningIn), namePlace],
  [oneOf(`${ofAccount}|member|membre|customer|client|klient|mitglied|miembro|socio`), oneOf('login')],
]

/** Whether a word says user or account and nothing else, in any of these languages. */
export function isAccountWord(word: string): boolean {
  return accountAlone.test(word)
}

const accountAlone = new RegExp(`^(?:${ofAccount})\\p{L}?$`, 'u')

const inAsia =
  /^(?:ユーザー?名|使用者名稱|登录名|(?:登[录錄]的?)?(?:用户名|用戶名|帳號|账号)|账户名|아이디|사용자(?:이름|명)|tendangnhap|tentaikhoan|namapengguna|اسمالمستخدم|שםמשתמש|ชอผใช)$/u

/** Whether a column is called like the name that users sign in with. */
export function isLoginName(path: string): boolean {
  const name = lastName(path)
  return loginNames.test(name) || namesOfAccount.some((places) => isSequence(name, places)) || inAsia.test(name)
}

/** Whether a column is called like the roles of users, and not like a key of them. */
export function namesRoles(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return (
    words.some((word) => roleWord.test(word)) && !words.some((word) => /^(?:id|ids|no|count|level|at|date)$/.test(word))
  )
}

const roleWord =
  /^(?:(?:user|account|benutzer)?(?:roles?|rollen?)(?:names?)?|ruol[io]|roli|rol[aey]?|papeis|perfis|perfiles|peran|vaitro|rooli|szerep\w*|роль|роли|ρολος)$|役割|ロール|角色|역할|دور/u

/** The same; beside passwords alone, a name is one that users sign in with. */
export function isSignInName(path: string, besidePasswords: boolean): boolean {
  return isLoginName(path) || (besidePasswords && /^(?:name|user|account)$/.test(lastName(path)))
}

/** Whether a field is within an address, `addresses[0].telephone`. */
export function isOfAddress(path: string): boolean {
  return splitPath(path).containers.some((container) =>
    /addr(?:ess)?|adress|shipping|billing|delivery/i.test(container),
  )
}

/** The algorithm that a column says of the hash beside it: by a yes, by a value of one form, or by any value that is no no. */
export type SaysAlgorithm = { readonly algorithm: string; readonly by: 'yes' | 'value' | 'any' }

/**
 * The algorithm that the name of a column says of the hash beside it, where it has a yes or a value: NodeBB's `password:shaWrapped` is SHA-512,
 * and a server key stands beside the stored key of SCRAM alone (RFC 5802, section 3). Null: nothing.
 */
export function saysAlgorithm(path: string): SaysAlgorithm | null {
  const name = lastName(path)
  if (/^(?:password|hash)?(?:is)?shawrapped$/.test(name)) return { algorithm: 'bcrypt-sha512', by: 'yes' }
  if (/^(?:password|hash)?(?:is)?prehashed$/.test(name)) return { algorithm: 'bcrypt-prehashed', by: 'yes' }
  if (/^(?:password|hash)?(?:is)?peppered$/.test(name)) return { algorithm: 'bcrypt-peppered', by: 'yes' }
  if (ofPepper.test(name)) return { algorithm: 'bcrypt-peppered', by: 'any' }
  return /^(?:scram|password)?serverkey$/.test(name) ? { algorithm: 'scram', by: 'value' } : null
}

/** The pepper itself, its number, or whether there is one: the core has none, so it cannot check the hash. */
const ofPepper =
  /^(?:password|passwd|pwd|hash|user)?(?:is|has|uses?|with)?pepper(?:ed|value|secret|key|id|version|keyid|keyversion)?$/

/** Whether a column has the flags of an account in Active Directory. */
export function holdsAccountFlags(path: string): boolean {
  return lastName(path) === 'useraccountcontrol'
}

/**
 * The last part of a path without separators, and without the word for a mark at its end, which says no more than that it is a yes or a no:
 * `EnabledMark` is `enabled`, `del_flag` is `deleted`. The flag of a status stays what it is, because its values are more than these.
 */
export function flagName(path: string): string {
  const name = lastName(path)
  const [, is = '', says = ''] = flag.exec(name) ?? []
  return says === '' || isStatusName(says) ? name : `${is}${participles[says] ?? says}`
}

const flag = /^(is)?(.+?)(?:mark|flag|flg|ind|indicator|yn|jn|kz|kennzeichen)$/
const participles: Readonly<Record<string, string>> = {
  del: 'deleted',
  delete: 'deleted',
  remove: 'removed',
  enable: 'enabled',
  disable: 'disabled',
  lock: 'locked',
  block: 'blocked',
  ban: 'banned',
}

/**
 * Whether a column says who may log in, so that its no disables: `active`, `is_enabled`, `EnabledMark`, `Aktiv?`, with or without the few
 * letters that all names of its table begin with: `F_EnabledMark`, `uIsActive`.
 */
export function saysEnabled(path: string): boolean {
  const name = flagName(path)
  if (isOfAccess(name) || namesActiveAccount(path) || turnedFlag(path) === 'lets-in') return true
  const [prefix = '', ...words] = wordsOf(splitPath(path).name)
  const isShared = prefix.length <= longestPrefix && !turnsRound.test(prefix)
  if (isShared && isOfAccess(flagName(words.join('_')))) return true
  return joinedLetters.some((length) => !endsInTurn.test(name.slice(0, length)) && isOfAccess(name.slice(length)))
}

function isOfAccess(name: string): boolean {
  return (
    /^(?:is|account|user|login)*(?:active|activated|approved|enabled|allowed|nonlocked|nonexpired)$|^(?:can|may)(?:login|signin|authenticate)$/.test(
      name,
    ) ||
    activeAccount.test(name) ||
    activeNames.has(name)
  )
}

/** The meaning of a yes under a name that turns round a flag: `not_active` keeps out, `is_not_blocked` lets in; null: it is no such name. */
export function turnedFlag(path: string): 'keeps-out' | 'lets-in' | null {
  const words = negatedWords(wordsOf(splitPath(path).name))
  if (words === null) return null
  if (isOfAccess(words.join(''))) return 'keeps-out'
  return words.every((word) => keepsOutStem.test(word)) ? 'lets-in' : null
}

/** Whether a name says of an account that it is active, and nothing else: `USER_ACTIVE`, `is_active_user`, `member_enabled`. */
export function namesActiveAccount(path: string): boolean {
  if (activeAccount.test(flagName(path))) return true
  const words = wordsOf(splitPath(path).name)
  const states = words.filter((word) => !isAccountWord(word) && !besideState.test(word))
  return words.some((word) => isAccountWord(word) || ofAccounts.test(word)) && isActive(states.join(''))
}

/** Adjectives agree with the word for the account: `cuenta activa`, `conta ativa`. */
function isActive(state: string): boolean {
  return activeNames.has(state) || activeNames.has(state.replace(/a$/, 'o'))
}

const ofAccounts =
  /^(?:access|zugang|acceso|acesso|accesso|acces|toegang|dostep|cuenta|conta|compte|accounts?|mitglied\w{0,3}|kunden?|clientes?|socio|membre)$/
const besideState = new RegExp(`${ofAccounts.source}|^(?:is|ist|est|esta|es|jest|czy|er|ar|mi)$`)

/** Whether its user gets in: `has_access`, `login_ok`. */
const ofSignIn = '^(?:has|is)?(?:login|access)(?:ok|access|granted|permitted)$|^hasaccess$'
const [accounts, states] = ['user|usr|account|acct|member|customer|login', 'active|activated|enabled']
const activeAccount = new RegExp(
  `^(?:is|${accounts})*(?:${accounts})(?:is)?(?:${states})$|^(?:is)?(?:${states})(?:${accounts})$|${ofSignIn}`,
)

/** As many letters may be joined to all names of a table. */
const joinedLetters = [1, 2, 3]
/** Beginnings that make a no of a yes, or another thing of it. */
const turns =
  'in|im|un|de|des|dez|dis|non?|not|ne|nie|nao|nem|ej|ikke|icke|inte|ei|epa|ez|niet|nicht|kein|pas|sin|av|re|pre|pro|auto|never|was|last|first|next|prev|had'
const turnsRound = new RegExp(`^(?:${turns})$`)
/** Such a beginning between the letters of a table and the word, or alone: `uInactive`, `desativado`. */
const endsInTurn = new RegExp(`(?:${turns})$`)

type SplitPath = { readonly containers: readonly string[]; readonly name: string }

/**
 * A path as the containers around the field, and the field, with its misspelled words as they are meant. List positions belong to their container.
 */
export const splitPath = remembered((path): SplitPath => {
  // A header may have dots itself: `Tel.`, `Tel.-Nr.`
  const whole = abbreviations.test(path) ? path.replaceAll('.', '') : path
  const parts = withoutNote(whole)
    .replaceAll(/\.(?=[-\s])/g, '')
    .replace(/(?<![.\s])[.\s]+$/, '')
    .split('.')
  // DynamoDB and MongoDB write the type of a value below its name.
  while (parts.length > 1 && /^(?:S|N|BOOL|\$date|\$oid|\$number[A-Z][a-z]+)$/.test(parts.at(-1) ?? '')) parts.pop()
  // An ID may be an object around its value.
  while (/^_?id$/i.test(parts.at(-2) ?? '') && /^(?:value|string|uuid|_?id)$/i.test(parts.at(-1) ?? '')) parts.pop()
  // A status may be an object with its code and its text: `StatusCode.Text`.
  while (
    /status(?:_?code)?$/i.test(parts.at(-2) ?? '') &&
    /^(?:text|label|name|title|display_?name)$/i.test(parts.at(-1) ?? '')
  )
    parts.pop()
  // An element of XML has its text under its own name, beside its attributes: `contact[0].contact`.
  while (parts.length > 1 && parts.at(-1) === parts.at(-2)?.replace('[0]', '')) parts.splice(-2, 1)
  const name = withoutMisspelling(parts.pop() ?? '')
  return { containers: parts, name }
})

/** Two abbreviations or more, `ev.č.` and `Kd.Nr.`: no field within an object ends with a dot. */
const abbreviations = /^(?:\p{L}{1,6}\.){2,4}$/u

/** The path of the object that a field stands in, with its dot: `user.` of `user.email`; empty at the top. */
export function withinOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.') + 1)
}

/** The name of a file without its folder and its extensions: `users` of `old/users.csv.gz`. */
export function stemOfFile(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? path).replace(/(?:\.[a-z]\w{0,6}){1,3}$/i, '')
}

/** The name of a table without its schema. */
export function withoutSchema(table: string): string {
  return table.slice(table.lastIndexOf('.') + 1)
}

/** Whether two tables have the same name in any schema, whatever its case. */
export function haveSameName(one: string, other: string): boolean {
  return withoutSchema(one).toLowerCase() === withoutSchema(other).toLowerCase()
}

const former =
  /^(?:old|prev|previous|former|legacy|hist|history|histories|historical|archived?|past|retired|obsolete|deprecated|bak|backup|historie|historique|historial|historico|storico|altes?|alter|ehemalig\w*|vorherig\w*|frueher\w*|fruher\w*|anciens?|anciennes?|precedent\w*|antigu[oa]s?|antig[oa]s?|anterior(?:es)?|vecchi[ao]?|oude?|vorige|star[aey]|poprzedni\w*|eski|gaml[ae]|gammelt?|gammalt?)$|[旧舊古]/u

/** Whether a word of a name says that something else has taken its place: of a password before the current one, of a table of those who left. */
export function isFormerWord(word: string): boolean {
  return former.test(word)
}

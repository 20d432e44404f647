import { namesGender } from './other-things.ts'
import { isFormerWord, lastName, wordsOf, withoutSchema } from './column-words.ts'

/** Words for accounts and for the people that have them, in the languages of `names-in-languages.ts` and some more. */
const accounts = /^(?:accounts?|konto|konten|cuentas?|comptes?|konta|hesap(?:lar)?|contas?)$/u
const users =
  /^(?:users?|usr|nutzer|anwender|benutzer|usuarios?|utilisateurs?|utent[ei]|gebruikers?|uzytkown\w+|kullanici(?:lar)?|anvandare|brukere?|bruger[e]?|kayttajat?|felhasznalok?|uzivatel[e]?|korisni[kc]\w*|pengguna|utilizador(?:es)?|пользовател\p{L}*|користувач\p{L}*)$/u
const persons =
  /^(?:members?|customers?|clients?|people|persons?|players?|staff|employees?|subscribers?|kunden?|mitglied(?:er)?|personen|mitarbeiter|clientes?|miembros?|personas?|soci(?:os?)?|empleados?|membres?|employes?|adherents?|personnes?|abonne[es]?s?|abonnent(?:en)?|iscritt[oi]|teilnehmer|persoon|pessoas?|personer|osob[ay]|henkilot?|szemely(?:ek)?|clienti|membri|klant(?:en)?|leden|klient\w*|musteri(?:ler)?|uyeler|kunder|medlem\w*|membros?|клиент\p{L}*|anggota|pelanggan|karyawan|pegawai|uye|clen(?:ove)?|zakazni[kc]\p{L}*|czlon(?:ek|k\p{L}+)|pracowni[ck]\p{L}*|jasen(?:et)?|asiak(?:as|kaat)|ugyfel(?:ek)?|medewerkers?|dipendenti|funcionarios?|участник\p{L}*)$/u
const peopleAnywhere = /ユーザ|会員|顧客|用户|會員|会员|客户|사용자|회원|고객|مستخدم|משתמש|ผู้ใช้/u
const glued = /(?:users?|members?|accounts?|customers?|clients?|people|kunden|benutzer|usuarios|utilisateurs)$/
/** Words for a copy of a table, in its name. */
const ofCopies = /^(?:cop(?:y|ie|ia)|kopi[ea]|sicherung|backup|bak|bkp|bck|tmp|temp)$/
/** Other words in the name of a table that tell nothing of its content. */
const neutral = /^(?:old|new|archived?|staging|import(?:ed)?|export(?:ed)?|all|list|table|tbl|db|data|v?\d+)$/

function isTelling(word: string): boolean {
  return !ofCopies.test(word) && !neutral.test(word)
}

/** The words in the name of a table that tell of its content. */
function tellingWords(name: string): readonly string[] {
  return wordsOf(name).filter(isTelling)
}

/** Whether a table keeps former rows of another one, or a copy of it, by its name: `users_archive`, `users_copy`. */
export function isNamedFormer(table: string): boolean {
  return wordsOf(withoutSchema(table)).some((word) => word === 'deleted' || isFormerWord(word) || ofCopies.test(word))
}

/** Whether one word of a name, as `wordsOf` parts it, means people with accounts. */
export function isPeopleWord(word: string): boolean {
  return accounts.test(word) || users.test(word) || persons.test(word) || peopleAnywhere.test(word)
}

/** Whether a word means people that their school or clinic counts: `student_id`. */
export function isCountedPerson(word: string): boolean {
  return counted.test(word)
}

const counted =
  /^(?:students?|pupils?|teachers?|patients?|doctors?|nurses?|alum\w*|schuler\w*|etudiante?|estudiante|studente|aluno|uczen)$/

/** Whether a word means users. A customer or a supplier may be one of another company; a user is not. */
export function isUserWord(word: string): boolean {
  return users.test(word)
}

/** The same of two words that mean it together, in Vietnamese. */
const together = /(?:nguoidung|taikhoan|thanhvien|khachhang)$/

/** Whether a table or a list is named after people in any way: `users`, `user_roles`, `login_history`, `userlist`. */
export function mentionsPeople(name: string): boolean {
  const words = wordsOf(withoutSchema(name))
  return mentioned.test(name) || words.some(isPeopleWord) || together.test(words.join(''))
}

const mentioned =
  /user|customer|member|account|people|person|client|kunde|benutzer|mitglied|login|auth|subscriber|employee|patient|student/i

/** In the name of a table, a kind of people and not themselves, before the word for them: `TypeUtilisateur`, `nivel_usuario`. */
const kindsOfPeople =
  /^(?:types?|tipos?|tipi|roles?|rol|roll[ei]n?|ruol[io]|kinds?|categor(?:y|ies|ia|ias|ie)|kategori\w*|niveaux?|nivel(?:es)?|niveis|levels?|statuts?|permissions?|permisos?|droits?)$/

/** Whether a column is called like a kind of people: `tipoUtente`, `customer_type`. */
export function namesKindOfPeople(path: string): boolean {
  const words = wordsOf(path)
  return (
    words.length > 1 &&
    words.some((word) => kindsOfPeople.test(word)) &&
    words.every((word) => kindsOfPeople.test(word) || isPeopleWord(word))
  )
}

/** Whether a table holds people by its name: `app_users`, `users_old`, `Kunden`, but not `user_roles`. */
export function holdsPeople(table: string): boolean {
  const words = tellingWords(withoutSchema(table))
  const last = words.at(-1) ?? ''
  if (words.slice(0, -1).some((word) => kindsOfPeople.test(word))) return false
  return isPeopleWord(last) || glued.test(last) || /^logins?$/.test(last) || together.test(words.join(''))
}

/** The same without a doubt: accounts may be those that one person has. */
export function holdsPersons(list: string): boolean {
  const last = wordsOf(withoutSchema(list)).at(-1) ?? ''
  return holdsPeople(list) && !accounts.test(last) && !/(?:accounts?|logins?)$/.test(last)
}

/** Whether a list holds parts of one user, which may have fields of a user themselves: emails, identities, sessions. */
export function isPartOfUser(list: string): boolean {
  return partsOfUser.test(list)
}

const partsOfUser =
  /mail|phone|address|contact|identit|credential|login|provider|factor|device|session|token|role|audit|event|log$/i

/** Whether a table holds accounts rather than people by its name: `usuarios`, `app_users`, `Logins`, but not `customers`. */
export function holdsAccounts(table: string): boolean {
  return wordsOf(withoutSchema(table)).some((word) => accounts.test(word) || users.test(word) || /^logins?$/.test(word))
}

/** Whether a file may hold accounts by its name: it says so, or tells nothing. Of other lists, a status may be another one than that of an account. */
export function mayHoldAccounts(name: string): boolean {
  return (holdsAccounts(name) && holdsPeople(name)) || tellingWords(name).every((word) => word.length < 2)
}

/** Words for several groups of people; one alone may be the name of who made the file, `company.csv`. */
const groups =
  /^(?:teams|groups|clans|guilds|companies|organi[sz]ations|orgs|households|families|clubs|squads|crews|schools|departments|workspaces|tenants|mannschaften|gruppen|gilden|firmen|organisationen|haushalte|familien|vereine|schulen|abteilungen|mandanten|equipos|grupos|empresas|familias|hogares|escuelas|equipes|groupes|entreprises|familles|foyers|ecoles|clanes|squadre|gruppi|aziende|famiglie|scuole|ploegen|groepen|bedrijven|gezinnen|zespoly|grupy|firmy|rodziny)$/

/** Whether a file holds groups of people and no people by its name: `teams`, `export-firmen`, not `user_groups`. */
export function holdsGroups(name: string): boolean {
  const words = tellingWords(name)
  return groups.test(words.at(-1) ?? '') && !mentionsPeople(name)
}

/** Whether a table holds administrators, by its name. */
export function isOfStaff(table: string): boolean {
  return /admin|staff|operator|moderator|backend_?user|backoffice/i.test(withoutSchema(table))
}

const asking =
  /^(?:requests?|solicitud(?:es)?|solicitac\w+|demandes?|antrage?|antraege|anfragen?|richiest[ae]|aanvra\w+|wniosk\w*|talepler?i?|permintaan|permohonan|заявк\w*)$/u
const waiting =
  /^(?:validating|pending|waiting|awaiting|unconfirmed|unverified|unactivated|unapproved|unvalidated|wartende?|pendientes?|pendentes?|attente|wachtende?|freischaltung)$/
const signingUp =
  /^(?:sign|up|signups?|regist\w+|access|join\w*|membership|new|creation|zugangs?|beitritts?|registrierungs?|inscri\w+|cadastro|alta|pendaftaran|de|d|of|for)$/

/** Whether a word means people who wait for an account: `pending`, `unconfirmed`. */
export function isWaitingWord(word: string): boolean {
  return waiting.test(word)
}

const inviting =
  /^(?:invit(?:e|es|ees?|ations?|aciones|i)|convites?|einladung(?:en)?|uitnodiging(?:en)?|zaproszenia|undangan|приглашения)$/u

/**
 * Whether a table holds requests for accounts, invitations, or those who wait for one, by its name: `account_requests`, `pending_users`; not
 * `password_requests`. One more word may stand before the others.
 */
export function holdsRequests(table: string): boolean {
  const all = wordsOf(withoutSchema(table)).filter((word) => word === 'new' || isTelling(word))
  const isKnown = (word: string) =>
    asking.test(word) || waiting.test(word) || signingUp.test(word) || isPeopleWord(word)
  if (inviting.test(all.at(-1) ?? '')) return true
  const words = all.length > 2 && !isKnown(all[0] ?? '') ? all.slice(1) : all
  const isAbout = words.some((word) => isPeopleWord(word) || signingUp.test(word))
  return isAbout && words.every(isKnown) && words.some((word) => asking.test(word) || waiting.test(word))
}

/** Whether a file beside one of accounts lists those who asked or wait for one by its name, which may say no more than that: `pending`, `invited`. */
export function listsRequests(file: string): boolean {
  const words = tellingWords(file)
  return holdsRequests(file) || (words.length === 1 && words.every((word) => waiting.test(word) || invited.test(word)))
}

const invited = /^(?:invited|invitees?|eingeladene?|invitad[oa]s|convidad[oa]s|invitati)$/

/** Columns with the name of a person, or a part of it, which no company has. */
const personalNames =
  'namalengkap|prezime|soyadi|adsoyad|фамилия|фио|氏名|姓名|(?:first|last|given|family|full|middle)name|surname|forename|vorname|nachname|familienname|prenom|apellidos?|sobrenome|cognome|nazwisko|voornaam|achternaam|fornavn|etternavn|fornamn|efternamn'
const nameOfPerson = new RegExp(
  `^(?:${personalNames}|nama|naam|navn|namn|nimi|jmeno|meno|ime|nev|nume|adi?|имя|名前|이름|(?:display)?name|nom|nombres?|nome|imie)$`,
)

/** Whether a column is called like the name of a person, or a part of it: `first_name`, `Nachname`. */
export function isNameOfPerson(path: string): boolean {
  return nameOfPerson.test(lastName(path))
}

/** Whether the columns of a table are of persons: it has what each of them is called, which no company is, or whether they are men or women. */
export function isOfPersons(paths: readonly string[]): boolean {
  return paths.some((path) => ofPersonAlone.test(lastName(path)) || namesGender(path))
}

const ofPersonAlone = new RegExp(
  `^(?:${personalNames}|(?:date(?:of)?)?birth(?:date|day)?|dob|geburts(?:datum|tag)|naissance|datenaissance|fechanacimiento|datanascimento|datadinascita|tanggallahir|tgllahir)$`,
)

/** Whether a column has a contact or the name of a person, by a word for it anywhere in its own name: `contact_email`, `FirstName`. */
export function namesContactOrPerson(column: string): boolean {
  return contactOrPerson.test(column)
}

const contactOrPerson = /mail|phone|mobile|nick|(?:first|last|full|given|family|sur|fore)_?name/i

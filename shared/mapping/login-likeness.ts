import { counted } from '../format.ts'
import { hashesIn, hashLikeness, hashLikenessUnderPasswordName, isUuid } from '../hashes/hash-likeness.ts'
import { sectionWord } from '../places.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import { knownProvider } from '../users/known-provider.ts'
import type { UnmappedKind } from '../users/user.ts'
import { booleanOf, isPhone, isTime, textOf } from './cell.ts'
import type { Entry, LoginColumn, SourceRecord } from './export-format.ts'
import { refersToAccount } from './names/account-names.ts'
import { isOfStaff, mentionsPeople } from './names/people-names.ts'
import { plainNames } from './names/shared-suffix.ts'
import { withoutSchema, wordsOf } from './names/column-words.ts'
import { hintsOf, type NameHints } from './names/name-hints.ts'
import { thirdPartySearch } from './third-party-rows.ts'

/** The likeness of a value to a login. `certain`: on its own; `byName`: only under the name of its field. */
export type LoginLikeness = {
  readonly kind: UnmappedKind
  readonly value: string
  readonly provider: string | null
  readonly certain: boolean
  readonly byName: boolean
}

/**
 * Login methods that a value may be; null: none, as nearly always. The look of the value ranks before the name of its
 * field. Called for each value of an export.
 */
export function loginLikenesses(value: string, hints: NameHints): readonly LoginLikeness[] | null {
  if (hints.provider === null && (value.length < shortest || isUuid(value))) return null
  if (value.includes('@')) {
    const emails = emailsIn(value, hints)
    if (emails !== null) return emails.length === 0 ? null : emails.map((email) => look('email', email, true))
  }
  const likeness = hashLikeness(value)
  if (likeness !== null) return [look('password-hash', value.trim(), likeness === 'certain')]
  const inside = hashesIn(value)
  if (inside.length > 0) return inside.map((hash) => look('password-hash', hash, true))
  const first = value.charCodeAt(0)
  const id = ownId(value, hints)
  if (id !== null) return [id]
  if ((first === plus || hasScheme.test(value)) && isPhone(value, 8)) return [look('phone', value.trim(), true)]
  if (hints.password !== null && !hints.id && isUnderPasswordName(value, hints.password)) {
    return [look('password-hash', value.trim(), false, true)]
  }
  if (hints.provider !== null && isId(value)) return [idOf(value, hints.provider || 'unknown', false)]
  return hints.phone && !(hints.time && isTime(value)) ? phonesIn(value) : null
}

/** The numbers that a value under the name of a phone consists of: one, or several with a separator between them. */
function phonesIn(value: string): readonly LoginLikeness[] | null {
  const parts = isPhone(value)
    ? [value]
    : value.split(/[,;/|\n]|\s(?:or|y|et|und|e|и)\s/u).filter((part) => part.trim() !== '')
  const areAll = parts.length > 0 && parts.length <= 5 && parts.every((part) => isPhone(part, 6))
  return areAll ? parts.map((part) => look('phone', part.trim(), false, true)) : null
}

const plus = 43
const hasScheme = /^tel:\+/i
/** Only a third party gives out shorter ids. */
const shortest = 5

/**
 * Whether a value is a login by nothing but the name of its field, if at all: a short word or number that is no ID of Google. Under a name
 * that says password, it may be one.
 */
export function isWord(value: string): boolean {
  return value.length <= maxWord && word.test(value)
}

const maxWord = 28

/** Shorter than any hash that begins with a letter or a digit. */
const word = /^(?!1\d{20}$)[a-z\d][\w.-]{0,27}$/i

/** Whether a value is a phone number and nothing else. */
export function isNumberWithCountry(value: string): boolean {
  return withCountry.test(value)
}

const withCountry = /^\+[1-9]\d{7,14}$/

/** A cheap look at a value in a field whose name says nothing, which tells nearly every other value apart. */
export function mayBeLogin(value: string): boolean {
  const { length } = value
  if (length < shortest) return false
  const first = value.charCodeAt(0)
  // No letter or digit, as hashes and phone numbers begin; spaces and quotes may stand before anything.
  if (first < digitZero) return true
  if (length >= longEnough && !value.includes(' ') && !value.startsWith('http')) return !entryName.test(value)
  // Ids of Google and Apple begin with 0 or 1.
  if (length >= 20 && first <= digitZero + 1) return true
  return holdsMark.test(value) || (first === letterT && value.startsWith('tel:'))
}

/** Characters of emails, IDs with their provider, hashes and objects that are rare elsewhere. */
const holdsMark = /[@|${]/
const letterT = 116

/** The name of an entry of a directory, `uid=ann,ou=people,dc=acme`, with no sign that a login within has. */
const entryName = /^[A-Za-z]{1,20}=[^,$:%&\\'"@|{}]+,[^$:%&\\'"@|{}]+$/

const digitZero = 48
/** Every hash that begins with a letter or a digit. */
const longEnough = 30

function look(kind: UnmappedKind, value: string, certain: boolean, byName = false): LoginLikeness {
  return { kind, value, provider: null, certain, byName }
}

/** In a column that says password and nothing else, any text is one; in others, what could be a hash. */
function isUnderPasswordName(value: string, hint: 'whole' | 'part'): boolean {
  const text = value.trim()
  if (isTime(text) || booleanOf(text) !== null || /^[\d.,-]+$/.test(text) || isUuid(text)) return false
  if (/^[{[]/.test(text) || /^https?:/.test(text)) return false
  if (hashLikenessUnderPasswordName(value) !== null) return true
  return hint === 'whole' && !/\s/.test(text) && text.length <= 256 && !/^(?:[!*x]+|n\/?a|none|null)$/i.test(text)
}

/** A bare digest under the name of a token, a key or a checksum. One with a salt is written as passwords are. */
export function isOtherDigest({ kind, certain, value }: LoginLikeness, { otherDigest }: NameHints): boolean {
  return kind === 'password-hash' && otherDigest && !certain && /^[0-9a-f]+$/i.test(value)
}

/** The name of an account whose user signs in with another one: nothing arrives there. */
const madeOfId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@[\w.-]+\.onmicrosoft\.com$/i

/** Names in realms of Kerberos, which are in capitals. */
const ofRealms = /^[^\s@,]+@[A-Z0-9.-]+(?:, ?[^\s@,]+@[A-Z0-9.-]+)*$/

/** The addresses that a value consists of, also `Ann <ann@acme.example>`; null for a sentence that holds some. */
function emailsIn(value: string, { principal }: NameHints): readonly string[] | null {
  const text = value.trim()
  if (madeOfId.test(text) || (principal && ofRealms.test(text))) return []
  if (isEmailAddress(text)) return [text]
  if (text.length > 2000 || text.includes('//')) return null
  const named = /^[^@<>]*<([^\s@<>]+@[^\s@<>]+)>$/.exec(text)?.[1]
  if (named !== undefined) return isEmailAddress(named) ? [named] : null
  const parts = text
    .replace(/^(?:mailto|smtp|sip):/i, '')
    .split(/[\s,;|[\]{}"]+/)
    .filter((part) => part !== '')
  return parts.length > 0 && parts.length <= 20 && parts.every((part) => isEmailAddress(part)) ? parts : null
}

/** Ids that third parties give out and that look like nothing else. */
const ownIds: readonly (readonly [look: RegExp, provider: string])[] = [
  [/^1\d{20}$/, 'google'],
  [/^\d{6}\.[0-9a-f]{32}\.\d{4}$/, 'apple'],
]

function ownId(value: string, { provider }: NameHints): LoginLikeness | null {
  const bar = value.indexOf('|')
  if (bar > 1 && bar < 40 && value.length <= 256) {
    const before = value.slice(0, bar)
    const after = value.slice(bar + 1)
    const isThird = knownProvider(before) !== null || /^(?:samlp|oidc|waad|adfs|okta|windowslive|oauth2)$/.test(before)
    if (isThird && /^\S+$/.test(after)) return idOf(after, before, true)
  }
  const named = /^(?:passport-)?([a-z]{4,20}):(\d{15,40})$/.exec(value)
  if (named !== null && knownProvider(named[1] ?? '') !== null) return idOf(named[2] ?? '', named[1] ?? '', true)
  if (value.length < 20 || value.length > 44) return null
  const own = ownIds.find(([shape]) => shape.test(value))
  return own === undefined ? null : idOf(value, provider || own[1], true)
}

/** An id in a field that is called like one: neither an answer nor a time. */
function isId(value: string): boolean {
  if (value.length > 256 || textOf(value) === null) return false
  return !/\s|^(?:0|-|true|false|yes|no|none|[tfyn])$|^\d{4}-\d\d-\d\d/i.test(value)
}

function idOf(value: string, provider: string, certain: boolean): LoginLikeness {
  return { kind: 'provider-user-id', value, provider, certain, byName: !certain }
}

/** A column of a table that nothing reads, and how many of its rows have a value that looks like a login. */
type CountedColumn = LoginColumn & { readonly rows: number }

/** A table of a dump that nothing reads, and that holds values which look like logins. */
export type UnreadTable = { readonly table: string; readonly columns: readonly CountedColumn[] }

/** The kind under which rows of a table that nothing reads are counted among the entries that are no users. */
export function tableKind(table: string): string {
  return `table ${table}`
}

/** Whether entries of this kind are the rows of that table; of a format without tables, the kind is the table. */
export function isOfTable(kind: string, table: string): boolean {
  return kind === table || kind === tableKind(table)
}

/** A kind of entries that are no users, as people read it: the tables of a workbook are sheets. */
export function otherKindText(kind: string, format: string | null): string {
  return kind.startsWith('table ') ? `${sectionWord(format)} ${kind.slice('table '.length)}` : kind
}

/**
 * Reads rows of tables that hold no users: each counts, and what in it looks like a login is noted. Bare digests count only
 * under a name that says password; under other names they are checksums and tokens.
 */
export function unreadRows(): (record: SourceRecord, table: string) => Entry {
  type Facts = {
    readonly isOfServer: boolean
    readonly lastWord: string
    readonly hints: Map<string, NameHints>
    /** Each name without the letters that all names of the table share. */
    readonly plain: ReadonlyMap<string, string>
  }
  const tables = new Map<string, Facts>()
  const thirdParty = thirdPartySearch()
  return (record, table) => {
    const aside = { kind: 'aside', what: tableKind(table) } as const
    if (ofSchema.test(table)) return aside
    let facts = tables.get(table)
    if (facts === undefined) {
      const lastWord = wordsOf(withoutSchema(table)).at(-1) ?? ''
      const names = Object.keys(record)
      const plain = plainNames(names)
      facts = {
        isOfServer: holdsServerAccounts(names),
        lastWord,
        hints: new Map(),
        plain: new Map(names.map((name, at) => [name, plain[at] ?? name])),
      }
      tables.set(table, facts)
    }
    if (facts.isOfServer) return { kind: 'aside', what: 'account of the database server' }
    const ofProgram = isOfProgram(record, facts.lastWord)
    const ofSessions = /^sessions?$/.test(facts.lastWord)
    const logins: LoginColumn[] = []
    for (const [column, value] of Object.entries(record)) {
      if (typeof value !== 'string' || value === '' || (ofSessions && ofSession.test(column))) continue
      let known = facts.hints.get(column)
      if (known === undefined)
        facts.hints.set(
          column,
          (known = hintsIn(table, nameOfDigest(facts.plain.get(column) ?? column, table, record))),
        )
      const likenesses = loginLikenesses(value, known) ?? clearPassword(value, known) ?? passwordsIn(value)
      for (const likeness of likenesses) {
        const { certain, byName } = likeness
        const kind = byName && isClearPassword(likeness) ? 'clear-password' : likeness.kind
        const isNew = !logins.some((other) => other.column === column && other.kind === kind)
        const isHash = certain || byName || known.password !== null || (kind === 'password-hash' && isSalted(value))
        if (!isHash || !isNew || isOtherDigest(likeness, known)) continue
        if (kind === 'clear-password' && isCodeName(column, table, record)) continue
        if (kind === 'email' && (ofProgram || ofRobot.test(column))) continue
        logins.push({
          column,
          kind,
          ...(kind === 'email' ? { emails: likenesses.map((one) => one.value) } : {}),
          ...(kind === 'password-hash' && known.otherSecret && known.password === null ? { isOtherSecret: true } : {}),
        })
      }
    }
    const column = thirdParty(record, table)
    if (column !== null && !logins.some((other) => other.column === column))
      logins.push({ column, kind: 'provider-user-id' })
    return logins.length === 0 ? aside : { ...aside, table, logins }
  }
}

/** A digest is one of what its table is called, `hash` of `email_hash`, or of the file, query or content that stands beside it. */
function nameOfDigest(column: string, table: string, record: SourceRecord): string {
  // Each row of a ledger has the digest of the row before it as well.
  if (/hash|digest/i.test(column) && Object.keys(record).some((name) => ofRowBefore.test(name))) return 'row_checksum'
  if (!/^(?:hash|digest)$/i.test(column)) return column
  if (/hash|digest/i.test(table)) return withoutSchema(table)
  const names = Object.keys(record)
  if (names.some((name) => ofFile.test(name) || ofQuery.test(name))) return 'file_hash'
  const isOfContent = names.some((name) => ofContent.test(name)) && ![table, ...names].some(isAboutPeople)
  return isOfContent ? 'content_hash' : column
}

const ofRowBefore = /^(?:prev(?:ious)?|parent|preceding|prior)_?(?:block|row|record|entry)?_?(?:hash|digest)$/i
const ofFile = /^(?:file_?(?:name|path)|filename|path_?name)$/i
const ofQuery = /^(?:(?:sql|search)?_?query|(?:where|select|search)_\w{1,20}|table_?name|order_?by)$/i
const ofContent =
  /^(?:data|contents?|body|ur[il]|link|payload|values?|text|json|html|xml|blob|source|response|result)$/i

/** Whether a name that means a password or a code, `clave`, means a code: nothing else in the table is about people. */
function isCodeName(column: string, table: string, record: SourceRecord): boolean {
  return /^(?:clave|chave|llave)$/i.test(column) && ![table, ...Object.keys(record)].some(isAboutPeople)
}

/** Whether a name of a table or column is about accounts, or about contacts or secrets of one. */
function isAboutPeople(name: string): boolean {
  return mentionsPeople(name) || refersToAccount(name) || /mail|salt|passw|phone|name|nick/i.test(name)
}

/** The hints of a column of people, which may be called after its table: `adminPassword` of `admin`. */
function hintsIn(table: string, column: string): NameHints {
  const hints = hintsOf(column)
  if (hints.password !== 'part' || !(mentionsPeople(table) || isOfStaff(table))) return hints
  const own = wordsOf(withoutSchema(table))
  const rest = wordsOf(column).filter((word) => !own.includes(word) && !own.includes(`${word}s`))
  return rest.length === 0 ? hints : { ...hints, password: hintsOf(rest.join('_')).password }
}

/** Whether a value under the name of a password looks like no hash. */
function isClearPassword({ kind, value }: LoginLikeness): boolean {
  return kind === 'password-hash' && hashLikenessUnderPasswordName(value) === null
}

/** A number or a short word under a name that says password and nothing else. In a table of users, it may be a time or a count all the same. */
function clearPassword(value: string, { password, id }: NameHints): readonly LoginLikeness[] | null {
  const isOne =
    password === 'whole' && !id && /^(?:\d{4,12}|(?!null|none)[a-z\d]{3,4})$/i.test(value) && booleanOf(value) === null
  return isOne ? [look('password-hash', value, false, true)] : null
}

/** A column with the name that a program or its robot gives itself, with the address of its operator: `bot_agent`. */
const ofRobot = /(?:user|bot|robot|crawler|spider|http)_?(?:user_?)?agent$/i

/** The contents of a session. Frameworks copy the address and the hash of the user into it, as Laravel does (`password_hash_web`). */
const ofSession = /^(?:payload|sess(?:ion)?(?:_?(?:data|value))?|data|value|content)$/i

/**
 * Whether a table is a log of a program, or its settings by name and value: its addresses belong to actions and to its operator. A setting
 * that belongs to a user may be an address of that user.
 */
function isOfProgram(record: SourceRecord, lastWord: string): boolean {
  if (/^(?:logs?|audit|changelog|watchdog)$/.test(lastWord)) return true
  const columns = Object.keys(record)
  const isSetting = columns.some((name) => /(?:^|[_a-z])value$/i.test(name))
  return (
    isSetting &&
    /^(?:options?|config|configuration|settings?|property|properties|variables?)$/.test(lastWord) &&
    !columns.some((name) => refersToAccount(name))
  )
}

const passwordMember =
  /"(?:password|passwd|pass|(?:password|pass|pw)_?hash|(?:hashed|encrypted)_?password)"\s*:\s*"([^"]{16,512})"/i

/** The password in an object that a column holds as text, by the name of its member: `{"password":"…"}`. */
function passwordsIn(value: string): readonly LoginLikeness[] {
  const hash = value.startsWith('{') ? passwordMember.exec(value)?.[1] : undefined
  return hash === undefined ? [] : [look('password-hash', hash, false, true)]
}

/** Whether a table has accounts of MySQL or MariaDB itself, who have privileges on its databases: `mysql.user` in a dump of all. */
export function holdsServerAccounts(columns: readonly string[]): boolean {
  const has = (name: RegExp) => columns.some((column) => name.test(column))
  return has(/^host$/i) && has(/^user$/i) && has(/^(?:\w+_)?priv$/i)
}

/** The history that Liquibase and Flyway keep of a schema: the addresses in it are of authors of programs. */
const ofSchema = /(?:^|\.)(?:databasechangelog|flyway_schema_history)$/i

/** A digest with its salt, as shops keep passwords among other values of their customers: checksums and tokens have none. */
function isSalted(value: string): boolean {
  return /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}):[\w+/=.-]{2,64}(?::\d)?$/i.test(value.trim())
}

const nouns: Readonly<Record<LoginColumn['kind'], string>> = {
  'clear-password': 'probably clear passwords',
  'password-hash': 'password hashes',
  'second-hash': 'password hashes',
  email: 'emails',
  phone: 'phone numbers',
  'provider-user-id': 'provider user IDs',
  status: 'disabled users',
  provider: 'providers',
}

/** `password hashes in password_digest (40 rows), emails in email (38 rows)` */
export function unreadTableText({ columns }: UnreadTable): string {
  return columns.map(({ column, kind, rows }) => `${nouns[kind]} in ${column} (${counted(rows, 'row')})`).join(', ')
}

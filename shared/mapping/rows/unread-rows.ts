import { bareText } from '../../hashes/bare-text.ts'
import { hashLikeness, hashLikenessUnderPasswordName } from '../../hashes/hash-likeness.ts'
import {
  type AttributeColumns,
  attributeColumns,
  type AttributeNames,
  attributeOf,
  isPasswordAttribute,
  noAttributeNames,
} from './attribute-rows.ts'
import { booleanOf, textOf } from '../cell.ts'
import { factorStates, secretInUse } from '../entries/factor-use.ts'
import { readEmbedded } from '../value-at.ts'
import type { Entry, LoginColumn, SourceRecord } from '../export-format.ts'
import { holdsOthers, isCatalog } from './tables-beside.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { offTotp } from '../../users/totp-secret.ts'
import { refersToAccount } from '../names/account-names.ts'
import { isPendingSecret } from '../names/factor-names.ts'
import { isOfStaff, mentionsPeople, namesContactOrPerson } from '../names/people-names.ts'
import { holdsProgramSettings } from '../names/settings-names.ts'
import { plainNames } from '../names/shared-suffix.ts'
import { withoutSchema, wordsOf } from '../names/column-words.ts'
import { hintsOf, type NameHints, secondFactor } from '../names/name-hints.ts'
import { wordsOfPlaces } from '../columns/table-doubt.ts'
import { areTotpSecrets } from '../columns/secrets/totp-columns.ts'
import { idIn, type ThirdPartyColumns, thirdPartySearch } from './third-party-rows.ts'
import { isOtherDigest, isSaltedDigest, type LoginLikeness, loginLikenesses, look } from '../unmapped/login-likeness.ts'
import { holdsServerAccounts, isSchemaHistory } from '../names/system-tables.ts'
import { tableKind } from './unread-tables.ts'

/**
 * Reads rows of tables that hold no users: each counts, and what in it looks like a login is noted. Bare digests count only
 * under a name that says password; under other names they are checksums and tokens. `atThirdParties`: tables whose rows are logins of users
 * there, whatever they are called. `ofObjects`: tables whose digests are names of objects. `namesOf`: the names of the attributes of a table.
 */
export function unreadRows(
  atThirdParties: ReadonlyMap<string, ThirdPartyColumns> = new Map(),
  ofObjects: ReadonlySet<string> = new Set(),
  namesOf: (table: string) => AttributeNames = () => noAttributeNames,
): (record: SourceRecord, table: string) => Entry {
  type Facts = {
    readonly isOfServer: boolean
    readonly isConnection: boolean
    /** The table is one of places, such as shops, and no column is about people. */
    readonly isOfThings: boolean
    /** Its addresses and numbers are of people beside the users, or of a company or a program. */
    readonly isBeside: boolean
    readonly isCatalog: boolean
    /** By the name of the table, its rows are second factors. */
    readonly isOfFactors: boolean
    readonly lastWord: string
    readonly ofCopies: 'all' | 'some' | null
    readonly hints: Map<string, NameHints>
    readonly attributes: AttributeColumns | null
    /** Each name without the letters that all names of the table share. */
    readonly plain: ReadonlyMap<string, string>
  }
  const tables = new Map<string, Facts>()
  const thirdParty = thirdPartySearch()
  return (record, table) => {
    const aside = { kind: 'aside', what: tableKind(table) } as const
    if (isSchemaHistory(table)) return aside
    let facts = tables.get(table)
    if (facts === undefined) {
      const lastWord = wordsOf(withoutSchema(table)).at(-1) ?? ''
      const names = Object.keys(record)
      const plain = plainNames(names)
      facts = {
        isOfServer: holdsServerAccounts(names),
        isConnection: holdsConnections(names, table),
        isOfThings: namesPlaceToGo(table) && !names.some((name) => mentionsPeople(name) || refersToAccount(name)),
        isBeside: holdsOthers(table, names),
        isCatalog: isCatalog(table, names),
        isOfFactors: secondFactor.test(withoutSchema(table)) || /(?:factors?|enroll?ments)$/i.test(table),
        lastWord,
        ofCopies: copiesIn(lastWord, names),
        hints: new Map(),
        attributes: attributeColumns(names),
        plain: new Map(names.map((name, at) => [name, plain[at] ?? name])),
      }
      tables.set(table, facts)
    }
    if (facts.isOfServer) return { kind: 'aside', what: 'account of the database server' }
    const ofProgram = isOfProgram(record, table, facts.lastWord)
    const { ofCopies, attributes } = facts
    const attribute = attributes === null ? '' : attributeOf(record, attributes, namesOf(table)).name
    const logins: LoginColumn[] = []
    for (const [column, value] of [...Object.entries(record), ...accountsWithin(record)]) {
      if (typeof value !== 'string' || value === '' || (ofCopies === 'all' && ofPayload.test(column))) continue
      let known = facts.hints.get(column)
      if (known === undefined)
        facts.hints.set(
          column,
          (known = hintsIn(table, nameOfDigest(facts.plain.get(column) ?? column, table, record, ofObjects))),
        )
      if (column === attributes?.value) known = hintsWith(known, attribute)
      if ((facts.isOfFactors || known.secondFactor) && holdsTotp(column, value, record))
        logins.push({ column, kind: 'totp-secret' })
      const likenesses =
        loginLikenesses(value, known) ??
        clearPassword(value, known) ??
        passwordsIn(value, facts.isConnection || ofCopies !== null)
      for (const likeness of likenesses) {
        const { certain, byName } = likeness
        const kind = byName && isClearPassword(likeness) ? 'clear-password' : likeness.kind
        const isNew = !logins.some((other) => other.column === column && other.kind === kind)
        const isHash =
          certain ||
          byName ||
          known.password !== null ||
          (kind === 'password-hash' && !known.otherDigest && isSaltedDigest(value))
        if (!isHash || !isNew || isOtherDigest(likeness, known)) continue
        // Programs make tokens, and keep them as hashes.
        if (kind === 'password-hash' && known.token && known.password === null && ofToken.test(column)) continue
        if (kind === 'clear-password' && (isCodeName(column, table, record) || isKeyOfThing(table, record))) continue
        if (kind === 'email' && (ofProgram || ofRobot.test(column))) continue
        if (kind === 'phone' && facts.isOfThings) continue
        const isBeside =
          (facts.isBeside && ofContacts.has(kind)) ||
          (facts.isCatalog && kind === 'provider-user-id' && numberOfThing.test(value))
        logins.push({
          column,
          kind,
          ...(isBeside ? { isBeside } : {}),
          ...(kind === 'email' ? { emails: likenesses.map((one) => one.value) } : {}),
          ...(kind === 'password-hash' ? { hashes: likenesses.map((one) => one.value) } : {}),
          ...(kind === 'password-hash' && known.otherSecret && known.password === null ? { isOtherSecret: true } : {}),
        })
      }
    }
    const known = atThirdParties.get(table)
    const column = known === undefined ? thirdParty(record, table) : idIn(record, known)
    if (column !== null && !logins.some((other) => other.column === column))
      logins.push({ column, kind: 'provider-user-id' })
    return logins.length === 0 ? aside : { ...aside, table, logins }
  }
}

const readAside = unreadRows()

/** The entry of a record that a known format takes for no user: with what it holds of a login where that is an address and a password, as users have. */
export function otherEntry(record: SourceRecord, what: string): Entry {
  const aside = { kind: 'aside', what } as const
  const found = readAside(record, what)
  const logins = found.kind === 'aside' ? (found.logins ?? []) : []
  const hasPassword = logins.some(({ kind, isOtherSecret }) => isOtherSecret !== true && ofPasswords.has(kind))
  const isUser =
    hasPassword && logins.some(({ kind }) => kind === 'email') && !holdsConnections(Object.keys(record), what)
  return isUser ? { ...aside, table: what, logins } : aside
}

/** Whether a table has the name of places: `restaurants`, `tbl_hospital`. */
function namesPlaceToGo(table: string): boolean {
  const words = wordsOf(withoutSchema(table)).map((word) => word.replace(/(?:ies|s)$/, ''))
  return !mentionsPeople(table) && words.some((word) => placeToGo.test(word))
}

const placeToGo = new RegExp(
  `^(?:${wordsOfPlaces}|branche|filiale?n?|compan|agenc|librar|pharmacy?|warehouse|universit|university|college|airline|airport|station|gym|salon|cinema|theater|theatre|museum|garage|depot|outlet|laborator|laboratory|restaurante|sucursal|magasin|agence|loja|winkel|sklep|toko|magaza)$`,
)

/** Names of tokens that a program gives out. */
const ofToken = /(?:refresh|access|session|reset|remember|verification|confirm\w{0,20}|api)[ _-]?token/i

const ofContacts: ReadonlySet<LoginColumn['kind']> = new Set(['email', 'phone'])

/** Third parties count games, pages and songs with shorter numbers than users. */
const numberOfThing = /^\d{1,9}$/

const ofPasswords: ReadonlySet<LoginColumn['kind']> = new Set(['password-hash', 'clear-password'])

/** Whether a value is the secret of an authenticator app that no other column says to be off or never confirmed. */
function holdsTotp(column: string, value: string, record: SourceRecord): boolean {
  if (isPendingSecret(column) || !textsIn(value).some((text) => areTotpSecrets([text], 'totp'))) return false
  const states = factorStates(
    () => Object.keys(record).map((path) => ({ path, values: [textOf(record[path]) ?? ''] })),
    { columns: [{ path: column, target: 'totp-secret' }] },
  )
  return secretInUse(value, states(column)(record), record) !== offTotp
}

/** A text, without quotation marks around it, or the texts of the object that it is in JSON. */
function textsIn(value: string): readonly string[] {
  const inside = readEmbedded(value)
  if (inside === null) return [bareText(value)]
  return Object.values(inside).filter((one: unknown) => typeof one === 'string')
}

/** The hints of a column whose values are of attributes: the name of the attribute says whether a value is a secret. */
function hintsWith({ phone, provider, thirdParty, time, principal }: NameHints, attribute: string): NameHints {
  const known = isPasswordAttribute(attribute) ? ofPassword : hintsOf(attribute.slice(0, maxAttribute))
  return { ...known, phone, provider, thirdParty, time, principal }
}

const ofPassword = hintsOf('password')

const maxAttribute = 60

/** Levels of a record that are searched for accounts. */
const deepest = 6

/**
 * The members of objects within a record that are accounts of their own, with an address and a password, by their paths: the members of an
 * organization. A place to connect to has both as well. A value that is written as only hashes are is one of an account anywhere.
 */
function accountsWithin(value: object, path = '', depth = 0): readonly (readonly [path: string, value: unknown])[] {
  if (depth > deepest) return []
  const inside: (readonly [string, unknown])[] = []
  for (const [name, member] of Object.entries(value)) {
    const below = Array.isArray(value) ? path : path === '' ? name : `${path}.${name}`
    if (depth > 0 && typeof member === 'string' && hashLikeness(member) === 'certain') inside.push([below, member])
    if (typeof member !== 'object' || member === null) continue
    const at = Array.isArray(member) ? `${below}[]` : below
    if (!Array.isArray(member) && isAccount(member))
      for (const [own, cell] of Object.entries(member))
        if (typeof cell === 'string') inside.push([`${at}.${own}`, cell])
    inside.push(...accountsWithin(member, at, depth + 1))
  }
  return inside
}

function isAccount(object: object): boolean {
  const members: readonly (readonly [string, unknown])[] = Object.entries(object)
  const hasAddress = members.some(([, cell]) => typeof cell === 'string' && isEmailAddress(cell.trim()))
  const hasPassword = members.some(([name, cell]) => typeof cell === 'string' && hintsOf(name).password === 'whole')
  return hasAddress && hasPassword && !members.some(([name]) => place.test(name) || /^port$/i.test(name))
}

/** A digest is one of what its table is called, `hash` of `email_hash`, or of the file, query or content that stands beside it. */
function nameOfDigest(column: string, table: string, record: SourceRecord, ofObjects: ReadonlySet<string>): string {
  // Each row of a ledger has the digest of the row before it as well.
  if (/hash|digest/i.test(column) && Object.keys(record).some((name) => ofRowBefore.test(name))) return 'row_checksum'
  if (!/^(?:hash|digest)$/i.test(column)) return column
  if (ofObjects.has(table)) return 'content_hash'
  const words = wordsOf(withoutSchema(table))
  if (words.some((word) => ofProgramState.test(word))) return 'content_hash'
  if (words.some((word) => ofTokens.test(word))) return 'token_hash'
  if (/hash|digest/i.test(table)) return withoutSchema(table)
  const names = Object.keys(record)
  if (tableOfFiles.test(table) || names.some((name) => ofFile.test(name) || ofQuery.test(name))) return 'file_hash'
  const isOfContent = names.some((name) => ofContent.test(name)) && ![table, ...names].some(isAboutPeople)
  return isOfContent ? 'content_hash' : column
}

/** Words of tables in which a program keeps what became of its own schema, files and builds. */
const ofProgramState =
  /^(?:schemas?|migrations?|migrate|versions?|changelog|changesets?|revisions?|releases?|builds?|deployments?|commits?|cache|caches|checksums?|seeds?|locks?|artifacts?|packages?|assets?|manifests?)$/

/** Words of tables whose rows are keys that a program gives out: `knox_authtoken`. */
const ofTokens = /^(?:\w{0,12}tokens?|api_?keys?|invitations?|invites?|resets?)$/

const ofRowBefore = /^(?:prev(?:ious)?|parent|preceding|prior)_?(?:block|row|record|entry)?_?(?:hash|digest)$/i

const ofFile = /^(?:file_?(?:name|path)|filename|path_?name|mime(?:_?type)?|ext(?:ension)?)$/i

const tableOfFiles = /(?:^|_)(?:files?|uploads?|attachments?|media|images?|assets?)$/i

const ofQuery = /^(?:(?:sql|search)?_?query|(?:where|select|search)_\w{1,20}|table_?name|order_?by)$/i

const ofContent =
  /^(?:data|contents?|body|ur[il]|link|payload|values?|text|json|html|xml|blob|source|response|result)$/i

/** Whether a name that means a password or a code, `clave`, means a code: nothing else in the table is about people. */
function isCodeName(column: string, table: string, record: SourceRecord): boolean {
  return /^(?:clave|chave|llave)$/i.test(column) && ![table, ...Object.keys(record)].some(isAboutPeople)
}

/**
 * Whether a clear password opens a thing, such as a course or a room: its row refers to another thing, and to no user, contact or user
 * name.
 */
function isKeyOfThing(table: string, record: SourceRecord): boolean {
  const columns = Object.keys(record)
  if (mentionsPeople(table) || isOfStaff(table)) return false
  if (columns.some((name) => refersToAccount(name) || mentionsPeople(name) || namesContactOrPerson(name))) return false
  return columns.slice(1).some((name) => /[a-z]{3}_?id$/i.test(name))
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

/**
 * Whether a framework keeps copies in a table: `all` of what sessions and caches hold, where Laravel has the address and the hash of the user
 * (`password_hash_web`); `some` of what jobs wait with, among which may be an account that is not made yet.
 */
function copiesIn(lastWord: string, columns: readonly string[]): 'all' | 'some' | null {
  const has = (name: RegExp) => columns.some((column) => name.test(column))
  if (/^sessions?$/.test(lastWord)) return 'all'
  if (/^(?:cache|caches|entries)$/.test(lastWord) && has(/^(?:cache_?)?key$/i) && has(/expir|^byte_size$/i))
    return 'all'
  return /^(?:jobs?|messages|executions?|tasks?)$/.test(lastWord) && has(ofQueue) && has(ofPayload) ? 'some' : null
}

/** The contents of a session, a cache or a queue. */
const ofPayload =
  /^(?:payload|sess(?:ion)?(?:_?(?:data|value))?|data|value|content|body|arguments|args|kwargs|handler|serialized_params)$/i

const ofQueue = /^(?:queue(?:_name)?|attempts|failed_at|available_at|delivered_at|run_at|scheduled_at)$/i

/**
 * Whether a table is a log of a program, or its settings by name and value: its addresses belong to actions and to its operator. A setting
 * that belongs to a user may be an address of that user.
 */
function isOfProgram(record: SourceRecord, table: string, lastWord: string): boolean {
  if (/^(?:logs?|audit|changelog|watchdog)$/.test(lastWord)) return true
  const columns = Object.keys(record)
  return columns.some((name) => /(?:^|[_a-z])value$/i.test(name)) && holdsProgramSettings(table, columns)
}

const passwordMember =
  /"(?:password|passwd|pass|(?:password|pass|pw)_?hash|(?:hashed|encrypted)_?password)"\s*:\s*"([^"]{16,512})"/i

/** Where a program connects to, as a table of data sources says beside the secret for it. */
const place = /^(?:(?:base_?)?ur[il]|host(?:_?name)?|server|endpoint|dsn|connection_?string)$/i

/** Whether rows are connections of a program, by their places, and belong to no user. */
function holdsConnections(columns: readonly string[], table: string): boolean {
  const areOfUsers = mentionsPeople(table) || columns.some((name) => /_?id$/i.test(name) && refersToAccount(name))
  return !areOfUsers && columns.some((name) => place.test(name))
}

/**
 * The password in an object that a column holds as text, by the name of its member: `{"password":"…"}`. That of a connection is encrypted, and
 * no hash of a user, unless it is written as only hashes are.
 */
function passwordsIn(value: string, isConnection: boolean): readonly LoginLikeness[] {
  const hash = value.startsWith('{') ? passwordMember.exec(value)?.[1] : undefined
  return hash === undefined || (isConnection && hashLikeness(hash) !== 'certain')
    ? []
    : [look('password-hash', hash, false, true)]
}

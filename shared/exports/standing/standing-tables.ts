import { attributeColumns } from '../../mapping/rows/attribute-rows.ts'
import { anyEmailKey } from '../../mapping/rows/standing-rows.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import { textOf, trimmedText } from '../../mapping/cell.ts'
import { wordsOf, withoutSchema } from '../../mapping/names/column-words.ts'
import { namesOwner, refersToAccount } from '../../mapping/names/account-names.ts'
import { passwordHashesIn } from '../tables/hash-columns.ts'
import type { Entry, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { tableKind } from '../../mapping/rows/unread-tables.ts'
import {
  holdsPeople,
  isOfStaff,
  isPeopleWord,
  mentionsPeople,
  namesContactOrPerson,
} from '../../mapping/names/people-names.ts'
import { saysWhether } from '../../mapping/columns/keys/key-values.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import { isStatusByValue, saysOffByValue } from '../../mapping/columns/standing-columns.ts'
import { isBanList, isStatusWord, standingName } from '../../mapping/names/standing/standing-names.ts'
import { mayBePlace } from '../../mapping/names/standing/states-of-countries.ts'
import { sharedPrefix, withoutPrefix } from '../../mapping/names/shared-prefix.ts'
import { hasEnded, judgeBanColumns, loginColumn } from './ban-lists.ts'
import { isMachineWord, isOfStandings, meansKeptOut, type NamedStandings, referTo } from './named-standings.ts'
import type { OwnerKinds } from '../tables/kinds-of-owners.ts'
import { isOfTable, keySuffix } from '../tables/table-names.ts'
import { standingOfRow } from '../own-columns.ts'
import { keepsOut, settingReader } from './setting-standings.ts'
import { rowsKeptOut } from './tables-of-any-name.ts'

/**
 * A table that may disable users: a list of bans, settings by name (`wp_usermeta`), accounts or profiles with a status. Settings may have
 * the roles of users as well.
 */
export type StandingTable = {
  /**
   * Reads a row. Returns a part of its user, so that a banned user is not imported as active; an entry that is no user if the operator has
   * to decide whose row it is; null if the row disables no one and has no role.
   */
  readonly read: (record: SourceRecord) => Entry | null
  /** The columns that mark users as disabled. */
  readonly columns: readonly string[]
  /** The column with roles, where some rows have them. */
  readonly roles?: string
}

const details =
  /^(?:profil\w*|perfil\w*|profiel\w*|status(?:es)?|states?|estados?|etats?|stat[io]|flags?|standings?|settings?|preferences?|prefs?|einstellung\w*|details?|infos?|extra|data|dat[eo]n?|datos|dados|meta)$/
const roles =
  /^(?:roles?|rolle[n]?|ruol[io]|rol|role|roli|papeis|perfis|perfiles|groups?|gruppen?|groupes?|grup[oy]s?|grupp[io]|authorit(?:y|ies)|permissions?|memberships?|flags?|labels?|tags?|status(?:es)?)$/
const ofRole =
  /^(?:role|rolle|ruolo|rol|rola|papel|perfil|group|gruppe|groupe|grupo|gruppo|authority|permission|flag|label|tag|status)(?:_?name)?$/i
/** Lists of sanctions against accounts, bans included. */
const sanctions =
  /^(?:sanction|sancion|sanktion|punish|penal|infraction|disciplin|moderation|violation|enforcement|strafe|maßnahm|massnahm)/
/** Sanctions that keep their user from something. */
const punishments = /^(?:sanc[ti]|sanz|sankt|punish|strafe|massnahm)/
const ofSanction =
  /^(?:type|kind|action|sanction|punishment|penalty|name|art|typ|tipo|status|state)(?:_?(?:type|name))?$/i
const names =
  /^(?:(?:meta|config|option|setting|field|flag|pref|attr)?_?(?:key|name)|field|attribute|setting|property|option|flag|preference|variable)$/i
const values = /^(?:(?:meta|config|option|setting|field|flag|pref|attr)?_?value|wert|valeur|valor|valore)$/i
/** Columns of settings of a program, and of a log of changes, whose user is the one who made them. */
const ofProgram = /^(?:plugin|component|module|extension)s?(?:_?name)?$|^(?:old|prev|previous|former)_?value$/i
/** Keys that say nothing of what they are keys of. */
const ofAnything = /^(?:entity|object|item|resource|content|node|row|record)_?id$/i

/** Facts about a table that may disable users, from the tables beside it. */
type AroundTable = {
  /** The provider of the users. */
  readonly provider: string
  /** The tables that hold the users. */
  readonly users: readonly string[]
  /** Standings that other tables name. */
  readonly named?: readonly NamedStandings[]
  /** Whether its rows may be about these users although no column refers to them. */
  readonly mayBeTheirs?: boolean
  /** How its rows tell whose they are, where some are of others. */
  readonly kinds?: OwnerKinds | null
  /** The ID of the users, which it has under the same name. */
  readonly key?: string | null
}

/** Creates the reader of a table that may disable users; null if it does not look like one. */
export function standingTable(
  sample: Sample & { readonly table: string },
  { provider, users, named = [], mayBeTheirs = true, kinds = null, key = null }: AroundTable,
): StandingTable | null {
  const columns = namesOfColumns(sample)
  const prefix = sharedPrefix(columns)
  const words = wordsWithoutPrefix(sample.table, users)
  const isNamedBans = isBanList(words.join('_'))
  const mayNameOwner = isNamedBans || mentionsPeople(withoutSchema(sample.table)) || words.every(isOfStatus)
  // No user has the ID 0.
  const switches = profileColumns(sample.records, sample.header).flatMap((one) => (saysWhether(one) ? [one.path] : []))
  const referring = columns.filter(
    (column) =>
      (column === kinds?.id ||
        column === key ||
        refersToAccount(withoutPrefix(column, prefix)) ||
        (mayNameOwner && namesOwner(withoutPrefix(column, prefix))) ||
        users.some((table) => isOfTable(column, { table }) || isOfTable(`${column}_id`, { table }))) &&
      (isNamedBans ? !countsPeople(column) : !mayCountPeople(column, users)) &&
      !isOwnKey(column, sample, users) &&
      !switches.includes(column),
  )
  const owners = isNamedBans ? keptOut(referring, sample, users) : referring
  const name = loginColumn(columns, prefix)
  // Alone, an ID is that of the user: `deletedUsers: [{ id: 3 }]`. Beside other columns it may be that of the ban.
  const ownId = isNamedBans && name === undefined ? columns.find((column) => /^_?id$/i.test(column)) : undefined
  const [owner = columns.length === 1 && holdsPeople(sample.table) ? ownId : undefined] = owners
  const bans = isNamedBans
    ? judgeBanColumns(
        columns.map((column) => withoutPrefix(column, prefix)),
        owner === undefined ? undefined : withoutPrefix(owner, prefix),
        words,
      )
    : 'others'
  const isBans = bans !== 'others'
  if (columns.some((column) => /blocker|blocking/i.test(column))) return null
  if (wordsOf(withoutSchema(sample.table)).some(isMachineWord)) return null
  // A key of their own looks like that of a customer: `client_id` of `clients`.
  if (/(?:clients?|apps?|applications?|consumers?)$/i.test(sample.table) && isOfPrograms(sample.table, columns))
    return null
  if (owners.length > 1) return isBans ? askedBans(sample.table, owners) : null
  const beside = () => (mayBeTheirs ? ofPeopleBeside(sample.table, columns, users) : null)
  const elsewhere = columns.find(
    (column) => ofElsewhere.test(withoutPrefix(column, prefix)) && sample.key?.includes(column) !== true,
  )
  if (owner === undefined && name === undefined) {
    const column = elsewhere ?? ownId
    return column !== undefined && isBans ? askedBans(sample.table, [column]) : beside()
  }
  const attributes = attributeColumns(columns)
  // A table with passwords holds other people, even if ids match, unless each is one of the attributes of a user.
  if (attributes === null && passwordHashesIn(sample).length > 0) return beside()
  // Parts join users by ID and address, so the operator decides about a row that names its user otherwise.
  const ask = (column: string) => asked(sample.table, column)
  const off: ReadOff = (record) => {
    const id = owner === undefined ? '' : trimmedText(record[owner])
    if (id !== '' && id !== '0') return { ...disabled, keys: [`${provider}:${id}`, `id:${id}`] }
    const text = name === undefined ? '' : trimmedText(record[name])
    if (isNamedBans && isEmailAddress(text)) return { ...disabled, keys: [`${anyEmailKey}${text.toLowerCase()}`] }
    return name === undefined || text === '' ? null : ask(name)
  }
  const setting = attributes?.name ?? columns.find((column) => names.test(column))
  const value = attributes?.value ?? columns.find((column) => values.test(column))
  if (setting !== undefined && value !== undefined && columns.some((column) => ofProgram.test(column))) return null
  // In a shop, `entity_id` is that of whatever its table is called after: of a customer, a category or a product.
  const isNamedAfterUsers = users.some((table) => withoutSchema(sample.table).startsWith(withoutSchema(table)))
  if (setting !== undefined && owner !== undefined && ofAnything.test(owner) && !isNamedAfterUsers) return null
  if (setting !== undefined && value !== undefined)
    return { columns: [setting, value], roles: value, read: settingReader(sample.table, { key: setting, value }, off) }
  if (isNamedBans && !isBans) return null
  if (isBans) {
    const column = owner ?? name ?? ''
    const read = (record: SourceRecord) => {
      const entry = hasEnded(record) ? null : off(record)
      return entry !== null && bans === 'maybe' ? ask(column) : entry
    }
    return { columns: [column], read }
  }
  const byWord = sanctionsOrRoles(words, columns, off)
  if (byWord !== null) return byWord
  // Nothing says whether a punishment is a ban or a warning.
  const punished = owner ?? name
  if (words.some((word) => punishments.test(word)) && punished !== undefined)
    return { columns: [punished], read: (record) => (hasEnded(record) ? null : ask(punished)) }
  const isOfUsers = words.every(
    (word) => isOfStandings(word) || isOfStatus(word) || isPeopleWord(word) || word === kinds?.noun,
  )
  const refers = owner === undefined || !isOfUsers ? null : referTo(named, columns)
  if (refers !== null) return { columns: refers.columns, read: (record) => (refers.isOff(record) ? off(record) : null) }
  if (owner === undefined) return beside()
  if (!words.every((word, index) => isOfStatus(word) || isPeopleWord(word) || (index === 0 && words.length > 1))) {
    const out = rowsKeptOut(sample, owner, { words, users })
    if (out === null) return null
    const readOff = out.surely ? off : () => ask(out.column)
    return { columns: [out.column], read: (record) => (out.isOff(record) ? readOff(record) : null) }
  }
  if (words.length > 1 && columns.some((column) => column !== owner && isOfThing(column, words[0] ?? ''))) return null
  return withStatus(sample, { owner, columns, prefix }, off)
}

const disabled = { kind: 'part', part: { standing: 'disabled' } } as const

/** Reads a row that disables its user. */
type ReadOff = (record: SourceRecord) => Entry | null

/** Whether a word in the name of a table means a status, or details of a person. */
function isOfStatus(word: string): boolean {
  return details.test(word) || isStatusWord(word)
}

/** Rows with a sanction or a role, of which some words disable their user; null: the name of the table speaks of neither. */
function sanctionsOrRoles(words: readonly string[], columns: readonly string[], off: ReadOff): StandingTable | null {
  const sanction = words.some((word) => sanctions.test(word))
    ? columns.find((column) => ofSanction.test(column))
    : undefined
  if (sanction !== undefined)
    return {
      columns: [sanction],
      read: (record) => (meansKeptOut(trimmedText(record[sanction])) && !hasEnded(record) ? off(record) : null),
    }
  // A table of flags may call the flag a name.
  const ofName = words.some((word) => /^(?:flags?|roles?)$/.test(word))
    ? columns.find((one) => /^name$/i.test(one))
    : null
  const role = words.some((word) => roles.test(word))
    ? (columns.find((column) => ofRole.test(column)) ?? ofName ?? undefined)
    : undefined
  return role === undefined
    ? null
    : { columns: [role], read: (record) => (meansKeptOut(textOf(record[role]) ?? '') ? off(record) : null) }
}

/** Rows with a status, one for each user; null: they have none, or users come again. */
function withStatus(
  sample: Sample,
  { owner, columns, prefix }: { readonly owner: string; readonly columns: readonly string[]; readonly prefix: string },
  off: ReadOff,
): StandingTable | null {
  const profiles = profileColumns(sample.records, sample.header)
  const { values: ids = [] } = profiles.find(({ path }) => path === owner) ?? {}
  const byName = columns.filter((column) => saysStanding([column], prefix))
  // A status under a name that says nothing of it shows by its values.
  const byValue = profiles.flatMap((one) => (columns.includes(one.path) && isStatusByValue(one) ? [one.path] : []))
  if (new Set(ids).size < ids.length || !(saysStanding(columns, prefix) || byValue.length > 0)) return null
  const isOff = (record: SourceRecord) =>
    offColumn(record) !== null || byValue.some((column) => saysOffByValue(column, textOf(record[column]) ?? ''))
  return {
    columns: [...new Set([...byName, ...byValue])],
    read: (record) => (isOff(record) ? off(record) : null),
  }
}

/**
 * The columns that refer to the banned users, and not to the moderators who banned them: the one that says so, the key of the table, or
 * the one in which no user comes again. Those who banned are all different in a short list, too, so this one must have the plainest name.
 */
function keptOut(owners: readonly string[], sample: Sample, users: readonly string[]): readonly string[] {
  if (owners.length < 2) return owners
  const named = owners.filter((column) => wordsOf(column).some((word) => ofKeptOut.test(word)))
  const ofKey = owners.filter((column) => sample.key?.length === 1 && sample.key[0] === column)
  const isPlainest = (column: string) =>
    users.some((table) => isOfTable(column, { table })) &&
    owners.every((other) => other === column || wordsOf(other).length > wordsOf(column).length)
  const once = owners.filter((column) => {
    const { values = [] } = profileColumns(sample.records, sample.header).find(({ path }) => path === column) ?? {}
    return values.length > 1 && new Set(values).size === values.length
  })
  return [named, ofKey, once.every(isPlainest) ? once : []].find(({ length }) => length === 1) ?? owners
}

/** Columns with IDs of games and devices, by which a list of bans may know a user. */
const ofElsewhere =
  /^(?:u?uid|guid|steam_?id(?:64)?|identifier|license|xuid|target|banned|discord(?:_?id)?|account_?hash)$/i

const ofKeptOut = /^(?:banned|blocked|suspended|muted|target|offender|affected|punished)$/

/** A list of bans in which no column surely has the banned users: the operator decides. */
function askedBans(table: string, [column = '']: readonly string[]): StandingTable {
  const entry = asked(table, column)
  return { columns: [column], read: (record) => (hasEnded(record) ? null : entry) }
}

/** A row of which the operator says whose it is. */
function asked(table: string, column: string): Entry {
  return { kind: 'aside', what: tableKind(table), table, logins: [{ column, kind: 'status' }] }
}

/** Whether a column says how many people a company has. */
function countsPeople(column: string): boolean {
  return /^(?:(?:num|number|no|count|total)_?(?:of_?)?(?:employees|staff|mitarbeiter|empleados|employes|dipendenti)|employees|empleados|employes|dipendenti)$/i.test(
    column,
  )
}

/** The same, also by a word that means one person as well as many, unless the table of the users is called so. */
function mayCountPeople(column: string, users: readonly string[]): boolean {
  const isBoth = /^mitarbeiter$/i.test(column)
  return countsPeople(column) || (isBoth && !users.some((table) => wordsOf(table).at(-1) === column.toLowerCase()))
}

/** Whether a column refers to the things that people are listed for, `meeting_id` of `meetings_users`: a status there is that of taking part. */
function isOfThing(column: string, things: string): boolean {
  return isOfTable(column, { table: things }) && !ofMembership.test(things)
}

/** Organizations and products that people have accounts at. */
const ofMembership =
  /^(?:tenant|organi[sz]ation|org|compan|firm|team|workspace|account|customer|client|site|app(?:s|lications?)?$|realm|portal|shop|store|domain|instance|platform|school|communit)/

/** Whether a column is the key of a table of people that is called after it, and refers to no other: `id_anggota` of `anggota`. */
function isOwnKey(
  column: string,
  { table, key }: Sample & { readonly table: string },
  users: readonly string[],
): boolean {
  if (key?.length !== 1 || key[0] !== column || !holdsPeople(table)) return false
  const noun = wordsOf(column).filter((word) => !keySuffix.test(word))
  return isOfTable([...noun, 'id'].join('_'), { table }) && !users.some((other) => isOfTable(column, { table: other }))
}

/** The words of a table's name without the prefix that it shares with tables of users: `my_forum_banlist` beside `my_forum_users`. */
function wordsWithoutPrefix(table: string, users: readonly string[]): readonly string[] {
  const plain = (name: string) => wordsOf(withoutSchema(name))
  const words = plain(table)
  const shared = users.map((user) => {
    const others = plain(user)
    const at = words.findIndex((word, index) => word !== others[index])
    return at === -1 || at >= others.length ? 0 : at
  })
  return words.slice(Math.max(0, ...shared))
}

/** Reader of a table of people without a column that refers to users: the operator is asked about its disabled rows. */
function ofPeopleBeside(table: string, columns: readonly string[], users: readonly string[]): StandingTable | null {
  // Customers are not the staff that serves them.
  if (users.some(isOfStaff) && !isOfStaff(table)) return null
  const holdsTheirs = holdsPeople(table) || isOfProfiles(table, columns)
  if (!saysStanding(columns) || !holdsTheirs || isOfPrograms(table, columns)) return null
  return {
    columns: columns.filter((column) => saysStanding([column])),
    read: (record) => {
      const column = offColumn(record)
      return column === null
        ? null
        : { kind: 'aside', what: tableKind(table), table, logins: [{ column, kind: 'status' }] }
    },
  }
}

/** Whether a table has profiles of people, to which the users may refer. Some products call a role a profile, which has no name of a person. */
function isOfProfiles(table: string, columns: readonly string[]): boolean {
  return /^profil(?:e|es|s)?$/.test(wordsOf(withoutSchema(table)).at(-1) ?? '') && columns.some(namesPerson)
}

function namesPerson(column: string): boolean {
  return namesContactOrPerson(column) || /birth/i.test(column)
}

/** Whether a table has accounts of programs: they have a key or a token, and nothing to call or to reach a person by. */
function isOfPrograms(table: string, columns: readonly string[]): boolean {
  if (wordsOf(withoutSchema(table)).some((word) => ofPrograms.test(word))) return true
  return (
    columns.some((column) => ofKey.test(column)) &&
    !columns.some((column) => namesContactOrPerson(column) || /login|user/i.test(column))
  )
}

const ofPrograms = /^(?:api|web_?service|oauth2?|rpc|soap)/
const ofKey = /^(?:(?:app|api|access|client|public)_?)?(?:key|token|secret)$|^redirect_?ur[il]s?$/i

/** Whether the name of some column may mean that an account is disabled. */
export function saysStanding(columns: readonly string[], prefix = ''): boolean {
  const isPlace = (column: string) =>
    mayBePlace(column) && columns.some((other) => /city|zip|postal|country/i.test(other))
  return columns.some((column) => (standingName(column, prefix) !== null && !isPlace(column)) || /delet/i.test(column))
}

/** The column of a row that disables its account; null if none does. */
function offColumn(record: SourceRecord): string | null {
  const isOff = ([column, cell]: readonly [string, unknown]) =>
    keepsOut(column, cell) || standingOfRow({ [column]: cell }) !== 'active'
  return Object.entries(record).find(isOff)?.[0] ?? null
}

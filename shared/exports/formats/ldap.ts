import { isLockedMark, withoutLockMark } from '../../hashes/absence.ts'
import { hashLikeness, isUuid } from '../../hashes/hash-likeness.ts'
import type { HashInput } from '../../hashes/verdict.ts'
import { isDisabled } from '../../mapping/entries/standing.ts'
import { saysNotInYet } from '../../mapping/names/standing/status-words.ts'
import { disabledByFlags, disabledBySambaFlags, textOf } from '../../mapping/cell.ts'
import { saysExpiry, isStatusName } from '../../mapping/names/column-words.ts'
import { timeText } from '../../mapping/profile-of.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { listsRequests } from '../../mapping/names/people-names.ts'
import { listsKeptOut } from '../../mapping/names/standing/kept-out-names.ts'
import { shownName } from '../../mapping/shown/shown-name.ts'
import { unreadRows } from '../../mapping/rows/unread-rows.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { newUser, type Standing, type User } from '../../users/user.ts'
import { isOffByFlag, knownStanding, type StateWords } from '../../mapping/entries/state-words.ts'
import { asEmail, field, profileOfUser, shareOf } from '../fields.ts'

/** A deleted entry may still be restored by its directory. */
const inetUserStates: StateWords = { active: ['active'], disabled: ['inactive', 'disabled', 'deleted'] }

/** LDAP directories (OpenLDAP, 389 Directory Server, FreeIPA, ForgeRock, Active Directory): entries of people in LDIF. */
export const ldap: ExportFormat = {
  provider: 'ldap',
  title: 'LDAP directory',
  recognise: recogniseEntries,
  read: readLdapEntry,
  fields: [
    ...['entryUUID', 'nsUniqueId', 'ipaUniqueID', 'objectGUID', 'sAMAccountName'].map((path) => ({
      path,
      becomes: 'Source ID',
    })),
    { path: 'uid', becomes: 'Source ID; email, if there is no other' },
    { path: 'mail', becomes: 'Email' },
    { path: 'email', becomes: 'Email, if there is no other' },
    { path: 'userPrincipalName', becomes: 'Email, if there is no other' },
    { path: 'mobile', becomes: 'Phone number' },
    { path: 'telephoneNumber', becomes: 'Phone number' },
    { path: 'userPassword', becomes: 'Password hash' },
    { path: 'userAccountControl', becomes: 'Disabled' },
    { path: 'nsAccountLock', becomes: 'Disabled', flag: 'keeps-out' },
    { path: 'pwdAccountLockedTime', becomes: 'Disabled' },
    { path: 'inetUserStatus', becomes: 'Disabled', states: inetUserStates },
    { path: 'sambaAcctFlags', becomes: 'Disabled' },
    { path: 'accountExpires', becomes: 'Disabled when past' },
    { path: 'shadowExpire', becomes: 'Disabled when past' },
    { path: 'krbPrincipalExpiration', becomes: 'Disabled when past' },
    { path: 'loginDisabled', becomes: 'Disabled', flag: 'keeps-out' },
    { path: 'objectClass', becomes: 'What tells people from groups' },
    { path: 'createTimestamp', becomes: 'Time joined' },
    { path: 'whenCreated', becomes: 'Time joined' },
  ],
  // Where people work and live, and what they are called: of the standard classes, none says who may sign in.
  preferences: (
    'c l st o street postalAddress postalCode title personalTitle businessCategory roomNumber departmentNumber physicalDeliveryOfficeName ' +
    'houseIdentifier preferredLanguage initials gecos carLicense labeledURI'
  ).split(' '),
}

function recogniseEntries({ records }: Sample): Recognition | null {
  if (shareOf(records, (record) => field.has(record, 'dn') || field.has(record, 'DN')) < 0.8) return null
  if (
    !records.some(
      (record) =>
        field.has(record, 'objectClass') || field.has(record, 'objectclass') || field.has(record, 'userPassword'),
    )
  )
    return null
  return {
    provider: 'ldap',
    shape: 'entries of a directory',
    reason: 'its records have a dn and an objectClass, as entries of a directory have',
    role: 'users',
  }
}

const people = new Set([
  'person',
  'organizationalperson',
  'inetorgperson',
  'user',
  'posixaccount',
  'account',
  'sambasamaccount',
  'inetuser',
  'mailuser',
  'ipauser',
])
/** Classes of entries that are not people. In Active Directory a computer is also of the class `user`. */
const noPeople = new Set([
  'computer',
  'group',
  'groupofnames',
  'groupofuniquenames',
  'posixgroup',
  'ipausergroup',
  'organizationalunit',
  'contact',
])

const readAside = unreadRows()

/**
 * Takes attributes by their names alone: no object inherits one of them, and asking for each whether it is the entry's own took longer
 * than the rest of this function.
 */
function readLdapEntry(record: SourceRecord): Entry {
  const { dn, DN, objectClass, userPassword, uid, mail, mobile, telephoneNumber, createTimestamp, whenCreated } = record
  // DSML has it as an element of its own.
  const classes = objectClass ?? record['objectclass']
  const names = classes === undefined ? [] : textsOf(classes)
  const other = classes === undefined ? null : kindOf(names)
  const kind = other !== null && isOfOwnClass(record, names) ? null : other
  if (kind !== null) {
    const aside = readAside(withoutName(record), kind)
    return aside.kind === 'aside' ? { ...aside, what: kind } : aside
  }
  const principal = textOf(record['userPrincipalName'])
  const firstMail = textOf(mail)
  if (systemMailbox.test(principal ?? firstMail ?? '')) return { kind: 'aside', what: 'mailbox of Exchange itself' }
  const ids = idsOf(record)
  const [sourceId = textOf(dn) ?? textOf(DN)] = ids
  const { hash, hasPassword, locked } = passwordOf(textsOf(userPassword), userPassword !== undefined)
  const standing = locked ? 'disabled' : standingOf(record)
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email: firstMail ?? textOf(record['email']) ?? asEmail(textOf(uid)) ?? emailAsName(principal),
      phone: textOf(mobile) ?? textOf(telephoneNumber),
      hash,
      hasPassword,
      ...(standing === 'active' ? { standing, ...questionOf(textOf(dn) ?? textOf(DN) ?? '') } : { standing }),
      ...profileOfUser({ joined: timeText(createTimestamp) ?? timeText(whenCreated) }),
    }),
    keys: ids.map((id) => `${ldapNamePrefix}${id}`),
  }
}

/** Cache: the questions by the units of entries, of which a directory has a few. */
const questions = new Map<string, Pick<User, 'unmapped'>>()

/** The question about an entry whose unit is named after banned or waiting users, such as `ou=pendingusers`. */
function questionOf(dn: string): Pick<User, 'unmapped'> {
  const units = dn.replace(/^(?:\\.|[^,\\])*,?/su, '')
  const known = questions.get(units)
  if (known !== undefined) return known
  const found = [
    ...units.matchAll(/(?:^|,)\s*(ou|organizationalUnitName|cn|commonName)\s*=\s*((?:\\.|[^,+\\])+)/giu),
  ].find(([, , name = '']) => setsApart(name))
  const [, type = '', name = ''] = found ?? []
  const value = name.trim()
  const path = shownName(`${type.toLowerCase()}=${value}`)
  const question: Pick<User, 'unmapped'> =
    found === undefined ? {} : { unmapped: [{ kind: 'status', field: path, value, asks: true }] }
  if (questions.size < maxNames && units.length < maxClasses) questions.set(units, question)
  return question
}

function setsApart(unit: string): boolean {
  const name = unit.trim().replace(/(?<=[a-z]{5})(?=(?:users?|accounts?|people|persons|members)$)/iu, ' ')
  return !ofMachines.test(name) && (listsKeptOut(name) || listsRequests(name) || saysNotInYet(name))
}

/** Names of units in which people build machines: these are no accounts of programs. */
const ofMachines = /^(?:robot|machine)/i

/** Begins the keys of an entry by its IDs, which are names to sign in with where people chose them. */
export const ldapNamePrefix = 'ldap:'

/** Names of system mailboxes of Exchange. */
const systemMailbox =
  /^(?:HealthMailbox[0-9a-f-]{8,36}|(?:SystemMailbox|DiscoverySearchMailbox ?)\{[0-9a-f-]{36}\}|(?:FederatedEmail|Migration)\.[0-9a-f-]{36})(?:@|$)/i

/** The name that people of Active Directory sign in with, where it may be a mailbox: not within a network of its own. */
function emailAsName(principal: string | null): string | null {
  const name = asEmail(principal)
  return name === null || ownNetwork.test(name) ? null : name
}

const ownNetwork = /\.(?:local|lan|internal|intern|corp|home|localdomain|onmicrosoft\.com)$/i

/** The ids of an entry, by which it is known: the first of them the surest. */
function idsOf(record: SourceRecord): readonly string[] {
  const { entryUUID, nsUniqueId, ipaUniqueID, objectGUID, orclguid, uid, sAMAccountName, userPrincipalName } = record
  const ids: string[] = []
  addId(ids, entryUUID)
  addId(ids, nsUniqueId)
  addId(ids, ipaUniqueID)
  addId(ids, objectGUID)
  addId(ids, orclguid)
  addId(ids, record['ibm-entryUUID'])
  // PingOne calls it so; elsewhere it may be anything.
  if (isUuid(textOf(record['id']) ?? '')) addId(ids, record['id'])
  addId(ids, uid)
  addId(ids, sAMAccountName)
  addId(ids, userPrincipalName)
  return ids
}

function addId(ids: string[], value: unknown): void {
  const id = value === undefined ? null : textOf(value)
  if (id !== null) ids.push(id)
}

/** Cache: the kind of entries by their classes, of which a directory has a few dozen sets. */
const kinds = new Map<string, string | null>()
/** Longest text of classes that is cached. */
const maxClasses = 1000

/** The class of an entry that is not a person; null for a person. */
function kindOf(classes: readonly string[]): string | null {
  const key = classes.length === 1 ? (classes[0] ?? '') : classes.join('\u0000')
  let kind = kinds.get(key)
  if (kind === undefined) {
    kind = kindOfClasses(classes)
    if (kinds.size < maxNames && key.length < maxClasses) kinds.set(key, kind)
  }
  return kind
}

function kindOfClasses(classes: readonly string[]): string | null {
  const other = classes.find((name) => noPeople.has(name.toLowerCase()))
  if (other !== undefined) return other
  if (classes.some((name) => people.has(name.toLowerCase()) || /(?:person|user)$/i.test(name))) return null
  const named = classes.filter((name) => !/^(?:top|simpleSecurityObject|dcObject|extensibleObject)$/i.test(name))
  return named[0] ?? classes[0] ?? 'entry without a class'
}

/**
 * Whether an entry of a class of its operator's own is a person: it has a password, and a name that people have. Where the attributes are the
 * operator's own as well, it has a password hash and an address.
 */
function isOfOwnClass(record: SourceRecord, classes: readonly string[]): boolean {
  const { userPassword, uid, mail, sn } = record
  if (classes.some((name) => noPeople.has(name.toLowerCase()) || ofThings.test(name))) return false
  if (userPassword !== undefined) return (uid ?? mail ?? sn) !== undefined
  const values = Object.values(record).flatMap(textsOf)
  return values.some((value) => hashLikeness(value) === 'certain') && values.some((value) => isEmailAddress(value))
}

/** Classes of things, services and groups, which may have a password as well. */
const ofThings =
  /(?:group|roles?|unit|list|alias|device|host|computer|server|service|process|application|entity|domain|organi[sz]ation|locality|room|document|printer|pool|policy|zone)$/i

/** The entry without its name and with one value for each attribute, because names of entries and members are not logins. */
function withoutName(record: SourceRecord): SourceRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      name === 'dn' ? [] : [[name, Array.isArray(value) ? value[0] : value]],
    ),
  )
}

type Password = {
  readonly hash: HashInput | null
  readonly hasPassword: boolean | null
  readonly locked: boolean
}

/** The password of an entry: of several, the first that can be imported. The others become findings. */
function passwordOf(values: readonly string[], isExported: boolean): Password {
  const filled = values.filter((value) => !/^\{CRYPT\}(?:[!*]*|\*[A-Z]+\*|x)$/i.test(value.trim()))
  const hash = filled.find((value) => /\$(?:2[abxy]|argon2(?:id|i|d))\$/.test(value)) ?? filled[0]
  if (hash === undefined) return { hash: null, hasPassword: isExported ? false : null, locked: false }
  // Without a scheme it is a clear password, also one that begins like the mark of an account without any.
  if (/^!.{3}/.test(hash) && !isLockedMark(hash))
    return { hash: { hash: hash.slice(1), provider: 'ldap' }, hasPassword: true, locked: false }
  const open = withoutLockMark(hash)
  return { hash: { hash: open ?? hash, provider: 'ldap' }, hasPassword: true, locked: open !== null }
}

function standingOf(record: SourceRecord): Standing {
  const { userAccountControl, nsAccountLock, pwdAccountLockedTime, inetUserStatus, sambaAcctFlags } = record
  const isOff =
    disabledByFlags(userAccountControl) ||
    isOffByFlag('keeps-out', nsAccountLock) ||
    textOf(pwdAccountLockedTime) !== null ||
    disabledBySambaFlags(sambaAcctFlags) ||
    knownStanding(inetUserStates, textOf(inetUserStatus)) !== 'active'
  return isOff || hasOtherEnd(record) ? 'disabled' : 'active'
}

/** Cache: the name by which an attribute may disable its entry, null if it cannot. */
const meanings = new Map<string, string | null>()
/** Limit on cached names; a schema has a few hundred. */
const maxNames = 5000

/** Whether a vendor-specific attribute disables or ends the account: `accountExpires`, `gluuStatus`, `loginDisabled`. */
function hasOtherEnd(record: SourceRecord): boolean {
  for (const name in record) {
    let meaning = meanings.get(name)
    if (meaning === undefined) {
      // Vendors add a prefix: `orclisenabled`.
      const own = name.replace(/^[a-z]{2,10}(?=is(?:enabled|active|disabled|locked)$|activeenddate$)/i, '')
      meaning = saysExpiry(own) || isStatusName(own) || offNames.test(own) ? own : null
      if (meanings.size < maxNames) meanings.set(name, meaning)
    }
    if (meaning !== null && isDisabled(meaning, record[name])) return true
  }
  return false
}

const offNames =
  /^(?:login|account|user)?-?(?:disabled|locked|suspended)$|^ds-pwp-account-disabled$|^(?:is-?)?(?:active|enabled|disabled|locked)$/i

function textsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] | null = Array.isArray(value) ? value : null
  if (list !== null) return list.flatMap((one) => textOf(one) ?? [])
  const text = textOf(value)
  return text === null ? [] : [text]
}

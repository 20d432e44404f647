/** Attributes that the LDAP format reads, in the spelling of their schemas. */
const usual = [
  'dn',
  'objectClass',
  'uid',
  'cn',
  'sn',
  'givenName',
  'displayName',
  'mail',
  'mailAlternateAddress',
  'proxyAddresses',
  'telephoneNumber',
  'mobile',
  'homePhone',
  'userPassword',
  'authPassword',
  'unicodePwd',
  'sambaNTPassword',
  'sambaLMPassword',
  'sambaAcctFlags',
  'entryUUID',
  'nsUniqueId',
  'ipaUniqueID',
  'objectGUID',
  'objectSid',
  'sAMAccountName',
  'userPrincipalName',
  'userAccountControl',
  'nsAccountLock',
  'pwdAccountLockedTime',
  'inetUserStatus',
  'accountExpires',
  'shadowExpire',
  'krbPrincipalExpiration',
  'loginDisabled',
  'createTimestamp',
  'whenCreated',
  'modifyTimestamp',
  'memberOf',
  'jpegPhoto',
]

/** Second names of the same attributes: RFC 4519, RFC 4524, RFC 2798. */
const aliases: Readonly<Record<string, string>> = {
  userid: 'uid',
  commonname: 'cn',
  surname: 'sn',
  gn: 'givenName',
  rfc822mailbox: 'mail',
  mobiletelephonenumber: 'mobile',
  hometelephonenumber: 'homePhone',
  organizationname: 'o',
  organizationalunitname: 'ou',
  domaincomponent: 'dc',
  countryname: 'c',
  localityname: 'l',
  stateorprovincename: 'st',
  streetaddress: 'street',
}

const spelling = new Map([...usual.map((name) => [name.toLowerCase(), name] as const), ...Object.entries(aliases)])

/** Limit on cached names. Entries repeat a few dozen; a hostile file may have a new one on each line. */
const maxKnown = 500

/** An attribute, and the number of the last entry that has it: to look for it in the entry finds nothing, as a rule, and takes longest. */
type Attribute = { readonly name: string; entry: number }

/** By their descriptions; null: no attribute can have that. */
const known = new Map<string, Attribute | null>()
const byName = new Map<string, Attribute>()

/**
 * The attribute of a description, by its name in the spelling of its schema if known, else in lower case, because directories ignore case.
 * Options after a semicolon, such as `binary` and languages, are dropped. Exporters that are no directory write names such as
 * `_links.self.href`. Null if no attribute can have this name. `current`: the number
 * of the entry that is read.
 */
export function attributeOf(description: string, current: number): Attribute | null {
  const before = known.get(description)
  if (before !== undefined) return before
  const [type = ''] = description.split(';', 1)
  const plain = type.trim().toLowerCase()
  const name = /^[a-z\d_][\w.-]{0,199}$/.test(plain) ? (spelling.get(plain) ?? plain) : null
  // One that is new is looked for in the current entry, which may have it under another description.
  const attribute = name === null ? null : (byName.get(name) ?? { name, entry: current })
  if (known.size < maxKnown && description.length <= maxDescription) {
    known.set(description, attribute)
    if (attribute !== null) byName.set(attribute.name, attribute)
  }
  return attribute
}

/** Longest name that is cached, options included. */
const maxDescription = 200

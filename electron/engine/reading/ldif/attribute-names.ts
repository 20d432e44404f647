/** Attributes that the reader of directories asks for, as their schemas write them. */
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
  'createTimestamp',
  'whenCreated',
  'modifyTimestamp',
  'memberOf',
  'jpegPhoto',
]

const spelling = new Map(usual.map((name) => [name.toLowerCase(), name]))

/** Spellings that are remembered. Entries repeat some dozen; a file may give each of its lines one of its own. */
const maxKnown = 500

const known = new Map<string, string | null>()

/**
 * The name of an attribute, which directories compare without regard to case: as its schema writes it where it is known,
 * else in lower case, so that it is the same in every entry. `binary` and languages behind a semicolon are left out. Null: no attribute
 * can have this name.
 */
export function attributeName(description: string): string | null {
  const before = known.get(description)
  if (before !== undefined) return before
  const [type = ''] = description.split(';', 1)
  const plain = type.trim().toLowerCase()
  const name = /^[a-z\d][\w.-]{0,199}$/.test(plain) ? (spelling.get(plain) ?? plain) : null
  if (known.size < maxKnown && description.length <= maxDescription) known.set(description, name)
  return name
}

/** A longer one is no attribute. */
const maxDescription = 200

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
  'modifyTimestamp',
  'memberOf',
  'jpegPhoto',
]

const spelling = new Map(usual.map((name) => [name.toLowerCase(), name]))

/**
 * The name of an attribute, which directories compare without regard to case: as its schema writes it where it is known,
 * else in lower case, so that it is the same in every entry. `binary` and languages behind a semicolon are left out.
 */
export function attributeName(description: string): string {
  const [type = ''] = description.split(';', 1)
  const plain = type.trim().toLowerCase()
  return spelling.get(plain) ?? plain
}

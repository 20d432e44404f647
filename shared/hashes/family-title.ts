const titles = new Map<string, string>([
  ['bcrypt', 'bcrypt'],
  ['argon2', 'Argon2'],
  ['firebase-scrypt', 'Firebase scrypt'],
  ['pbkdf2', 'PBKDF2'],
  ['scrypt', 'plain scrypt'],
  ['md5', 'MD5'],
  ['sha', 'SHA'],
  ['hmac', 'HMAC'],
  ['phpass', 'portable PHP hash (WordPress, phpBB, Drupal 7)'],
  ['crypt', 'Unix crypt'],
  ['scram', 'SCRAM'],
  ['ldap', 'LDAP scheme'],
  ['mediawiki', 'MediaWiki'],
  ['mysql', 'MySQL account'],
  ['mssql', 'SQL Server account'],
  ['ntlm', 'Windows account'],
  ['awscognito', 'Cognito'],
  ['bcrypt_sha256', 'bcrypt over SHA-256'],
  ['bcrypt_peppered', 'peppered hash'],
  ['argon2_peppered', 'peppered Argon2'],
  ['partner-scrypt_peppered', 'peppered Firebase scrypt'],
  ['bcrypt-variant', 'bcrypt over something else'],
  ['bcrypt-phc', 'bcrypt in another form'],
  ['argon2-variant', 'variant of Argon2'],
  ['wordpress-bcrypt', 'bcrypt of WordPress 6.8'],
  ['firebase-emulator', 'Firebase emulator'],
  ['clear-text', 'clear password'],
  ['plaintext', 'probably a clear password'],
  ['other', 'another declared algorithm'],
  ['unknown', 'not recognized'],
])

/** What people call a hash family of a verdict or bucket, to be used within a sentence. */
export function familyTitle(family: string): string {
  return titles.get(family) ?? family
}

/** Whether this names a hash family, and not a provider. */
export function isFamily(name: string): boolean {
  return titles.has(name)
}

const titles = new Map<string, string>([
  ['bcrypt', 'bcrypt'],
  ['argon2', 'Argon2'],
  ['firebase-scrypt', 'Firebase scrypt'],
  ['pbkdf2', 'PBKDF2'],
  ['scrypt', 'plain scrypt'],
  ['md5', 'MD5'],
  ['sha', 'SHA'],
  ['pbkdf2-or-sha', 'PBKDF2 of Spring Security or SHA'],
  ['hmac', 'HMAC'],
  ['phpass', 'portable PHP'],
  ['crypt', 'Unix crypt'],
  ['scram', 'SCRAM'],
  ['ldap', 'LDAP scheme'],
  ['mediawiki', 'MediaWiki'],
  ['mysql', 'MySQL account'],
  ['mssql', 'SQL Server account'],
  ['ntlm', 'Windows account'],
  ['awscognito', 'Cognito'],
  ['bcrypt_sha256', 'bcrypt over SHA-256'],
  ['bcrypt_sha512', 'bcrypt over SHA-512'],
  ['bcrypt_peppered', 'peppered bcrypt'],
  ['argon2_peppered', 'peppered Argon2'],
  ['firebase-scrypt_peppered', 'peppered Firebase scrypt'],
  ['bcrypt-variant', 'bcrypt over something else'],
  ['bcrypt-phc', 'bcrypt in another form'],
  ['argon2-variant', 'variant of Argon2'],
  ['wordpress-bcrypt', 'bcrypt of WordPress 6.8'],
  ['firebase-emulator', 'Firebase emulator'],
  ['encrypted', 'encrypted password'],
  ['clear-text', 'clear password'],
  ['variable', 'a variable in place of the value'],
  ['placeholder', 'a text in place of the hash'],
  ['plaintext', 'probably a clear password'],
  ['other', 'another declared algorithm'],
  ['bare-64', '64 bytes without an algorithm'],
  ['bare-digest', 'a digest without its algorithm'],
  ['computed', 'computed by the database, a program or a template'],
  ['unknown', 'not recognized'],
])

/** Families of hashes by their names. */
export const hashFamily = {
  /** The family of a bucket, which is also the group of the finding that it is decided by. */
  of: (bucket: string): string => bucket.replace(/^unsupported:/, ''),
  /** The usual name of the hash family of a verdict or bucket, for use within a sentence. */
  title: (family: string): string => titles.get(family) ?? family,
  /** Its name where no sentence stands around it. The name of bcrypt begins with a small letter everywhere. */
  heading: (family: string): string => {
    const title = hashFamily.title(family)
    return title.startsWith('bcrypt') ? title : title.charAt(0).toUpperCase() + title.slice(1)
  },
  /** The hashes of a family, as the cause of what becomes of their users: `PBKDF2 hashes`. */
  hashes: (family: string): string => plurals.get(family) ?? `${hashFamily.heading(family)} hashes`,
  /** Whether this names a hash family, and not a provider. */
  is: (name: string): boolean => titles.has(name),
}

/** Families whose titles name no algorithm. */
const plurals = new Map<string, string>([
  ['encrypted', 'Encrypted passwords'],
  ['clear-text', 'Clear passwords'],
  ['variable', 'Variables in place of the values'],
  ['placeholder', 'Texts in place of the hashes'],
  ['plaintext', 'Values that are probably clear passwords'],
  ['other', 'Hashes of another declared algorithm'],
  ['computed', 'Hashes that the database, a program or a template computes'],
  ['unknown', 'Hashes that are not recognized'],
  ['bare-64', 'Hashes of 64 bytes without an algorithm'],
  ['bare-digest', 'Digests without their algorithm'],
  ['pbkdf2-or-sha', 'Hashes of PBKDF2 of Spring Security or of SHA'],
  ['bcrypt-variant', 'Hashes of bcrypt over something else'],
  ['bcrypt-phc', 'bcrypt hashes in another form'],
  ['argon2-variant', 'Hashes of a variant of Argon2'],
  ['wordpress-bcrypt', 'bcrypt hashes of WordPress 6.8'],
])

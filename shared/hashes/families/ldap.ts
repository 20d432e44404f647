import type { HashShape } from '../shape.ts'

const base64 = '[A-Za-z0-9+/]+={0,2}'

/** Spring Security writes a salt of its own in braces. */
const springSalt = '(?:\\{[^{}]{1,64}\\})?'

/** `{SCHEME}value`, as LDAP servers, Dovecot and Spring Security write it. */
export const ldapShapes: readonly HashShape[] = [
  {
    family: 'crypt',
    name: 'A Unix crypt hash of Dovecot',
    whole: /^\{(?:SHA256|SHA512|MD5|DES)-CRYPT\}[$_./0-9A-Za-z=,]{13,}$/i,
  },
  {
    family: 'sha',
    name: 'SHA of an LDAP server or of Spring Security',
    whole: new RegExp(`^\\{S?SHA-?[0-9]*(?:\\.b64)?\\}${springSalt}${base64}$`, 'i'),
    begins: /^\{S?SHA(?![0-9]*-CRYPT)/i,
  },
  {
    family: 'md5',
    name: 'MD5 of an LDAP server or of Spring Security',
    whole: new RegExp(`^\\{S?MD5\\}${springSalt}${base64}$`, 'i'),
    begins: /^\{S?MD5(?!-CRYPT)/i,
  },
  {
    family: 'crypt',
    name: 'A Unix crypt hash of an LDAP server',
    whole: /^\{CRYPT\}[$_./0-9A-Za-z=,]{13,}$/i,
    begins: /^\{CRYPT\}/i,
  },
  {
    family: 'scrypt',
    name: 'Plain scrypt of Spring Security',
    whole: /^\{scrypt(?:@[A-Za-z0-9_]+)?\}\$[0-9a-f]+\$[^$]+\$[^$]+$/,
    begins: /^\{scrypt/,
  },
  { family: 'plaintext', name: 'A plain password', whole: /^\{(?:noop|PLAIN|CLEARTEXT|CLEAR)\}.+$/i },
  {
    family: 'ldap',
    name: 'A note that another system checks the password, without a hash',
    whole: /^\{(?:SASL|KERBEROS|UNIX|EXTERNAL)\}.+$/i,
  },
  { family: 'sha', name: 'SHA of SAP', whole: /^\{x-i(?:ssha|sSHA)[0-9]*, ?[0-9]+\}[A-Za-z0-9+/]+={0,2}$/i },
  {
    family: 'ldap',
    name: 'A scheme of an LDAP server',
    whole:
      /^\{(?!S?SHA|S?MD5|CRYPT\}|PBKDF2|PKCS5S2|SCRAM-|scrypt)[A-Z0-9][A-Z0-9_.@-]{1,30}\}(?:[\w./+=$,:@-]{8,}|.{16,})$/i,
  },
]

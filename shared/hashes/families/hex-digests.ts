import type { HashShape } from '../shape.ts'

/** Fast digests, bare or with a salt: MD5, SHA-1, SHA-2, HMAC and what frameworks made of them. */
export const digestShapes: readonly HashShape[] = [
  // The first half is that of an empty password.
  {
    family: 'ntlm',
    name: 'A password of a Windows account',
    whole: /^aad3b435b51404eeaad3b435b51404ee:[0-9a-f]{32}$/i,
  },
  { family: 'mssql', name: 'A password of an SQL Server account', whole: /^0x0[12]00[0-9a-f]{48,140}$/i },
  {
    family: 'md5',
    name: 'MD5 crypt of Solaris',
    whole: /^\$md5[,$]rounds=[0-9]+\$[^$]{0,16}\${1,2}[./0-9A-Za-z]{22}$/,
  },
  { family: 'sha', name: 'SHA-1 crypt', whole: /^\$sha1\$[0-9]+\$[./0-9A-Za-z]{1,64}\$[./0-9A-Za-z]{28}$/ },
  // Pbkdf2PasswordEncoder puts 8 bytes of salt, since 5.8 16, before 32 of hash; StandardPasswordEncoder 8 before a SHA-256.
  {
    family: 'pbkdf2-or-sha',
    name: 'A salt with PBKDF2 or SHA-256, as Spring Security writes both',
    whole: /^[0-9a-f]{80}$/i,
  },
  {
    family: 'pbkdf2-or-sha',
    name: 'A salt with PBKDF2, as Spring Security writes it, or SHA-384',
    whole: /^[0-9a-f]{96}$/i,
  },
  // SQL Server writes binary columns behind 0x, PostgreSQL behind \x.
  { family: 'md5', name: 'MD5', whole: /^(?:0x|\\x)?[0-9a-f]{32}$/i },
  { family: 'md5', name: 'MD5 with a salt', whole: /^[0-9a-f]{32}:[^:]{1,32}$/i },
  {
    family: 'md5',
    name: 'MD5 of Django',
    whole: /^(?:unsalted_)?md5\$[^$]*\$[0-9a-f]{32}$/,
    begins: /^(?:unsalted_)?md5\$/,
  },
  { family: 'md5', name: 'MD5 of PostgreSQL', whole: /^md5[0-9a-f]{32}$/ },
  { family: 'md5', name: 'MD5 of Ory', whole: /^\$md5\$.+$/ },
  { family: 'sha', name: 'SHA-1', whole: /^(?:0x|\\x)?[0-9a-f]{40}$/i },
  { family: 'sha', name: 'SHA-2', whole: /^(?:(?:0x|\\x)?(?:[0-9a-f]{56}|[0-9a-f]{64})|0x[0-9a-f]{128})$/i },
  // The examples of Node.js derive keys of this length by PBKDF2 and scrypt, beside a salt in a column of its own.
  {
    family: 'bare-64',
    name: 'SHA-512, or PBKDF2 or scrypt with a key of its length',
    whole: /^(?:\\x)?[0-9a-f]{128}(?::[^:]{1,32})?$/i,
  },
  { family: 'sha', name: 'SHA with a salt', whole: /^(?:[0-9a-f]{40}|[0-9a-f]{64}):[^:]{1,32}$/i },
  {
    family: 'sha',
    name: 'SHA of a framework',
    whole: /^(?:unsalted_)?sha[0-9]+\$[^$]*\$(?:[0-9a-f]{40,128}|[A-Za-z0-9+/]{27,88}={0,2})$/i,
    begins: /^(?:unsalted_)?sha[0-9]+\$/i,
  },
  {
    family: 'sha',
    name: 'SHA-256 of AuthMe',
    whole: /^\$SHA\$[0-9a-f]{1,32}\$[0-9a-f]{64}$/i,
    begins: /^\$SHA\$/,
  },
  { family: 'sha', name: 'SHA of Ory', whole: /^\$sha(?:1|256|384|512)\$.+\$.+$/, begins: /^\$sha(?:1|256|384|512)\$/ },
  {
    family: 'sha',
    name: 'SHA-256 or MD5 of Magento',
    whole: /^(?:[0-9a-f]{32}|[0-9a-f]{64}):[^:\s]{1,64}(?::[01]){1,2}$/i,
  },
  {
    family: 'argon2-variant',
    name: 'Argon2 of Magento, without its parameters in standard form',
    whole: /^[0-9a-f]{32,256}:[^:\s]{1,64}:(?:2|3_\d+_\d+_\d+)$/i,
  },
  {
    family: 'sha',
    name: 'SHA of Apache Shiro',
    whole: /^\$shiro1\$[A-Z0-9-]+\$[0-9]+\$[A-Za-z0-9+/=]*\$[A-Za-z0-9+/=]+$/i,
    begins: /^\$shiro1\$/,
  },
  {
    family: 'argon2-variant',
    name: 'Argon2 or bcrypt as Apache Shiro writes it',
    whole: /^\$shiro2\$\S+$/,
    begins: /^\$shiro2\$/,
  },
  {
    family: 'hmac',
    name: 'HMAC as the package password-hash of Node.js writes it, with its salt and rounds',
    whole:
      /^(?:md5\$[^$]{1,64}\$\d{1,9}\$[0-9a-f]{32}|sha1\$[^$]{1,64}\$\d{1,9}\$[0-9a-f]{40}|sha256\$[^$]{1,64}\$\d{1,9}\$[0-9a-f]{64}|sha512\$[^$]{1,64}\$\d{1,9}\$[0-9a-f]{128})$/i,
  },
  {
    family: 'sha',
    name: 'A digest with its salt and rounds, as Tomcat writes it',
    whole: /^(?:[0-9a-f]{2}){8,64}\$\d{1,8}\$(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i,
  },
  {
    family: 'sha',
    name: 'SHA behind its name',
    whole: /^\{?sha-?(?:1|224|256|384|512)[:}](?:(?:[0-9a-f]{8}){5,16}|[A-Za-z0-9+/]{27,88}={0,2})$/i,
  },
  { family: 'hmac', name: 'HMAC', whole: /^\$hmac-[a-z0-9]+\$[^$]+\$[^$]+$/, begins: /^\$hmac-/ },
  { family: 'mysql', name: 'A password of a MySQL account', whole: /^\*[0-9A-F]{40}$/i },
  {
    family: 'ntlm',
    name: 'A password of a Windows account',
    whole: /^\$(?:NT|3)\$\$?[0-9a-f]{32}$/i,
    begins: /^\$NT\$/,
  },
]

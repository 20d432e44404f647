import type { HashShape } from '../shape.ts'

const c = '[./0-9A-Za-z]'
const rounds = '(?:rounds=[0-9]+\\$)?'

/** The password hashes of Unix systems. */
export const cryptShapes: readonly HashShape[] = [
  {
    family: 'md5',
    name: 'MD5 crypt',
    whole: new RegExp(`^\\$(?:1|apr1|md5-crypt)\\$[^$]{0,16}\\$${c}{22}$`),
    begins: /^\$(?:1|apr1|md5-crypt)\$/,
  },
  {
    family: 'crypt',
    name: 'SHA-256 crypt',
    whole: new RegExp(`^\\$(?:5|sha256-crypt)\\$${rounds}[^$]{0,16}\\$${c}{43}$`),
    begins: /^\$(?:5|sha256-crypt)\$/,
  },
  {
    family: 'crypt',
    name: 'SHA-512 crypt',
    whole: new RegExp(`^\\$(?:6|sha512-crypt)\\$${rounds}[^$]{0,16}\\$${c}{86}$`),
    begins: /^\$(?:6|sha512-crypt)\$/,
  },
  { family: 'crypt', name: 'yescrypt', whole: new RegExp(`^\\$y\\$${c}+\\$${c}+\\$${c}{43}$`), begins: /^\$y\$/ },
  {
    family: 'crypt',
    name: 'gost-yescrypt',
    whole: new RegExp(`^\\$gy\\$${c}+\\$${c}+\\$${c}{43}$`),
    begins: /^\$gy\$/,
  },
  {
    family: 'crypt',
    name: 'scrypt of Unix crypt',
    whole: new RegExp(`^\\$7\\$${c}{11,}\\$${c}{43}$`),
    begins: /^\$7\$/,
  },
  {
    family: 'pbkdf2',
    name: 'PBKDF2 of Mosquitto',
    whole: /^\$7\$[0-9]+\$[A-Za-z0-9+/]{16,}={0,2}\$[A-Za-z0-9+/]{86}==$/,
  },
  {
    family: 'sha',
    name: 'SHA-512 of Mosquitto',
    whole: /^\$6\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==$/,
  },
  {
    family: 'scram',
    name: 'SCRAM, as PostgreSQL, MongoDB and Kafka keep it',
    whole: /^SCRAM-SHA-(?:1|256|512)\$[0-9]+:[A-Za-z0-9+/]+={0,2}\$[A-Za-z0-9+/]+={0,2}:[A-Za-z0-9+/]+={0,2}$/,
    begins: /^SCRAM-SHA-/,
  },
  {
    family: 'scram',
    name: 'SCRAM of a mail or LDAP server',
    whole: /^\{SCRAM-SHA-(?:1|256|512)\}[0-9]+,[A-Za-z0-9+/]+={0,2},[A-Za-z0-9+/]+={0,2},[A-Za-z0-9+/]+={0,2}$/i,
    begins: /^\{SCRAM-SHA-/i,
  },
  {
    family: 'scram',
    name: 'SCRAM of Passlib',
    whole: /^\$scram\$[0-9]+\$[A-Za-z0-9./]*\$[a-z0-9-]+=[A-Za-z0-9./]+(?:,[a-z0-9-]+=[A-Za-z0-9./]+)*$/,
    begins: /^\$scram\$/,
  },
  { family: 'scram', name: 'SCRAM, as MongoDB keeps it', whole: /^\{\s*"SCRAM-SHA-(?:1|256)"\s*:\s*\{.+\}\s*\}$/s },
  { family: 'crypt', name: 'Extended DES crypt', whole: new RegExp(`^_${c}{19}$`) },
  {
    family: 'crypt',
    name: 'DES crypt',
    // A word of 13 letters is a password. The last character has four bits, and two that are always 0.
    whole: new RegExp(`^(?:crypt\\$[^$]*\\$|(?![A-Z]?[a-z0-9]*$))${c}{12}[.26AEIMQUYcgkosw]$`),
    begins: /^crypt\$/,
  },
]

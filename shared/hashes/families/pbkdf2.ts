import type { HashShape } from '../shape.ts'

const name = 'PBKDF2'

/** PBKDF2 as Django, Passlib, Ory, Werkzeug, web2py, LDAP servers, Atlassian, ASP.NET Identity, GRUB and Cisco write it. */
export const pbkdf2Shapes: readonly HashShape[] = [
  {
    family: 'pbkdf2',
    name: `${name} of Django`,
    whole: /^pbkdf2_sha[0-9]+\$[0-9]+\$[^$]+\$[A-Za-z0-9+/]+={0,2}$/,
    begins: /^pbkdf2_/,
  },
  {
    family: 'pbkdf2',
    name,
    whole: /^\$pbkdf2(?:-[a-z0-9]+)?\$[A-Za-z0-9=,]+\$[A-Za-z0-9+/.]+={0,2}\$[A-Za-z0-9+/.]+={0,2}$/,
    begins: /^\$pbkdf2/,
  },
  {
    family: 'pbkdf2',
    name: `${name} of Werkzeug`,
    whole: /^pbkdf2:[a-z0-9]+(?::[0-9]+)?\$[^$]+\$[0-9a-f]{32,}$/,
    begins: /^pbkdf2:/,
  },
  {
    family: 'pbkdf2',
    name: `${name} of web2py`,
    whole: /^pbkdf2\([0-9]+,[0-9]+,[a-z0-9]+\)\$[^$]*\$[0-9a-f]{20,}$/,
    begins: /^pbkdf2\(/,
  },
  {
    family: 'pbkdf2',
    name,
    whole: /^sha[0-9]+:[0-9]+:(?:[0-9]+:)?[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$/,
    begins: /^sha[0-9]+:[0-9]+:/,
  },
  {
    family: 'pbkdf2',
    name: `${name} of an LDAP server or of Spring Security`,
    // ForgeRock puts the iterations before the value, 389 Directory Server inside it, Passlib the salt apart: a scheme is enough.
    whole: /^\{PBKDF2[A-Z0-9_-]*(?:@\w+)?\}[A-Za-z0-9+/.=:$,_-]{16,}$/i,
    begins: /^\{PBKDF2/i,
  },
  { family: 'pbkdf2', name: `${name} of Atlassian`, whole: /^\{PKCS5S2\}[A-Za-z0-9+/]{64}$/, begins: /^\{PKCS5S2\}/ },
  {
    family: 'pbkdf2',
    name: `${name} of dlitz (p5k2)`,
    whole: /^\$p5k2\$[0-9a-f]*\$[A-Za-z0-9+/._=-]+\$[A-Za-z0-9+/._=-]+$/i,
    begins: /^\$p5k2\$/i,
  },
  {
    family: 'pbkdf2',
    name: `${name} of GRUB`,
    whole: /^grub\.pbkdf2\.sha[0-9]+\.[0-9]+\.[0-9a-f]+\.[0-9a-f]+$/i,
    begins: /^grub\.pbkdf2\./i,
  },
  // Byte 0 is 1, then the function, the iterations and the salt's length as 32-bit numbers, big-endian.
  {
    family: 'pbkdf2',
    name: `${name} of ASP.NET Identity`,
    whole: /^AQAAAA[A-Za-z0-9+/]{60,120}={0,2}$/,
    begins: /^AQAAAA[AEI]AA[A-Za-z0-9+/]{3,}={0,2}$/,
  },
  // Byte 0 is 0, then 16 bytes of salt and 32 of hash.
  { family: 'pbkdf2', name: `${name} of ASP.NET Identity, version 2`, whole: /^A[A-Za-z0-9+/]{65}==$/ },
  {
    family: 'pbkdf2',
    name: `${name} of ASP.NET Identity, in hexadecimal`,
    whole: /^(?:0x)?(?:010000000[012][0-9a-f]{8}000000[1-8]0[0-9a-f]{64,256}|00[0-9a-f]{96})$/i,
  },
  { family: 'pbkdf2', name: `${name} of 50 bytes, as Grafana and Gitea write it`, whole: /^[0-9a-f]{100}$/i },
  // Divided by dollar signs, by slashes (Liferay) or by commas (CouchDB).
  {
    family: 'pbkdf2',
    name,
    whole:
      /^(?:pbkdf2\$(?:[^$]{1,128}\$){1,3}[\w+/]{22,256}={0,2}|pbkdf2with\w{1,20}\/\d+\/\d+\/[\w+/]{22,172}={0,2}|-pbkdf2-[0-9a-f]{32,128},[^,]{1,128},\d+)$/i,
  },
  {
    family: 'pbkdf2',
    name: `${name} of Cisco`,
    whole: /^\$8\$[./0-9A-Za-z]{14}\$[./0-9A-Za-z]{43}$/,
    begins: /^\$8\$/,
  },
]

const bytes = '(?:[A-Za-z0-9+/]{4}){2,40}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?'
/** As long as digests of MD5, SHA-1, SHA-256 and SHA-512, with the padding that tells base64 from words. */
const digest = '(?:[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{27}=|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)'

/** A salt and a hash of them in base64, in either order. */
export const base64Pair = new RegExp(`^(?:${bytes}[:.$|]${digest}|${digest}[:.$|]${bytes})$`)

/** Salt and hash in one text, as examples around Passport and .NET store PBKDF2. Tried after every other pair. */
export const pairShapes: readonly HashShape[] = [
  {
    family: 'pbkdf2',
    name: 'A salt and a hash in hexadecimal, usually PBKDF2',
    whole: /^[0-9a-f]{16,128}[:.$|][0-9a-f]{32,2048}$/i,
  },
  { family: 'pbkdf2', name: 'A salt and a hash in base64, usually PBKDF2', whole: base64Pair },
  // No digest is longer than 64 bytes: passport-local-mongoose and Payload derive 512, and keep the salt apart.
  { family: 'pbkdf2', name: 'A derived key in hexadecimal, usually PBKDF2', whole: /^(?:[0-9a-f]{2}){65,1024}$/i },
]

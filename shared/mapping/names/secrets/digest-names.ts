import { lastName, splitPath, wordsOf } from '../column-words.ts'

/* Names of digests, keys and fingerprints, which look like password hashes: `path_hash`, `avatar.md5`, `credentialId`. */

/** Words beside one for a password or a digest that say nothing more of it. */
export const neutral =
  /^(?:the|my|users?|usr|usuario|utilisateur|benutzer|gebruiker|account|konto|login|web|current|actual|aktuell|main|new|neu|neues|nouveau|initial|plain|clear|clair|klar|klartext|claro|chiaro|raw|de|del|da|do|hash|hashed|hashes|digest|encrypted|crypted|enc|bcrypt|argon2|value|text|field|required|kata|acceso|acesso|accesso|acces|ingreso|str|txt|fld|vc|vch|sz|\d+)$/

/** Words of digests, which may be of anything. */
export const ofDigest = /^(?:hash|hashed|digest|bcrypt|argon2|argon2id|scrypt|verifier)$/

/** Whether a name says of what it holds a digest, and that is no credential. */
export function isDigestOf(words: readonly string[]): boolean {
  return (
    words.some((word) => ofDigest.test(word)) &&
    words.some(
      (word) => !ofDigest.test(word) && !neutral.test(word) && !/^(?:auth|credentials?|creds?|access)$/.test(word),
    )
  )
}

/** Whether a digest is of the thing whose object it is in: `avatar.hash`. */
export function isOfDigest(path: string): boolean {
  const { containers, name } = splitPath(path)
  const around = wordsOf(containers.at(-1) ?? '')
  return (
    /^(?:hash|digest|md5|sha\d{0,3}|id|etag|checksum)$/i.test(name) &&
    around.some((word) => otherDigest.test(word.replace(/s$/, '')))
  )
}

const otherDigest =
  /^(?:ids?|pk|fk|keys?|api\w*key|authkey|sid|sess|stamp|u?uid|guid|fingerprint|(?:gr)?avatar|image|photo|picture|thumb(?:nail)?|file|filename|path|e?mail|device|machine|ip|ipaddress|check|crc|sum|md5sum|version|revision|rev|unsubscribe|optout|tracking|visitor|ticket|nonce|jti|rands?|random|seed|commits?|git|build|release|schema|migrations?|media|assets?|attachments?|uploads?|logo|cover|banner|icon|thumb|cache|blob)$/

export function isOfKey(word: string): boolean {
  return otherDigest.test(word.replace(/\d{1,2}$/, ''))
}

/** Whether a path leads to a part of a passkey or of another pair of keys: within an object of these, or by its own name. */
export function ofKeyPair(path: string): boolean {
  return (
    /passkey|web_?authn|fido|u2f|(?:public|private)_?key(?:\[0\])?\./i.test(path) ||
    /(?:public|private|identity|^pre|signedpre|signing|encryption|pgp|gpg)key$|^credentialid$/.test(lastName(path))
  )
}

const picture = /^(?:(?:gr)?avatar|image|img|photo|picture|pic|thumb(?:nail)?|icon|logo|banner|cover)\d{0,4}$/

/** Whether a name says that it holds a digest of a picture: `avatar_hash`, `photo.md5`. */
export function isDigestOfPicture(path: string): boolean {
  const { containers, name } = splitPath(path)
  const words = wordsOf(name)
  return words.some(isPicture) || (isOfDigest(path) && wordsOf(containers.at(-1) ?? '').some(isPicture))
}

function isPicture(word: string): boolean {
  return picture.test(word.replace(/s$/, ''))
}

/** Names that nothing but a checksum has, and words of things whose digest a program keeps to see them change. */
const checksum = /^(?:checksum|check_?sum|e_?tag|crc\d{0,2}|commit)s?$/
const content =
  /^(?:content|document|doc|file|filename|attachment|upload|media|blob|body|text|message|row|record|line|data|import|export|sync|version|revision|build|schema|email|mail)s?$/
const ofRevision = /^(?:revision|rev|version|git_?sha)$/

/** Whether a name says that it holds a digest of a file, a row or an address, which is hardly a password: `row_hash`, `file.hash`, `etag`. */
export function isDigestOfContent(path: string): boolean {
  const { containers, name } = splitPath(path)
  const words = wordsOf(name)
  if (isOfDigest(path) && wordsOf(containers.at(-1) ?? '').some((word) => content.test(word))) return true
  if (words.some((word) => checksum.test(word)) || ofRevision.test(lastName(path))) return true
  return (
    words.length > 1 &&
    words.some((word) => content.test(word)) &&
    words.every((word) => content.test(word) || ofDigest.test(word) || /^(?:md5|sha\d{0,3}|sum)$/.test(word))
  )
}

import { unsupported } from './verdict.ts'

/* Texts in place of hashes, as people write them into samples and seeds: `hashed_password_1`, `$2b$10$placeholder`, `<bcrypt-hash>`. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Words for a hash, of which one says that the text stands for one. */
const forHash = words(
  'hash hashes hashed hashedpassword hashedpasswd hashedpwd hashedpw hashpassword passwordhash passwdhash pwdhash pwhash bcrypt bcrypthash ' +
    'argon2 argon2id argon2hash placeholder placeholderhash fakehash fakehashed fakehashedsecret fakehashedpassword dummyhash samplehash examplehash encryptedpassword',
)
const besideHash = words(
  'password passwd pwd pass pw your my the a an of for some here goes fake dummy sample example test demo real actual generated replace ' +
    'replaced change changed changeme me with in to be do not use this is only user admin staff manager customer teacher student guest owner ' +
    'value string secret insert put todo later random encrypted production prod dev only must placeholder secure strong valid temp temporary',
)

/** Whether a text says in words that a hash belongs here: it has a word for one, others that go with it, and numbers. */
function standsForHash(text: string): boolean {
  const parts = text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .map((part) => part.replace(/^\d+|(?<!\d)\d+$/g, ''))
    .filter((part) => part.length > 1)
  return (
    parts.length <= mostWords &&
    parts.some((part) => forHash.has(part)) &&
    parts.every((part) => forHash.has(part) || besideHash.has(part))
  )
}

const mostWords = 10
const longest = 80

/** Signs and words behind the beginning of a hash that none has, whose letters are made by chance. */
const inHash = /^[^$]{0,80}(?:hash|placeholder|example|password|dummy|replace|\.\.\.|…|<|>|x{8}|X{8})/i

/** The cost of bcrypt, or the parameters of Argon2. */
const beginning = /^\$(?:2[abxy]?\$\d{1,2}|argon2(?:id|i|d)(?:\$v=\d{1,2})?(?:\$[mtp]=[\d,=mtp]{1,40})?)\$/

/** Whether a text that is no whole hash was written in place of one. */
export function isPlaceholder(text: string): boolean {
  if (text.length > longest) return false
  const begins = beginning.exec(text)?.[0]
  return begins === undefined ? mayBe.test(text) && standsForHash(text) : inHash.test(text.slice(begins.length))
}

/** A cheap look that tells nearly every other text apart. */
const mayBe = /hash|bcrypt|argon2|placeholder|encryptedpassword/i

/** The way to the hashes of users whose export has texts in place of them. */
export const wayToWholeHashes = 'Export the users of the running system, whose hashes are whole.'

/** The verdict on a text that was written in place of a hash. */
export const ofPlaceholder = unsupported(
  'placeholder',
  'A text stands here in place of a hash, as in samples: nobody could sign in with it.',
  `${wayToWholeHashes} Otherwise create these users passwordless or exclude them.`,
)

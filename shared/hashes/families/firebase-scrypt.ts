import { base64 } from '../base64.ts'
import { type HashInput, type HashVerdict, incomplete, malformed, type ScryptParameters } from '../verdict.ts'

/** The parts of one hash of Firebase scrypt, as texts. */
type ScryptParts = {
  readonly hash: string
  readonly salt: string
  readonly memoryCost: string
  readonly rounds: string
  readonly separator: string
  /** The project's signer key where the hash carries it along; it never goes out. */
  readonly signerKey: string | null
}

/**
 * Puts a hash into the form of specification 4.5, `$f_scrypt$<hash>$<salt>$m=<mem>$r=<rounds>$s=<separator>`, in
 * standard base64 with padding: the core compares the text.
 */
function buildScrypt(parts: ScryptParts, parameters: ScryptParameters | null, variant: string): HashVerdict {
  const hash = base64.padded(parts.hash)
  const salt = base64.padded(parts.salt)
  const separator = base64.padded(parts.separator)
  if (hash === null || salt === null || separator === null) return malformed('firebase-scrypt', notBase64)
  if (!isWithin(parts.memoryCost, 30) || !isWithin(parts.rounds, 120)) return malformed('firebase-scrypt', badCosts)
  const bytes = base64.countBytes(hash)
  if (parts.signerKey !== null && base64.countBytes(parts.signerKey) !== bytes)
    return malformed('firebase-scrypt', otherLength)
  const keyLength = parameters?.signerKeyLength ?? null
  if (keyLength !== null && keyLength !== bytes) return malformed('firebase-scrypt', otherLength)
  const costs = `m=${Number(parts.memoryCost)}$r=${Number(parts.rounds)}`
  const send = `$f_scrypt$${hash}$${salt}$${costs}$s=${separator}`
  if (send.length > 256)
    return malformed('firebase-scrypt', 'Firebase scrypt, longer than the 256 characters the core stores.')
  return { kind: 'rewrite', family: 'firebase-scrypt', variant, send, reason: built }
}

const built = 'Firebase scrypt, put together in the form the core reads; hash and salt are the exported ones.'
const notBase64 = 'Firebase scrypt with a hash, salt or separator that is not base64.'
const badCosts = 'Firebase scrypt with a memory cost or rounds out of bounds.'
const otherLength =
  'The hash is not as long as the signer key: it was cut off, or it comes from another project or algorithm.'

function isWithin(text: string, highest: number): boolean {
  return /^[0-9]{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= highest
}

export function judgeScrypt(text: string, parameters: ScryptParameters | null): HashVerdict | null {
  return judgeScryptText(text, parameters) ?? judgeScryptCarrier(text, parameters)
}

/** A hash that is in the core's form already; null for anything else. */
function judgeScryptText(text: string, parameters: ScryptParameters | null): HashVerdict | null {
  if (!text.startsWith('$f_scrypt$')) return null
  const [, , hash = '', salt = '', ...costs] = text.split('$')
  const [memoryCost, rounds, separator] = ['m=', 'r=', 's='].map((name) => valueOf(costs, name))
  if (costs.length !== 3 || memoryCost === undefined || rounds === undefined || separator === undefined) {
    return malformed('firebase-scrypt', 'Firebase scrypt, but not with the seven parts it consists of.')
  }
  const verdict = buildScrypt({ hash, salt, memoryCost, rounds, separator, signerKey: null }, parameters, 'f_scrypt')
  if (verdict.kind !== 'rewrite' || verdict.send !== text) return verdict
  return { ...verdict, kind: 'accept', reason: 'Firebase scrypt, sent as it is.' }
}

/** The value of `name=value` among `parts`; undefined when it is missing. */
function valueOf(parts: readonly string[], name: string): string | undefined {
  return parts.find((part) => part.startsWith(name))?.slice(name.length)
}

/** A bare hash with its salt in another field, as the project's export has them: the parameters complete it. */
export function judgeRawScrypt(input: HashInput, text: string, parameters: ScryptParameters | null): HashVerdict {
  if (base64.padded(text) === null) return malformed('firebase-scrypt', notBase64)
  const salt = (input.salt ?? '').trim()
  if (parameters === null) return incomplete(noParameters, salt === '' ? giveBoth : giveParameters)
  if (salt === '') return incomplete('Firebase scrypt without its salt.', giveSalt)
  const { memoryCost, rounds, separator } = parameters
  const parts = { hash: text, salt, memoryCost: `${memoryCost}`, rounds: `${rounds}`, separator, signerKey: null }
  return buildScrypt(parts, parameters, 'raw')
}

const noParameters = 'Firebase scrypt without the parameters of its project.'
const giveParameters =
  'Paste the hash parameters of the old project (separator, rounds, memory cost); they are shown in its console.'
const giveSalt = 'Export again with the salt of each user.'
const giveBoth = `${giveParameters} The salt of each user is needed as well.`

/** Whether a hash has 64 bytes in base64, as usual signer keys have, and hashes of other algorithms as well. */
export function isAsLongAsKeys(text: string): boolean {
  return text.length >= 86 && text.length <= 88 && base64.countBytes(text) === 64
}

/** Whether a hash and its salt are as long as those that Firebase makes: 64 and 10 bytes. */
export function looksLikeRawScrypt(text: string, salt: string): boolean {
  return isAsLongAsKeys(text) && base64.countBytes(salt.trim()) === 10
}

/**
 * Firebase scrypt as other products carry it, whole with its parameters:
 * - `$fbscrypt$v=1,n=14,r=8,p=1,ss=<separator>,sk=<signer>$<salt>$<hash>` (Supabase)
 * - `$firescrypt$ln=14,r=8,p=1$<salt>$<hash>$<separator>$<signer>` (Ory)
 * - `$firebase-scrypt$hash=...$salt=...$sk=...$ss=...$r=...$m=...` (WorkOS)
 * - `<hash>$<salt>$<signer>$<separator>$<rounds>$<memory cost>` (Clerk)
 * The signer key in it must be the one set in the core. Null when the text is none of these.
 */
function judgeScryptCarrier(text: string, parameters: ScryptParameters | null): HashVerdict | null {
  const read = carriers.find(({ begins }) => begins.test(text))
  if (read === undefined) return null
  const parts = read.parts(text.split('$'))
  return parts === null
    ? malformed('firebase-scrypt', 'Firebase scrypt as another product carries it, but not whole.')
    : buildScrypt(parts, parameters, read.variant)
}

type Carrier = {
  readonly variant: string
  readonly begins: RegExp
  readonly parts: (parts: readonly string[]) => ScryptParts | null
}

const carriers: readonly Carrier[] = [
  { variant: 'fbscrypt', begins: /^\$fbscrypt\$/, parts: fromFbscrypt },
  { variant: 'firescrypt', begins: /^\$firescrypt\$/, parts: fromFirescrypt },
  { variant: 'firebase-scrypt', begins: /^\$firebase-scrypt\$/, parts: fromNamed },
  {
    variant: 'six-parts',
    begins: /^[A-Za-z0-9+/_-]+={0,2}(?:\$[A-Za-z0-9+/_-]+={0,2}){3}\$[0-9]{1,3}\$[0-9]{1,3}$/,
    parts: fromSixParts,
  },
]

function fromFbscrypt(parts: readonly string[]): ScryptParts | null {
  const [, , settings = '', salt, hash, ...more] = parts
  const list = settings.split(',')
  return valueOf(list, 'v=') === '1' && valueOf(list, 'p=') === '1' && more.length === 0
    ? whole(hash, salt, valueOf(list, 'n='), valueOf(list, 'r='), valueOf(list, 'ss='), valueOf(list, 'sk='))
    : null
}

function fromFirescrypt(parts: readonly string[]): ScryptParts | null {
  const [, , settings = '', salt, hash, separator, signerKey, ...more] = parts
  const list = settings.split(',')
  return valueOf(list, 'p=') === '1' && more.length === 0
    ? whole(hash, salt, valueOf(list, 'ln='), valueOf(list, 'r='), separator, signerKey)
    : null
}

function fromNamed(parts: readonly string[]): ScryptParts | null {
  const value = (name: string) => valueOf(parts, name)
  return whole(value('hash='), value('salt='), value('m='), value('r='), value('ss='), value('sk='))
}

function fromSixParts(parts: readonly string[]): ScryptParts | null {
  const [hash, salt, signerKey, separator, rounds, memoryCost] = parts
  return whole(hash, salt, memoryCost, rounds, separator, signerKey)
}

type Text = string | undefined

function whole(hash: Text, salt: Text, memoryCost: Text, rounds: Text, separator: Text, key: Text): ScryptParts | null {
  if (hash === undefined || salt === undefined || memoryCost === undefined || rounds === undefined) return null
  return separator === undefined ? null : { hash, salt, memoryCost, rounds, separator, signerKey: key ?? null }
}

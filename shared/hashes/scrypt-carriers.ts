import { malformed } from './refusal.ts'
import { buildScrypt, valueOf, type ScryptParts } from './firebase-scrypt.ts'
import type { HashVerdict, ScryptParameters } from './verdict.ts'

/**
 * Firebase scrypt as other products carry it, whole with its parameters:
 * - `$fbscrypt$v=1,n=14,r=8,p=1,ss=<separator>,sk=<signer>$<salt>$<hash>` (Supabase)
 * - `$firescrypt$ln=14,r=8,p=1$<salt>$<hash>$<separator>$<signer>` (Ory)
 * - `$firebase-scrypt$hash=...$salt=...$sk=...$ss=...$r=...$m=...` (WorkOS)
 * - `<hash>$<salt>$<signer>$<separator>$<rounds>$<memory cost>` (Clerk)
 * The signer key in it must be the one set in the core. Null when the text is none of these.
 */
export function judgeScryptCarrier(text: string, parameters: ScryptParameters | null): HashVerdict | null {
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

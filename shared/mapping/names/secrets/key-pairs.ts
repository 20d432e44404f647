import { lastName } from '../column-words.ts'
import { hintsOf } from '../name-hints.ts'

/*
 * Columns of passkeys, and of other pairs of keys. A passkey never has a public key alone: its credential ID or its count of signatures stands
 * beside it. A public key without these is one to encrypt, to sign or to reach a machine with.
 */

/** A column with the key or ID of a passkey, with something else of it, or with the key of another pair; null: none of these. */
type KeyColumn = 'passkey' | 'of-passkey' | 'other-key'

/** `beside`: the paths of the columns of the same table. */
export function judgeKeyColumn(path: string, samples: readonly string[], beside: readonly string[]): KeyColumn | null {
  // Samples of secrets are masked.
  const isLong = (sample: string) => sample.includes('•') || sample.trim().length >= shortest
  if (!hintsOf(path).keyPair || !samples.some(isLong)) return null
  if (!ofWebAuthn.test(path) && !beside.some((other) => isOfSamePasskey(other, path))) return 'other-key'
  return isPart.test(path) && !saysWhether.test(path) ? 'passkey' : 'of-passkey'
}

const shortest = 16

const ofWebAuthn = /passkey|web_?authn|fido|u2f|credential_?public_?key/i

/** Names of what each passkey has beside its key. */
const alsoOfPasskey =
  /^(?:credential|public)?(?:key)?handle$|^(?:credential|cred)(?:id|publickey)$|^(?:sign(?:ature)?)?count(?:er)?$|^aaguid$|^transports$/

/** Whether another column of the same object is of a passkey, and not only of a key. */
function isOfSamePasskey(other: string, path: string): boolean {
  if (other === path || containerOf(other) !== containerOf(path)) return false
  return alsoOfPasskey.test(lastName(other.replace(/\[0\]$/, ''))) || (isId(path) && lastName(other) === 'publickey')
}

function isId(path: string): boolean {
  return lastName(path) === 'credentialid'
}

function containerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

/** Names of the ID or the key of a passkey, and not of how many there are or whether they are allowed. */
const isPart = /(?:id|key|keys|credentials?|creds?|data|webauthn|\.x)$/i
const saysWhether = /(?:^|[._])(?:has|is)_?[^.]*$/i

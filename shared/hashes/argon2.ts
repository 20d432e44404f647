import { bareBase64, hasStrayBits } from './base64.ts'
import { malformed } from './refusal.ts'
import type { HashVerdict } from './verdict.ts'

const whole =
  /^\$argon2(id|i|d)\$v=(?:19|16)\$m=([1-9][0-9]{0,9}),t=([1-9][0-9]{0,9}),p=([1-9][0-9]{0,7})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/

const begins = /^\$argon2(?:id|i|d)\$/i

const widest = 256
const maximum = 2 ** 32 - 1
const maximumLanes = 2 ** 24 - 1

/**
 * Argon2 in encoded form (specification 4.5): `$argon2id$v=19$m=65536,t=3,p=4$<salt>$<hash>`. What strict libraries
 * refuse but can be told without loss is rewritten: padding, the URL alphabet, a missing version (16), the order of
 * the parameters. Null when the text does not begin like Argon2.
 */
export function judgeArgon2(text: string, dialect: 'documented' | 'supertokens'): HashVerdict | null {
  if (!text.startsWith('$argon2')) return begins.test(text) ? malformed('argon2', 'Argon2 with capital letters.') : null
  const parts = whole.exec(text)
  if (parts !== null && text.length <= widest) return judgeParts(text, parts, 'accept', dialect)
  const fixed = tellAgain(text)
  if (fixed === null) return malformed('argon2', whatIsWrong(text))
  const fixedParts = whole.exec(fixed)
  if (fixedParts === null) return malformed('argon2', 'Argon2 with a salt, hash or number out of bounds.')
  return judgeParts(fixed, fixedParts, 'rewrite', dialect)
}

function judgeParts(
  send: string,
  parts: RegExpExecArray,
  kind: 'accept' | 'rewrite',
  dialect: 'documented' | 'supertokens',
): HashVerdict {
  const [, type = '', memory, rounds, lanes, salt = '', hash = ''] = parts
  if (send.length > widest) return malformed('argon2', 'Argon2 longer than the 256 characters the core stores.')
  if (Number(memory) > maximum || Number(rounds) > maximum || Number(lanes) > maximumLanes) {
    return malformed('argon2', 'Argon2 with a number beyond what Argon2 allows.')
  }
  if (Number(memory) < 8 * Number(lanes)) {
    return malformed('argon2', 'Argon2 with less memory than its parallelism needs: no library checks it.')
  }
  if (salt.length % 4 === 1 || hash.length % 4 === 1) return malformed('argon2', cutOff)
  const variant = `argon2${type}`
  if (hasStrayBits(salt) || hasStrayBits(hash)) {
    return { kind: 'warn', family: 'argon2', variant, send, reason: strayBits }
  }
  if (type === 'i' && dialect === 'documented') {
    const reason = kind === 'accept' ? undocumented : `${undocumented} ${rewritten}`
    return { kind: 'warn', family: 'argon2', variant, send, reason }
  }
  return { kind, family: 'argon2', variant, send, reason: kind === 'accept' ? 'Argon2, sent as it is.' : rewritten }
}

const rewritten = 'Argon2, told again in the standard form; salt and hash are untouched.'
const cutOff = 'Argon2 with a salt or hash that was cut off.'
const strayBits =
  'Argon2 whose last character fits no whole byte: it looks cut off, and a strict core will not check it.'
const undocumented =
  'Argon2i, which the documented interface does not name: sent, but try one user first. Argon2d and Argon2id are named.'

const parameters = /^(?:[mtp]=[0-9]+)(?:,[mtp]=[0-9]+){2}$/

/** The same hash in standard form, or null when it cannot be told. */
function tellAgain(text: string): string | null {
  const parts = text.split('$')
  // Without a version it is the first one, 1.0, written 16.
  if (parts.length === 5 && parts[2]?.startsWith('v=') === false) parts.splice(2, 0, 'v=16')
  const [, type = '', version = '', costs = '', salt = '', hash = '', ...more] = parts
  if (more.length > 0 || !parameters.test(costs)) return null
  const inOrder = ['m=', 't=', 'p='].map((name) => costs.split(',').find((cost) => cost.startsWith(name)))
  const bareSalt = bareBase64(salt)
  const bareHash = bareBase64(hash)
  if (inOrder.includes(undefined) || bareSalt === null || bareHash === null) return null
  return `$${type}$${version}$${inOrder.join(',')}$${bareSalt}$${bareHash}`
}

function whatIsWrong(text: string): string {
  if (text.length > widest) return 'Argon2 longer than the 256 characters the core stores.'
  if (/[,$](?:keyid|data)=/.test(text))
    return 'Argon2 with a secret or extra data (keyid, data) that the core does not have.'
  if (/\$(?:\$|$)/.test(text)) return 'Argon2 with an empty salt or hash: it was cut off.'
  return 'It begins like Argon2 but its parts are not whole.'
}

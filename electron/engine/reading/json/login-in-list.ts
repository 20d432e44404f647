import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'

/** Bytes of a list that may be a login. */
export const maxList = 4096

/**
 * The salt and the password hash in the list of one user, `["<salt>", "<hash>"]`, by their look; null: it is another list. Of digests, one that
 * is longer than its salt is the hash; what a list beside it has is no password.
 */
export function loginInList(list: unknown): { readonly salt?: string; readonly password: string } | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > maxValues) return null
  const texts = list.filter((one): one is string => typeof one === 'string')
  const [certain, ...others] = texts.filter((one) => hashLikeness(one) === 'certain')
  if (certain !== undefined) return others.length === 0 ? { password: certain } : null
  const [one = '', other = '', ...more] = texts
  if (texts.length < list.length || more.length > 0) return null
  const [salt, password] = one.length < other.length ? [one, other] : [other, one]
  return salt.length < password.length && hashLikeness(password) !== null && ofSalt.test(salt)
    ? { salt, password }
    : null
}

const maxValues = 6

/** A salt in hexadecimal or base64, and neither a word, nor a version. */
const ofSalt = /^(?=.*\d)(?=.*[a-z])[\da-z+/]{6,128}={0,2}$/i

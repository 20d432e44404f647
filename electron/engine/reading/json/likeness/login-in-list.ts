import { hashLikeness } from '../../../../../shared/hashes/hash-likeness.ts'

/** Bytes of a list that may be a login. */
export const maxList = 4096

/**
 * The salt and the password hash in the list of one user, `["<salt>", "<hash>"]`, by their look; null: it is another list. Beside a digest stands
 * one salt, which is shorter; words beside both, such as roles, are no part of the password.
 */
export function loginInList(list: unknown): { readonly salt?: string; readonly password: string } | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > maxValues) return null
  const texts = list.filter((one): one is string => typeof one === 'string')
  const [certain, ...others] = texts.filter((one) => hashLikeness(one) === 'certain')
  if (certain !== undefined) return others.length === 0 ? { password: certain } : null
  const [password, ...rest] = texts.toSorted((one, other) => other.length - one.length)
  const salts = rest.filter((one) => ofSalt.test(one))
  const [salt] = salts
  const isRest = texts.length === list.length && rest.every((one) => ofSalt.test(one) || ofWord.test(one))
  if (password === undefined || salt === undefined || salts.length > 1 || !isRest) return null
  return salt.length < password.length && isDigest(password) ? { salt, password } : null
}

const maxValues = 6

/** Whether a text may be a digest: in hexadecimal, or as the 20, 32 or 64 bytes of SHA in base64. */
export function isDigest(text: string): boolean {
  return hashLikeness(text) !== null || inBase64.test(text)
}

const inBase64 = /^(?=.*\d)(?:[\da-z+/]{27}=|[\da-z+/]{43}=|[\da-z+/]{86}==)$/i

/** A salt in hexadecimal or base64, and neither a word, nor a version. */
const ofSalt = /^(?=.*\d)(?=.*[a-z])[\da-z+/]{6,128}={0,2}$/i
const ofWord = /^\p{L}[\p{L} _-]{0,30}$/u

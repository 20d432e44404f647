import type { HashInput } from '../verdict.ts'

/**
 * Gitea and Forgejo write the parameters behind the name of the algorithm (`argon2$2$65536$8$50`, `bcrypt$10`), and Argon2 as bare
 * hex with its salt in a column of its own: ten characters in old versions, else hex. Null: there is nothing to take off.
 */
export function unwrapGitea(
  input: HashInput,
  text: string,
): { readonly input: HashInput; readonly how: string } | null {
  const [algorithm, ...parameters] = (input.declared ?? '').split('$')
  // The salt beside bcrypt is not used: bcrypt has its own.
  if (algorithm === 'bcrypt') return { input: { hash: input.hash, declared: 'bcrypt' }, how: '' }
  if (algorithm !== 'argon2') return null
  const [time, memory, threads, length] = parameters.length === 0 ? defaults : parameters.map(Number)
  const salt = saltBytes(input.salt ?? '')
  const digest = hexBytes(text)
  if (salt === null || digest === null || digest.length !== length || ![time, memory, threads].every(isCount))
    return null
  const hash = `$argon2id$v=19$m=${memory},t=${time},p=${threads}$${base64(salt)}$${base64(digest)}`
  return { input: { hash, declared: 'argon2', digestBytes: length }, how: joined }
}

/** Of users from before the parameters were written down: time, memory in KiB, threads, bytes. */
const defaults = [2, 65_536, 8, 50]
const joined = 'Argon2, joined from its parameters, salt and digest.'

function isCount(value: number | undefined): boolean {
  return value !== undefined && Number.isSafeInteger(value) && value > 0
}

function saltBytes(salt: string): Uint8Array | null {
  return salt.length === 10 ? new TextEncoder().encode(salt) : hexBytes(salt)
}

function hexBytes(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return null
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll('=', '')
}

import type { Random } from '../random.ts'

/** How long an email verification token is good for, in milliseconds (a day, as real cores have it). */
const tokenLifetime = 86_400_000

type Token = { readonly userId: string; readonly email: string; readonly createdAt: number }

/** Open email verification tokens; in memory only. */
export type VerificationTokens = Map<string, Token>

export function createVerificationTokens(): VerificationTokens {
  return new Map()
}

/** Makes a token for the user's own id and a normalised email. */
export function openToken(
  tokens: VerificationTokens,
  random: Random,
  now: number,
  userId: string,
  email: string,
): string {
  for (const [old, { createdAt }] of tokens) {
    if (createdAt >= now - tokenLifetime) break
    tokens.delete(old)
  }
  const token = Buffer.from(random.bytes(48).toString('hex')).toString('base64')
  tokens.set(token, { userId, email, createdAt: now })
  return token
}

/** Uses a token up; null when it is unknown or too old. */
export function takeToken(tokens: VerificationTokens, now: number, token: string): Token | null {
  const found = tokens.get(token)
  tokens.delete(token)
  return found === undefined || found.createdAt < now - tokenLifetime ? null : found
}

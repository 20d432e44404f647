/** The badge of a family, or of a user among others; null where no known password was tried. */
type PasswordCheckBadge = { readonly tone: 'ok' | 'wait'; readonly words: string }

/** Badges of a family: a password that did not fit tells more than another one that did. */
export function familyBadges({
  matched,
  mismatched,
}: {
  readonly matched: number
  readonly mismatched: number
}): readonly PasswordCheckBadge[] {
  return [
    ...(matched > 0 ? [{ tone: 'ok', words: `checked with ${accounts(matched)}` } as const] : []),
    ...(mismatched > 0 ? [{ tone: 'wait', words: `${passwords(mismatched)} did not match` } as const] : []),
  ]
}

function accounts(n: number): string {
  return n === 1 ? 'one known account' : `${n} known accounts`
}

function passwords(n: number): string {
  return n === 1 ? 'a known password' : `${n} known passwords`
}

export function userBadge(matched: boolean): PasswordCheckBadge {
  return matched
    ? { tone: 'ok', words: 'checked with a known password' }
    : { tone: 'wait', words: 'a known password did not match' }
}

const importable = new Set(['bcrypt', 'argon2', 'firebase-scrypt'])

/** Whether hashes of a bucket of the preview are sent, so that a known account can prove them. */
export function isCheckable(bucket: string): boolean {
  return importable.has(bucket)
}

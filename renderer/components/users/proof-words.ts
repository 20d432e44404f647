/** The badge of a family, or of a user among others; null where no known password was tried. */
export type ProofBadge = { readonly tone: 'ok' | 'wait'; readonly words: string }

/** What is known of a family: that a password did not fit says more than that another one did. */
export function familyBadges({
  proved,
  refuted,
}: {
  readonly proved: number
  readonly refuted: number
}): readonly ProofBadge[] {
  return [
    ...(proved > 0 ? [{ tone: 'ok', words: `proved with ${accounts(proved)}` } as const] : []),
    ...(refuted > 0 ? [{ tone: 'wait', words: `${passwords(refuted)} did not fit` } as const] : []),
  ]
}

function accounts(n: number): string {
  return n === 1 ? 'one known account' : `${n} known accounts`
}

function passwords(n: number): string {
  return n === 1 ? 'a known password' : `${n} known passwords`
}

export function userBadge(fits: boolean): ProofBadge {
  return fits
    ? { tone: 'ok', words: 'proved with a known password' }
    : { tone: 'wait', words: 'a known password did not fit' }
}

const importable = new Set(['bcrypt', 'argon2', 'partner-scrypt'])

/** Whether hashes of a bucket of the preview are sent, so that a known account can prove them. */
export function isProvable(bucket: string): boolean {
  return importable.has(bucket)
}

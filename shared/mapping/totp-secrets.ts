/** Characters of a secret of 10, 15, 16, 20, 25, 30, 32, 40 and 64 bytes in Base32, as apps and libraries make them. */
const lengths: ReadonlySet<number> = new Set([16, 24, 26, 32, 40, 48, 52, 64, 103])

/** A few could be codes of another kind. */
const minValues = 2

/**
 * Whether the values of a column look like secrets of authenticator apps (RFC 6238), whatever it is called: Base32 of one fitting length, all
 * in one case and no two alike. Empty values are left out of account.
 */
export function areTotpSecrets(values: readonly string[]): boolean {
  const texts = values.map((value) => value.trim().replace(/={1,6}$/, '')).filter((text) => text !== '')
  const [first = ''] = texts
  if (texts.length < minValues || !lengths.has(first.length) || new Set(texts).size < texts.length) return false
  const shape = /^[A-Z2-7]+$/.test(first) ? /^[A-Z2-7]+$/ : /^[a-z2-7]+$/
  if (!texts.every((text) => text.length === first.length && shape.test(text))) return false
  // Words have no digits, hexadecimal digests no letters behind F.
  const all = texts.join('')
  return /[g-z]/i.test(all) && texts.filter((text) => /[2-7]/.test(text)).length * 2 > texts.length
}

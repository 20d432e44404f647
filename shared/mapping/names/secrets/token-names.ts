import { isDigestOf, ofDigest } from './digest-names.ts'
import { isPassword, passwordPart } from './password-names.ts'

/*
 * Names of tokens, of codes that a program sends or gives in place of a second factor, and of indexes to search by. None of these is a password,
 * in whatever form, although their digests may be made as password hashes are.
 */

const token = /token|cookie|session|remember|csrf|nonce|(?<!de|des|dez|in)activation|invitation|secretkey$/

/** Words of second factors, whose codes have digests as well: `otp_hash`. */
const ofFactor = /^(?:(?:e?mail|sms|phone|login)?otps?|[ht]otps?|mfa|[2t]fa)$/

/** The refresh token whose digest a column is called, as courses on web frameworks shorten it: `hashedRt`. */
const ofRefresh = /^(?:user|current)?(?:rt|refresh)$/

/** Codes in place of a lost second factor, in several languages and both orders: `otp_backup_codes`, `codes_de_secours`. */
const spare =
  'backup|recovery|recover|scratch|rescue|emergency|fallback|wiederherstellungs?|notfall|ersatz|secours|recuperation|respaldo|recuperacion|recuperacao|recupero|' +
  'emergenza|herstel|nood|zapasow\\p{L}{1,2}|odzyskiwania|yedek|kurtarma|rezervn\\p{L}{1,2}|резервн\\p{L}{1,2}'
const codes = 'codes?|kod(?:y|e|lari?|ow)?|koder?|codigos?|codic[ei]|keys?|cles?|schlussel|код\\p{L}{0,2}'
const spareCodes = new RegExp(`(?:${spare})(?:${codes})|(?:${codes})(?:de|di|da|do|of)?(?:${spare})`, 'u')

/** Codes and links that a program sends: to reset a password, to confirm an address or to sign in once. */
const sentCode =
  /(?:(?:password|passwd|pwd|pass|pw)?(?:reset|forgot(?:ten)?)(?:password|passwd|pwd|pass|pw)?|verify|verification|confirm|confirmation|unlock|magic|onetime)(?:tokens?|codes?|keys?|links?|selectors?)$|(?:sms|e?mail|phone)codes?$/

/** Words for an index by which a program finds values that are encrypted: `email_bidx`. */
const ofIndex = /^(?:index|indexes|idx|bidx)$/

/** Whether a name, by its words and without separators, is one of a token, a code or an index. */
export function isToken(words: readonly string[], glued: string): boolean {
  const name = words.filter((word) => !ofDigest.test(word)).join('')
  if (sentCode.test(name)) return true
  if (words.some((word) => passwordPart.test(word) && !token.test(word))) return false
  if (token.test(glued) || words.some(isPassword)) return token.test(glued)
  if (words.some((word) => ofFactor.test(word)) || spareCodes.test(glued)) return true
  return (name !== words.join('') && ofRefresh.test(name)) || isIndex(words)
}

/** Whether a name says of which other value it is an index. */
function isIndex(words: readonly string[]): boolean {
  if (!words.some((word) => ofIndex.test(word))) return false
  return isDigestOf(words.map((word) => (ofIndex.test(word) ? 'digest' : word)))
}

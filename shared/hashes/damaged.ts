import { type HashVerdict, malformed, unsupported } from './verdict.ts'

const dollar = '(?:%24|&#0*36;|&#x0*24;|&dollar;|\\\\\\$)'
const encoded = new RegExp(`^(?:argon2|bcrypt)?${dollar}+(?:2[abxy]?|argon2|f_scrypt)`, 'i')

const hints: readonly (readonly [look: RegExp, reason: string])[] = [
  [/^[^$]*%24/, 'The dollar signs were encoded for a web address (%24) on the way.'],
  [/^[^$]*&/, 'The dollar signs were encoded for a web page on the way.'],
  [/^[^$]*\\/, 'A backslash was put before the dollar signs on the way.'],
]

/** What is left of bcrypt when a shell replaced `$2a`, `$10` and the like by nothing. */
const eaten = /^(?:[./A-Za-z0-9]{53}|[abxy]?[0-9][./A-Za-z0-9]{53}|[abxy]?0(?=[A-Za-z0-9]*[./])[./A-Za-z0-9]{24,52})$/

const doubled = /^\$\$(?:2[abxy]?|argon2(?:id|i|d)|f_scrypt)\$\$/

/** Hashes of a known family that something on the way has changed; each with a hint what it was. */
export function judgeDamaged(text: string): HashVerdict | null {
  if (encoded.test(text)) {
    const reason = hints.find(([look]) => look.test(text))?.[1] ?? 'The dollar signs were changed on the way.'
    return malformed('unknown', reason)
  }
  if (doubled.test(text)) return malformed('unknown', 'Every dollar sign was doubled on the way.')
  if (/^\{\s*"/.test(text)) {
    if (isJson(text)) return unsupported('unknown', 'A credential in JSON of a form that is not known here.')
    return malformed('unknown', 'It begins like a credential in JSON but is not whole.')
  }
  if (eaten.test(text)) {
    return malformed(
      'bcrypt',
      'It looks like bcrypt without its beginning: a shell may have taken the dollar signs for variables.',
    )
  }
  return null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

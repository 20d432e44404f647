import type { FlagMeaning } from '../entries/state-words.ts'
import { splitPath, wordsOf } from './column-words.ts'
import { secondFactor } from './name-hints.ts'
import { isPeopleWord } from './people-names.ts'
import { isStatusWord } from './standing/standing-names.ts'
import { approvedStem, keepsOutStem, letsInStem } from './standing/standing-stems.ts'

/* Names of columns that say whether a second factor is in use: `two_factor_confirmed_at`, `totp_enabled`, `mfa.active`, `FACTOR_STATUS`. */

/**
 * The meaning of such a column: its yes or its time says that the factor is in use (`lets-in`) or is not (`keeps-out`), or its words say it. `bare`:
 * it is called after the factor alone, so only a yes or a no in it says something.
 */
export type FactorMeaning = FlagMeaning | 'status' | 'bare'

/**
 * The meaning that a column has for the secret of an authenticator app in another one; null: it says nothing of it. `ofFactors`: the rows of the table
 * are second factors; `secrets`: all its columns of secrets.
 */
export function factorMeaning(
  path: string,
  secret: string,
  { ofFactors, secrets }: { readonly ofFactors: boolean; readonly secrets: readonly string[] },
): FactorMeaning | null {
  const [state, own] = [splitPath(path), splitPath(secret)]
  if (path === secret || !state.containers.every((container, at) => container === own.containers[at])) return null
  const within = state.containers.at(-1) ?? ''
  const isBeside = state.containers.length === own.containers.length
  const isInFactor = ofFactors || (within !== '' && (isFactorObject(within) || (isBeside && isListOfFactors(within))))
  if (!isInFactor && !(secondFactor.test(state.name) && isBeside)) return null
  const isCalledAfter = (one: string) => wordsOf(state.name).join('').startsWith(factorOf(one))
  if (secrets.some((one) => factorOf(one) !== '' && isCalledAfter(one)) && !isCalledAfter(secret)) return null
  const words = wordsOf(state.name)
  if (words.some((word) => ofOtherFactor.test(word) && !wordsOf(own.name).includes(word))) return null
  const rest = words.filter((word) => !filler.test(word) && !secondFactor.test(word))
  if (rest.length === 0) return isInFactor ? null : 'bare'
  if (rest.every(isStatusWord)) return 'status'
  if (rest.some((word) => keepsOutStem.test(word) || waiting.test(word))) return rest.length === 1 ? 'keeps-out' : null
  return rest.every((word) => inUse.test(word) || letsInStem.test(word) || approvedStem.test(word)) ? 'lets-in' : null
}

/** The factor that a secret is called after: `google2fa` of `google2fa_secret`. */
function factorOf(secret: string): string {
  const words = wordsOf(splitPath(secret).name).filter((word) => word !== 'encrypted')
  const end = words.findIndex((word) => /^(?:secret|key|seed|code|url|uri)/.test(word))
  return words.slice(0, end === -1 ? undefined : end).join('')
}

function isFactorObject(container: string): boolean {
  return secondFactor.test(container) || /factor|authenticat|device/i.test(container)
}

/** Whether a list with secrets of apps is one of second factors by its name, `enrollments`: in one of accounts, the other columns are about these. */
function isListOfFactors(container: string): boolean {
  return (
    container.endsWith(']') &&
    !wordsOf(container).some((word) => isPeopleWord(word) || /^(?:accounts?|logins?|profiles?)$/.test(word))
  )
}

/** Factors other than an authenticator app, and what is used in place of one. */
const ofOtherFactor =
  /^(?:sms|e?mail|phone|mobile|tel|telefon|call|voice|push|backup|recovery|codes?|webauthn|passkeys?|fido2?|u2f|yubi\w*|duo|trusted)$/

const filler =
  /^(?:is|has|was|are|the|my|use|uses|user|users|account|member|customer|two|2|step|factors?|auth|authentication|authenticator|google|app|module|device|login|signin|logon|sign|log|in|for|at|on|date|time|timestamp|ts|flag|flg|fl|yn|ind)$/

const inUse =
  /^(?:on|confirm\w*|verif\w*|requir\w*|valid\w*|enroll?ed|setup|set|up|registered|configured|linked|used|ready|bestat\w*|potvr\w*|potwierdz\w*)$/

const waiting = /^(?:pending|waiting|awaiting|un(?:confirmed|verified|activated))$/

/** Words for a secret that is not in use before its user has confirmed it: `pending_totp_secret`, `temp_secret`. */
const ofPending = /^(?:pending|waiting|temp|tmp|temporary|un(?:confirmed|verified|activated)|new|next|candidate|draft)$/

/** Whether a column has secrets that their users have not confirmed, by its name. */
export function isPendingSecret(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => ofPending.test(word))
}

/** Words for the state of a factor that its user has not confirmed yet, or that is off, beside those for no and for an account that is off. */
const offWord =
  /^(?:pending(?:[\s_-]\w+)?|(?:in)?complete[\s_-]?pending|incomplete|not[\s_-]?(?:set(?:up)?|started|enrolled|enabled|configured|in[\s_-]?use|activated|active|verified|confirmed|finished)|un(?:enrolled|activated|set|used)|initiated|started|skipped|ausstehend|offen|pendientes?|pendentes?|en attente|in attesa|in afwachting|oczekuj\w*|afventer|venter|vantar|beklemede|ожида\w*|очіку\w*)$/u

/** Whether a word says that a second factor was never confirmed. */
export function isOffWord(text: string): boolean {
  return offWord.test(text.trim().toLowerCase())
}

import { rememberedOf } from '../../remembered.ts'
import type { MappingTarget } from '../targets.ts'
import { columnNames } from './column-names.ts'
import {
  endsLock,
  flagName,
  isAccountWord,
  lastName,
  namesActiveAccount,
  saysExpiry,
  splitPath,
  turnedFlag,
  turnedName,
  wordsOf,
} from './column-words.ts'
import { isIdOfMongo } from './ids/id-names.ts'
import { isDigestOf } from './secrets/digest-names.ts'
import { saysJoined } from './composed/joined-names.ts'
import { isPassword, isPasswordOfAccount } from './secrets/password-names.ts'
import { isPeopleWord } from './people-names.ts'
import { namesIdThere, thirdPartyAround } from './third-party-names.ts'
import { saysVerified, sayVerifiedAlone } from './composed/verified-names.ts'

/** How well the name of a column suits a target. `weak`: the word is there among others that change its meaning. */
export type NameFit = 'exact' | 'likely' | 'weak' | 'none'

/** Whether the whole name of a column is one for a target, and not only a word of it. */
export function isCalled(target: MappingTarget, path: string): boolean {
  const fit = fitOfName(target, path)
  return fit === 'exact' || fit === 'likely'
}

/** Targets whose whole names mean the same wherever they stand; an `id` or `email` may belong to anything. */
const distinctive = new Set<MappingTarget>([
  'password-hash',
  'salt',
  'hash-algorithm',
  'email-verified',
  'phone-verified',
])

/** Words and containers that do not change what a name means. */
const neutralName =
  /^(?:users?|account|primary|main|customers?|members?|source|doc|document|item|node|properties|record|row|entity|login|contact|work|home|address(?:es)?|number|value|profile|person|current|the|attributes|claims|fields|object|properties|data|traits|credentials?|raw|e164|auth|security|info|details|personal|private|professional|business|institutional|e|the|required|optional|mandatory|[a-z]|admin|emp|employee|stu|student|cust|usr|mem|staff|teacher|doctor|patient|seller|vendor|driver|pflichtfeld|obligatoire|obligatorio|nr|no|nummer|numero|num|de|del|da|do|di|d|la|le|el|adresse|adresa|adres|adress|direccion|endereco|indirizzo|benutzer|usuario|utilisateur|gebruiker|utente|kunde|kunden|client|cliente|эл|электронная)$/u

/** Containers of login methods with third parties. */
const identities =
  /^(?:identit(?:y|ies)|accounts?|provider(?:s|userinfo|data)?|federatedidentities|externalaccounts|socials?|logins|connections|oauth2?|oauthaccounts?|sso|openid)(?:\[0\])?$/

export const fitOfName = rememberedOf((target: MappingTarget, path): NameFit => {
  const { containers, name } = splitPath(path)
  const glued = target === 'disabled' || target === 'deleted' ? flagName(path) : lastName(path)
  // The one account of a user holds what it signs in with itself.
  const isOwn = (container: string) => container.toLowerCase() === 'account' && !target.startsWith('provider')
  const inIdentities = containers.some(
    (container) => identities.test(container.toLowerCase().replaceAll(/[_-]/g, '')) && !isOwn(container),
  )
  const inSettings = containers.some((container) => /^schemas?(?:\[0\])?$/i.test(container))
  const isStanding = (target === 'disabled' || target === 'deleted') && containers.every(isOwnAccount)
  if (inIdentities && !inSettings && !isStanding) return fitInIdentities(target, glued)
  const { exact, likely = [], core } = columnNames[target]
  if (target === 'source-id' && isIdOfMongo(path)) return 'exact'
  if (target === 'provider-user-id' && (namesIdThere(path) || thirdPartyAround(path) !== null)) return 'likely'
  const plain = containers.every((container) => wordsOf(container).every((word) => neutralName.test(word)))
  const inOwnList =
    core !== undefined &&
    containers.length > 0 &&
    wordsOf(containers.at(-1) ?? '').some(
      (word) => core.test(word.replace(/s$/, '')) || (target === 'password-hash' && isPassword(word)),
    )
  if (exact.includes(glued)) {
    if (containers.length === 0) return glued === lastName(path) ? 'exact' : 'likely'
    return plain || inOwnList || distinctive.has(target) ? 'likely' : 'weak'
  }
  if (isVerifiedContact(target, containers, name)) return 'likely'
  if (plain && isOfContact(target) && saysVerified(target, wordsOf(name))) return 'likely'
  if (likely.includes(glued) || likely.includes(turnedName(glued))) return plain || inOwnList ? 'likely' : 'weak'
  if (target === 'password-hash' && isPasswordOfAccount(glued)) return plain ? 'likely' : 'weak'
  if (target === 'time-joined' && saysJoined(glued)) return plain ? 'likely' : 'weak'
  if (
    target === 'disabled' &&
    (saysExpiry(path) || endsLock(path) || namesActiveAccount(path) || turnedFlag(path) !== null)
  )
    return plain ? 'likely' : 'weak'
  if (target === 'disabled' && glued.endsWith('until')) {
    const [first = '', ...rest] = wordsOf(name)
    if (/^(?:accounts?|acct|users?|usr|login|is)$/.test(first) && likely.includes(rest.join('')))
      return plain ? 'likely' : 'weak'
  }
  if (core === undefined) return 'none'
  if (inOwnList && neutralName.test(glued)) return 'likely'
  const words = wordsOf(name)
  if (!words.some((word) => core.test(word))) return 'none'
  if (target === 'password-hash' && !words.some(isPassword) && isDigestOf(words.filter((word) => !isPeopleWord(word))))
    return 'weak'
  const saysNoMore = (word: string) => core.test(word) || neutralName.test(word) || isAccountWord(word)
  return plain && words.every(saysNoMore) ? 'likely' : 'weak'
})

/** The one account of a user, as in `account.canAuthenticate`, and no list of accounts with third parties. */
function isOwnAccount(container: string): boolean {
  return container.toLowerCase() === 'account' || !identities.test(container.toLowerCase().replaceAll(/[_-]/g, ''))
}

function fitInIdentities(target: MappingTarget, glued: string): NameFit {
  switch (target) {
    case 'provider':
      return /^(?:provider|identityprovider|providername|loginprovider|providerid)$/.test(glued) ? 'likely' : 'none'
    case 'provider-user-id':
      return /^(?:userid|uid|rawid|provideruserid|provideraccountid|subject|sub|accountid|providerkey|id|providerid|extern(?:al)?(?:user)?(?:id|uid))$/.test(
        glued,
      )
        ? 'likely'
        : 'none'
    case 'provider-email':
      return /^(?:email|emailaddress)$/.test(glued) ? 'likely' : 'none'
    default:
      return 'none'
  }
}

function isOfContact(target: MappingTarget): target is 'email-verified' | 'phone-verified' {
  return target === 'email-verified' || target === 'phone-verified'
}

/** A field within the object of a contact that tells whether it is verified: `primaryEmail.isVerified`, `mobile.verified`. */
function isVerifiedContact(target: MappingTarget, containers: readonly string[], name: string): boolean {
  if (!isOfContact(target) || !sayVerifiedAlone(wordsOf(name))) return false
  const { core } = columnNames[target === 'email-verified' ? 'email' : 'phone']
  const words = wordsOf(containers.at(-1) ?? '').map((word) => word.replace(/s$/, ''))
  return (
    core !== undefined &&
    words.some((word) => core.test(word)) &&
    words.every((word) => core.test(word) || neutralName.test(word) || word === '0')
  )
}

const ofSettings = /^(?:meta|metadata|flags?|status|state|extras?|props?|properties|settings|info|misc|options|auth)$/

/**
 * Whether a name says verified, in any language, and nothing else: then it says so of the address that the user signs in with. `prefix`: a
 * word that many columns of the table begin with.
 */
export function saysNoMoreThanVerified(path: string, prefix: string): boolean {
  const { containers, name } = splitPath(path)
  if (
    !containers.every((container) =>
      wordsOf(container).every((word) => neutralName.test(word) || ofSettings.test(word)),
    )
  )
    return false
  const all = wordsOf(name)
  const words = all.length > 1 && all[0] === prefix ? all.slice(1) : all
  return sayVerifiedAlone(words)
}

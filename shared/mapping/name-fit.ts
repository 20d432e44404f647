import { columnNames } from './column-names.ts'
import { lastName, splitPath, wordsOf } from './column-words.ts'
import type { MappingTarget } from './mapping.ts'

/** How well the name of a column suits a target. `weak`: the word is there among others that change its meaning. */
export type NameFit = 'exact' | 'likely' | 'weak' | 'none'

/** Targets whose whole names mean the same wherever they stand; an `id` or `email` may belong to anything. */
const distinctive = new Set<MappingTarget>([
  'password-hash',
  'salt',
  'hash-algorithm',
  'email-verified',
  'phone-verified',
])

/** Words and containers that do not change what a name means. */
const neutral =
  /^(?:users?|account|primary|main|customers?|members?|source|doc|document|item|node|properties|record|row|entity|login|contact|work|address(?:es)?|number|value|profile|person|current|the|attributes|fields|data|traits|credentials?|raw|auth|security|info|details|personal|e|the|required|optional|mandatory|[a-z]|admin|emp|employee|stu|student|cust|usr|mem|staff|teacher|doctor|patient|seller|vendor|driver|pflichtfeld|obligatoire|obligatorio|nr|no|nummer|numero|num|de|del|da|do|di|d|la|le|el|adresse|adresa|adres|adress|direccion|endereco|indirizzo|benutzer|usuario|utilisateur|gebruiker|utente|kunde|kunden|client|cliente)$/
/** Containers of login methods with third parties. */
const identities =
  /^(?:identit(?:y|ies)|accounts?|provider(?:s|userinfo|data)?|federatedidentities|externalaccounts|socials?|logins|connections)(?:\[0\])?$/
const thirdParty =
  /^(google|facebook|github|apple|twitter|linkedin|discord|gitlab)(?:oauth)?(?:id|uid|sub|userid|accountid|subject)$/

export function fitOfName(target: MappingTarget, path: string): NameFit {
  const { containers, name } = splitPath(path)
  const glued = lastName(path)
  const inIdentities = containers.some((container) => identities.test(container.toLowerCase().replaceAll(/[_-]/g, '')))
  const inSettings = containers.some((container) => /^schemas?(?:\[0\])?$/i.test(container))
  if (inIdentities && !inSettings) return fitInIdentities(target, glued)
  const { exact, likely = [], core } = columnNames[target]
  if (target === 'source-id' && (path === '_id' || path === '_id.$oid')) return 'exact'
  if (target === 'provider-user-id' && thirdParty.test(glued)) return 'likely'
  const plain = containers.every((container) => wordsOf(container).every((word) => neutral.test(word)))
  const inOwnList =
    core !== undefined &&
    containers.length > 0 &&
    wordsOf(containers.at(-1) ?? '').some((word) => core.test(word.replace(/s$/, '')))
  if (exact.includes(glued)) {
    if (containers.length === 0) return 'exact'
    return plain || inOwnList || distinctive.has(target) ? 'likely' : 'weak'
  }
  if (likely.includes(glued)) return plain || inOwnList ? 'likely' : 'weak'
  if (core === undefined) return 'none'
  if (inOwnList && neutral.test(glued)) return 'likely'
  const words = wordsOf(name)
  if (!words.some((word) => core.test(word))) return 'none'
  return plain && words.every((word) => core.test(word) || neutral.test(word)) ? 'likely' : 'weak'
}

/** The provider that a column like `google_id` belongs to; null for any other. */
export function providerInName(path: string): string | null {
  return thirdParty.exec(lastName(path))?.[1] ?? null
}

function fitInIdentities(target: MappingTarget, glued: string): NameFit {
  switch (target) {
    case 'provider':
      return /^(?:provider|identityprovider|providername|loginprovider|providerid)$/.test(glued) ? 'likely' : 'none'
    case 'provider-user-id':
      return /^(?:userid|uid|rawid|provideruserid|provideraccountid|subject|sub|accountid|providerkey|id|providerid)$/.test(
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

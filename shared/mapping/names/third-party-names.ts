import { lastName, splitPath, wordsOf } from './column-words.ts'
import { isUserWord } from './people-names.ts'

/* Names of third parties that users sign in with, and of IDs there. */

const providers =
  'google|facebook|github|apple|twitter|linkedin|discord|gitlab|bitbucket|microsoft|azure|entra|amazon|okta|auth0|spotify|slack|twitch|steam|yahoo|instagram|tiktok|wechat|kakao|naver|line|vk|fb|telegram|tg'

const providerId = new RegExp(
  `^(${providers})(?:oauth2?|openid|oidc|account|user|login|social|auth|ad|connect)*(?:id|uid|sub|subject|key|guid)$`,
)

/** The same where the word for an ID stands first, as in Spanish and French: `IdGoogle`. */
const idOfProvider = new RegExp(`^(?:id|uid)(${providers})$`)

const anyProviderId =
  /^(?!oauth2?providerid$)(?:oauth2?|openid|oidc|sso|saml|social|external(?:idp|provider|auth)|idp|federated|thirdparty)(?:provider|account|user|login|identity)*(?:id|uid|sub|subject|nameid)$|^provider(?:account|user|login|subject)(?:id|uid|sub)$/

/** An address by which a user signs in with OpenID, and the IDs of WeChat and QQ, which have the same name. */
const ofOpenId =
  /^(?:user|login|my)?(?:openid(?:url|uri|identity|identifier|claimedid)|(?:openid)?identityurl|claimedid)s?$|^(?:wx|wechat|weixin|mp|qq)?(?:open|union)id$/

/** Providers whose names mean something else as well: lines of an order, an apple, an account in a cloud. */
const otherThings = /^(?:line|amazon|azure|entra|microsoft|slack)/

/** Whether a name says that it holds the ID at a third party that it names, `google_sub`: lines of an order and accounts in a cloud have IDs as well. */
export function namesIdThere(path: string): boolean {
  return providerOfId(path) !== null && !otherThings.test(lastName(path))
}

/**
 * The third party in whose object a path leads to the ID of its user, `facebook.id`, also within others; null: none. An object may be called by the
 * same word for something else.
 */
export function thirdPartyAround(path: string): string | null {
  const { containers, name } = splitPath(path)
  const around = containers.at(-1) ?? ''
  if (!/^(?:id|id_?str|sub|uid|user_?id|subject)$/i.test(name) || otherThings.test(around.toLowerCase())) return null
  return containers.some((container) => ofNoLogin.test(container)) ? null : fullName(thirdPartyOf(around))
}

const ofNoLogin = /link(?!ed)|url|media|page|handle|contact|follow|integration|webhook|subscription|payment|device/i

export function providerHint(path: string): string | null {
  const glued = lastName(path)
  return providerOfId(path) ?? (ofOpenId.test(glued) ? 'openid' : anyProviderId.test(glued) ? '' : null)
}

function providerOfId(path: string): string | null {
  const named = providerId.exec(lastName(path))?.[1]
  return fullName(named ?? providerOfUser(wordsOf(splitPath(path).name)))
}

/** The provider of a name with a word for users in any language or with the word for an ID first: `google_nutzer_id`, `usr_google_id`, `IdGoogle`. */
function providerOfUser(words: readonly string[]): string | null {
  const glued = words.filter((word) => !isUserWord(word)).join('')
  const named = (providerId.exec(glued) ?? idOfProvider.exec(glued))?.[1] ?? null
  return named === null || otherThings.test(named) ? null : named
}

function fullName(named: string | null): string | null {
  return named === null ? null : (shortNames.get(named) ?? named)
}

const shortNames: ReadonlyMap<string, string> = new Map([
  ['fb', 'facebook'],
  ['tg', 'telegram'],
])

/** The provider that a column like `google_id` belongs to; null for any other. */
export function providerInName(path: string): string | null {
  return providerOfId(path) ?? thirdPartyAround(path) ?? thirdPartyOf(splitPath(path).name)
}

/** The third party that a name is the name of, as in a column `discord`; null: it is none. */
export function thirdPartyOf(name: string): string | null {
  return isThirdParty.test(name) ? name.toLowerCase() : null
}

/** Whether a word names where players of games have their accounts. A column with an ID there may be of a profile that users show. */
export function isOfGames(word: string): boolean {
  return ofGames.test(word.replaceAll(/[\s._-]/g, ''))
}

const ofGames =
  /^(?:steam|xbox(?:live)?|psn|playstation(?:network)?|gamecenter|googleplay(?:games)?|playgames|epic(?:games)?|nintendo(?:switch)?(?:account)?|battlenet|twitch|kongregate|roblox|ubisoft|riot(?:games)?)$/i

const isThirdParty = new RegExp(`^(?:${providers})$`, 'i')

/** Whether a column has the account at what another one names, by the whole name of that: `platform_user_id` beside `platform`. */
export function namesUserAt(path: string, provider: string): boolean {
  const [words, all] = [path, provider].map((one) => wordsOf(splitPath(one).name))
  // The service games call `platformId` is named there, and the user at it in `platformUserId`.
  const named = all?.length === 2 && /^(?:id|name|type)$/.test(all[1] ?? '') ? all.slice(0, 1) : all
  const rest = words?.slice(named?.length) ?? []
  const isNamed = named?.length !== 0 && named?.every((word, at) => word === words?.[at]) === true
  return (
    isNamed && /^(?:(?:user|account|member|profile)(?:uid|id|key|ref|identifier)|uid|sub|subject)$/.test(rest.join(''))
  )
}

/* Words that programs write in place of a hash for users who have no password: they sign in elsewhere. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Third parties and ways to sign in without a password of one's own. */
const elsewhere = words(
  'google facebook github gitlab apple microsoft azure twitter linkedin discord okta auth0 firebase clerk supabase cognito keycloak ' +
    'kakao naver saml oidc ldap sso social external federated oauth oauth2 openid nextauth passwordless',
)
/** Of these, one alone says so: others are names of things as well, and may be passwords. */
const tellingAlone = words('oauth oauth2 oidc saml sso passwordless nopassword unusable')
const besideThem = words(
  'user users account login signin signup auth authenticated authentication provider placeholder managed only via by with dummy random',
)
const none = words('no not none without unusable unset null empty disabled unavailable')
const password = words('password passwd pwd pass hash set needed required used usable')

/** Whether a text is nothing but words for a login elsewhere, or for the lack of a password: `google_oauth`, `OAUTH_USER`, `no-password`. */
export function saysWithoutPassword(text: string): boolean {
  if (text.length > longest || !mayBe.test(text)) return false
  const parts = text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
  const [first = ''] = parts
  if (parts.length === 1) return tellingAlone.has(first)
  const is = (list: ReadonlySet<string>) => (part: string) => list.has(part)
  const saysElsewhere = parts.some(is(elsewhere))
  const saysNone = parts.some(is(none)) && parts.some(is(password))
  return (
    (saysElsewhere || saysNone) &&
    parts.every((part) => [elsewhere, besideThem, none, password].some((list) => list.has(part)))
  )
}

const longest = 48

/** A cheap look that tells nearly every other text apart. */
const mayBe =
  /^[\s<([{"'_*-]{0,3}(?=[a-z]).*(?:auth|sso|saml|oidc|ldap|user|login|account|pass|pwd|social|external|provider|set|usable)/i

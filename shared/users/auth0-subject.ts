import { knownProvider, namesOwnLogin } from './known-provider.ts'

/** The subject that Auth0 gives each user: how the user signs in, a bar, and the ID there. */
type Auth0Subject = {
  /** The third party; null: a password or a code of Auth0 itself. */
  readonly provider: string | null
  readonly userId: string
}

/** Connections of companies, which have no name of their own in the core. */
const ofCompany = /^(?:samlp|oidc|waad|adfs|okta|windowslive|oauth2|ad|google-apps|office365|sharepoint|pingfederate)$/

/** Connections whose users sign in at Auth0 itself. */
const ownConnections = /^(?:auth0|sms|email)$/

/** The parts of a subject of Auth0, `google-oauth2|1035…`; null: the text is none. IDs may have further bars. */
export function auth0Subject(text: string): Auth0Subject | null {
  const bar = text.indexOf('|')
  if (bar < 2 || bar > 40 || text.length > 256) return null
  const [before, userId] = [text.slice(0, bar).trim(), text.slice(bar + 1).trim()]
  if (!/^\S+$/.test(userId)) return null
  if (ownConnections.test(before)) return { provider: null, userId }
  const isThird = ofCompany.test(before) || (knownProvider(before) !== null && !namesOwnLogin(before))
  return isThird ? { provider: before, userId } : null
}

/** Whether a text is the subject of a user who has a password at Auth0. */
export function isOfPasswordAtAuth0(text: string): boolean {
  return text.startsWith('auth0|') && auth0Subject(text) !== null
}

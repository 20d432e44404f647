import { nameKey } from './name-key.ts'
import { isEmailAddress } from './normalise-email.ts'
import type { Identity } from './user.ts'

/** A provider name that cores have built in; any other lower-case name of 1 to 28 characters can be typed. */
type ListedProvider = { readonly name: string; readonly title: string }

/** Offered where a provider needs a decision. */
export const listedProviders: readonly ListedProvider[] = [
  { name: 'google', title: 'Google' },
  { name: 'google-workspaces', title: 'Google Workspace' },
  { name: 'apple', title: 'Apple' },
  { name: 'facebook', title: 'Facebook' },
  { name: 'github', title: 'GitHub' },
  { name: 'gitlab', title: 'GitLab' },
  { name: 'bitbucket', title: 'Bitbucket' },
  { name: 'linkedin', title: 'LinkedIn' },
  { name: 'twitter', title: 'X (Twitter)' },
  { name: 'discord', title: 'Discord' },
  { name: 'active-directory', title: 'Microsoft Entra ID (Active Directory)' },
  { name: 'okta', title: 'Okta' },
  { name: 'boxy-saml', title: 'SAML through BoxyHQ' },
]

/**
 * Source spellings that mean one provider beyond doubt, with the same user ids there. A missing name has no
 * default on purpose: enterprise connections (samlp, adfs, waad, okta, oidc, oauth2) are one per customer, and
 * Microsoft gives out other ids through other doors (windowslive, microsoft.com).
 */
const bySpelling = new Map<string, string>([
  ['google', 'google'],
  ['google.com', 'google'],
  ['googleplus', 'google'],
  ['googleplus.com', 'google'],
  ['google-oauth2', 'google'],
  ['google_oauth2', 'google'],
  ['oauth_google', 'google'],
  ['facebook', 'facebook'],
  ['facebook.com', 'facebook'],
  ['oauth_facebook', 'facebook'],
  ['github', 'github'],
  ['github.com', 'github'],
  ['oauth_github', 'github'],
  ['apple', 'apple'],
  ['apple.com', 'apple'],
  ['apple-id', 'apple'],
  ['signinwithapple', 'apple'],
  ['oauth_apple', 'apple'],
  ['linkedin', 'linkedin'],
  ['linkedin.com', 'linkedin'],
  ['linkedin-oauth2', 'linkedin'],
  ['linkedin_oauth2', 'linkedin'],
  ['linkedin_oidc', 'linkedin'],
  ['oauth_linkedin', 'linkedin'],
  ['oauth_linkedin_oidc', 'linkedin'],
  ['twitter', 'twitter'],
  ['twitter.com', 'twitter'],
  ['twitter_oauth2', 'twitter'],
  ['oauth_twitter', 'twitter'],
  ['discord', 'discord'],
  ['oauth_discord', 'discord'],
  ['gitlab', 'gitlab'],
  ['oauth_gitlab', 'gitlab'],
  ['bitbucket', 'bitbucket'],
  ['bitbucket-oauth2', 'bitbucket'],
  ['oauth_bitbucket', 'bitbucket'],
])

/** The core's name for a provider as the source spells it, in any case; null: the operator has to decide. */
export function knownProvider(sourceName: string): string | null {
  const key = providerKey(sourceName)
  return bySpelling.get(key) ?? bySpelling.get(key.replace(ofModel, '')) ?? null
}

/** The end of the name of a class that stands for the logins at one provider: `GoogleCredential`. */
const ofModel = /(?<=[a-z])[\s._-]?(?:credentials?|identity|account|login)$/

/** Whether a provider name means the passwords of the table itself, not a third party. */
export function namesOwnLogin(sourceName: string): boolean {
  return ownLogins.has(sourceName.trim().toLowerCase())
}

const ownLogins: ReadonlySet<string> = new Set([
  'local',
  'lokal',
  'password',
  'username-password-authentication',
  'credentials',
  'credential',
  'database',
  'email',
  'emailpassword',
  'email/password',
  'email-password',
  'email_password',
  'username',
  'native',
  'none',
  'default',
  'internal',
  'builtin',
  'built-in',
  'manual',
  'standard',
  'normal',
  'regular',
  'traditional',
  'conventional',
  'classic',
  'form',
])

/** The key under which decisions about a source's provider name are kept. */
export function providerKey(sourceName: string): string {
  return nameKey(sourceName).toLowerCase()
}

/** Whether two spellings are known to mean one provider, or are the same. */
export function isSameProvider(one: string, other: string): boolean {
  return (knownProvider(one) ?? providerKey(one)) === (knownProvider(other) ?? providerKey(other))
}

/** Whether a text stands in place of the ID of a user who has none at a third party. */
export function isNoId(text: string): boolean {
  return /^\s*(?:0|-1?)\s*$/.test(text)
}

/** Providers that know their users by IDs of their own; a directory of a company may know them by their email addresses. */
const idsOfTheirOwn: ReadonlySet<string> = new Set([...bySpelling.values(), 'google-workspaces'])

/** Providers that count their users. Others give out IDs of several forms, or another one to each app. */
const countUsers: ReadonlySet<string> = new Set([
  'google',
  'google-workspaces',
  'facebook',
  'github',
  'gitlab',
  'discord',
  'twitter',
])

/** The form of the ID of a user, by which it is judged at any provider. Short ones tell nothing. */
export function formOfId(text: string): 'address' | 'number' | 'apple' | 'short' | 'other' {
  const id = text.trim()
  if (/^\d+$/.test(id)) return 'number'
  if (isEmailAddress(id)) return 'address'
  if (id.length < enoughToTell) return 'short'
  return /^\d{6}\.[0-9a-f]+\.\d{4}$/i.test(id) ? 'apple' : 'other'
}

/** Shorter than UUIDs, digests and names with a number of an app. */
const enoughToTell = 12

/**
 * Whether a text is no ID of a user at a provider, named as cores do, that gives out other IDs: an email address, or what an app made up
 * itself, such as a UUID or `google_5f1e…`.
 */
export function isIdOfOther(name: string, text: string): boolean {
  if (!idsOfTheirOwn.has(name)) return false
  const form = formOfId(text)
  if (form === 'address') return true
  const known = name === 'apple' ? 'apple' : countUsers.has(name) ? 'number' : form
  return form !== 'short' && form !== known
}

/**
 * Whether a login is that of a device or a guest, who gave no name and no password: only the old system knows its ID. One that has the form of
 * Google's or Apple's is of the account that the system of the phone signs in with.
 */
export function isDeviceLogin(provider: string, userId: string): boolean {
  const name = providerKey(provider).replaceAll(/[\s._-]/g, '')
  if (userId.trim() === '') return ofDevices.test(name)
  const form = formOfId(userId)
  return (form === 'other' || form === 'short') && (ofDevices.test(name) || name === 'web')
}

const ofDevices =
  /^(?:(?:android|ios|iphone|ipad|windows|mobile|browser|nintendoswitch)?device(?:id|login|account)?|android(?:id|app)?|ios(?:app)?|iphone|ipad|customid|windowshello|(?:anonymous|anon|guest)(?:user|login|account)?)$/

/** A login method that an export names without the user's id at that provider: seen, but not sent before the id is known. */
export function identityWithoutId(provider: string): Identity {
  return { provider, userId: '', email: null, emailVerified: null }
}

/**
 * The identities of a user with the identities from another file. One without an id gives way to one of the same
 * provider that has it, or that came first.
 */
export function joinIdentities(own: readonly Identity[], more: readonly Identity[]): readonly Identity[] {
  const keys = (identities: readonly Identity[]) => new Set(identities.map(({ provider }) => providerKey(provider)))
  const there = keys(own)
  const found = keys(more.filter(({ userId }) => userId !== ''))
  return [
    ...own.filter(({ provider, userId }) => userId !== '' || !found.has(providerKey(provider))),
    ...more.filter(({ provider, userId }) => userId !== '' || !there.has(providerKey(provider))),
  ]
}

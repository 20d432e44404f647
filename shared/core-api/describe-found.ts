import { methodTitles } from '../users/method-titles.ts'
import type { FoundUser } from './reply-bodies.ts'

const logins: Readonly<Record<string, string>> = {
  emailpassword: methodTitles.password,
  passwordless: methodTitles.passwordless,
  thirdparty: methodTitles['third-party'],
}

/** What a core has of a user, without contacts: how it signs in, and since when. */
export function describeFound({ loginMethods, timeJoined }: FoundUser): string {
  const methods = loginMethods.map(
    ({ recipeId, thirdParty }) => thirdParty?.id ?? logins[recipeId]?.toLowerCase() ?? 'another login',
  )
  const since = timeJoined === undefined || timeJoined === null ? '' : `, signed up ${dateOf(timeJoined)}`
  return `In the core now: ${methods.join(' + ') || 'no login method'}${since}.`
}

function dateOf(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime())
    ? 'at an unknown time'
    : date.toISOString().slice(0, 16).replace('T', ' ').concat(' UTC')
}

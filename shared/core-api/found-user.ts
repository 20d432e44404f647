import { methodTitles } from '../users/method-titles.ts'
import { publicTenant } from '../users/tenant.ts'
import type { OperationArgs } from './operations.ts'
import type { FoundUser } from './outcome.ts'

/** A login method that a call would create, named by what the core keys it by. `tenant` absent: that of the address. */
export type LoginKey = { readonly tenant?: string } & LoginName

type LoginName =
  | { readonly recipe: 'emailpassword'; readonly email: string }
  | { readonly recipe: 'passwordless'; readonly email: string }
  | { readonly recipe: 'passwordless'; readonly phoneNumber: string }
  | { readonly recipe: 'thirdparty'; readonly thirdPartyId: string; readonly thirdPartyUserId: string }

/** The login method of a user that a key names, if it has it. */
export function loginWith(user: FoundUser, key: LoginKey): FoundMethod | undefined {
  const own = user.loginMethods.filter((method) => isNamed(method, key))
  const { tenant } = key
  if (tenant !== undefined) return own.find(({ tenantIds }) => tenantIds === undefined || tenantIds.includes(tenant))
  return own.find(({ tenantIds }) => tenantIds === undefined || tenantIds.includes(publicTenant)) ?? own[0]
}

type FoundMethod = FoundUser['loginMethods'][number]

function isNamed(method: FoundMethod, key: LoginKey): boolean {
  if (method.recipeId !== key.recipe) return false
  if ('thirdPartyId' in key) {
    return method.thirdParty?.id === key.thirdPartyId && method.thirdParty.userId === key.thirdPartyUserId
  }
  if ('phoneNumber' in key) return method.phoneNumber === key.phoneNumber
  return method.email === key.email.trim().toLowerCase()
}

/** Whether a user of the core has this very login method; the same email in another method is another user's. */
export function hasLogin(user: FoundUser, key: LoginKey): boolean {
  return loginWith(user, key) !== undefined
}

/** The same login method in a tenant; null: in that of the address. */
export function loginIn(tenant: string | null, key: LoginKey): LoginKey {
  return tenant === null ? key : { ...key, tenant }
}

/** The arguments of a look-up of a login method, in its own tenant. */
export function accountOf(key: LoginKey): OperationArgs['look-up'] {
  const tenant = key.tenant === undefined ? {} : { tenant: key.tenant }
  if ('thirdPartyId' in key)
    return { thirdPartyId: key.thirdPartyId, thirdPartyUserId: key.thirdPartyUserId, ...tenant }
  return 'email' in key ? { email: key.email, ...tenant } : { phoneNumber: key.phoneNumber, ...tenant }
}

const logins: Readonly<Record<string, string>> = {
  emailpassword: methodTitles.password,
  passwordless: methodTitles.passwordless,
  thirdparty: methodTitles['third-party'],
}

/** A user of the core without contacts: login methods, and the time of joining. */
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

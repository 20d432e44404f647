import type { BulkMethod, BulkPerson } from '../../../../shared/core-api/bulk-person.ts'
import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { loginIn, type LoginKey } from '../../../../shared/core-api/found-user.ts'
import { usualCodes } from '../perform-call.ts'
import { callKey } from '../../../../shared/planning/call-key.ts'
import { createsUser, tenantOf, type Call } from '../../../../shared/planning/call.ts'
import { isProfileCall } from '../../../../shared/planning/follow-ups.ts'
import { tenantsOfCalls } from '../../../../shared/planning/tenants.ts'
import { publicTenant } from '../../../../shared/users/tenant.ts'

/** One user as bulk import takes it, and what tells whether the core has it already. */
export type BulkCandidate = {
  readonly person: BulkPerson
  /** Logins that no user of the core may have. */
  readonly keys: readonly LoginKey[]
  /** The old id, which no user of the core may have. */
  readonly externalUserId: string | null
}

/**
 * The calls of a user as one person of a bulk import; null: they cannot be said so, and the user goes by single calls.
 * Several login methods are one person only where the plan links all of them: a bulk import links whatever it gets. All of
 * them joined when the person did.
 */
export function personOf(calls: readonly Call[], timeJoined: number | null = null): BulkCandidate | null {
  const creating = calls.filter(createsUser)
  const found = creating.map((call) => methodOf(call, calls)).filter((one) => one !== null)
  const [only] = found
  if (only === undefined || found.length < creating.length) return null
  const idCall = calls.find((call) => call.kind === 'map-id')
  const externalUserId = idCall?.externalUserId ?? null
  const named = externalUserId === null ? null : { externalUserId }
  const profile = calls.some(isProfileCall) ? profileOf(calls) : null
  const joined = timeJoined === null ? null : { timeJoined }
  if (creating.length === 1) {
    const methods = [joined === null ? only.method : { ...only.method, ...joined }]
    // Fast path by literals: spreading takes several times as long.
    const bare = externalUserId === null ? { methods } : { externalUserId, methods }
    return { person: profile === null ? bare : { ...bare, ...profile }, keys: only.keys, externalUserId }
  }
  if (!creating.slice(1).every((call) => isLinked(call, calls))) return null
  // The same login method in several tenants is a user in each of them.
  if (tenantsOfCalls(creating).length > 1) return null
  // The first is the primary one, so that its id is that of the row and of the user.
  const methods = found.map(({ method }, place) => ({
    ...method,
    ...joined,
    ...(place === 0 ? { isPrimary: true } : null),
  }))
  return { person: { ...named, ...profile, methods }, keys: found.flatMap(({ keys }) => keys), externalUserId }
}

function profileOf(calls: readonly Call[]): Pick<BulkPerson, 'metadata' | 'roles' | 'totp'> {
  const metadata = calls.find((call) => call.kind === 'metadata')?.metadata
  const roles = calls.flatMap((call) =>
    call.kind === 'role' ? [{ role: call.role, tenantIds: [tenantOf(call) ?? publicTenant] }] : [],
  )
  const totp = calls.flatMap((call) => {
    if (call.kind !== 'totp') return []
    const { secretKey, deviceName, period = usualCodes.period } = call
    return [{ secretKey, deviceName, period, skew: usualCodes.skew }]
  })
  return {
    ...(metadata === undefined ? {} : { metadata }),
    ...(roles.length === 0 ? {} : { roles }),
    ...(totp.length === 0 ? {} : { totp }),
  }
}

function isLinked(call: Call, calls: readonly Call[]): boolean {
  const key = callKey(call)
  return calls.some((other) => other.kind === 'link' && other.method === key)
}

type Login = { readonly method: BulkMethod; readonly keys: readonly LoginKey[] }

function methodOf(main: Call, calls: readonly Call[]): Login | null {
  const login = methodInTenant(main, calls)
  const tenant = tenantOf(main)
  if (login === null || tenant === null) return login
  return { method: { ...login.method, tenantIds: [tenant] }, keys: login.keys.map((key) => loginIn(tenant, key)) }
}

function methodInTenant(main: Call, calls: readonly Call[]): Login | null {
  switch (main.kind) {
    case 'import': {
      const { email, passwordHash, family } = main
      const isVerified = isMarked(email, calls)
      return {
        method: { recipe: 'emailpassword', email, passwordHash, family, isVerified },
        keys: [{ recipe: 'emailpassword', email }],
      }
    }
    case 'third-party': {
      const { email, thirdPartyId, thirdPartyUserId } = main
      const isVerified = main.isVerified || (calls.find(createsUser) === main && isMarked(email, calls))
      return {
        method: { recipe: 'thirdparty', email, thirdPartyId, thirdPartyUserId, isVerified },
        keys: [{ recipe: 'thirdparty', thirdPartyId, thirdPartyUserId }],
      }
    }
    case 'passwordless': {
      const { contact } = main
      const update = calls.find((call) => call.kind === 'update')
      // A consumed code verifies the email it was made for; one that is attached afterwards stays unverified.
      const isVerified = contact.kind === 'email'
      if (update !== undefined) {
        const { email, phoneNumber } = update
        const method = { recipe: 'passwordless' as const, email, phoneNumber, isVerified }
        return { method, keys: [byEmail(email), byPhone(phoneNumber)] }
      }
      return contact.kind === 'email'
        ? { method: { recipe: 'passwordless', email: contact.email, isVerified }, keys: [byEmail(contact.email)] }
        : {
            method: { recipe: 'passwordless', phoneNumber: contact.phoneNumber, isVerified },
            keys: [byPhone(contact.phoneNumber)],
          }
    }
    default:
      return null
  }
}

/** Does another call mark the email verified? */
function isMarked(email: string, calls: readonly Call[]): boolean {
  return calls.some((call) => call.kind === 'verify-email' && call.email === email)
}

function byEmail(email: string): LoginKey {
  return { recipe: 'passwordless', email }
}

function byPhone(phoneNumber: string): LoginKey {
  return { recipe: 'passwordless', phoneNumber }
}

/** The logins of a row of the core's list; one that the core does not describe is none. */
export function keysOfRow({ methods }: BulkRow): readonly string[] {
  return keysOfMethods(methods)
}

type Method = Omit<BulkRow['methods'][number], 'coreId'>

/** The same for login methods of a user. */
export function keysOfMethods(methods: readonly Method[]): readonly string[] {
  return loginsOfMethods(methods).map(keyText)
}

/** The logins of methods, one for each of their tenants. */
export function loginsOfMethods(methods: readonly Method[]): readonly LoginKey[] {
  return methods.flatMap((method) => {
    const keys = keysInTenant(method)
    return (method.tenantIds ?? [publicTenant]).flatMap((tenant) =>
      keys.map((key) => loginIn(tenant === publicTenant ? null : tenant, key)),
    )
  })
}

function keysInTenant({ recipe, email, phoneNumber, thirdPartyId, thirdPartyUserId }: Method): readonly LoginKey[] {
  if (recipe === 'emailpassword') return email === null ? [] : [{ recipe, email }]
  if (recipe === 'thirdparty') {
    return thirdPartyId === null || thirdPartyUserId === null ? [] : [{ recipe, thirdPartyId, thirdPartyUserId }]
  }
  return [...(email === null ? [] : [byEmail(email)]), ...(phoneNumber === null ? [] : [byPhone(phoneNumber)])]
}

/** The mark of an ID that a user of the core has, beside the texts of its logins. */
export function idMark(id: string): string {
  return `id ${id}`
}

/**
 * One text for what the core keys a login by, to compare rows of its list with users of ours: made for each user, so put
 * together by hand. The name of a tenant stands in quotation marks, so that no two logins share a text.
 */
export function keyText(key: LoginKey): string {
  const tenant = key.tenant === undefined ? '' : JSON.stringify(key.tenant)
  if ('thirdPartyId' in key) {
    return `thirdparty ${tenant} ${JSON.stringify([key.thirdPartyId, key.thirdPartyUserId])}`
  }
  return 'email' in key
    ? `${key.recipe} email ${tenant} ${key.email.trim().toLowerCase()}`
    : `${key.recipe} phone ${tenant} ${key.phoneNumber}`
}

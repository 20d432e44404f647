import { loginIn, type LoginKey } from '../core-api/found-user.ts'
import { jsonText } from '../json-text.ts'
import { unreachable } from '../result.ts'
import { type Call, tenantOf } from './call.ts'

/**
 * Identifies a call of a user across plans: the same key is the same operation for the same login method, so a call
 * that is done stays done when the user is planned again.
 */
export function callKey(call: Call): string {
  return inTenant(tenantOf(call), keyInTenant(call))
}

/** A key of one tenant of the core. The names of tenants have neither slashes nor colons. */
export function inTenant(tenant: string | null, key: string): string {
  return tenant === null ? key : `${tenant}/${key}`
}

/** Takes a key of a call or a claim apart. `tenant` null: that of the address. */
export function partsOfKey(key: string): { readonly tenant: string | null; readonly key: string } {
  const tenant = /^([a-z0-9-]+)\//.exec(key)?.[1]
  return tenant === undefined ? { tenant: null, key } : { tenant, key: key.slice(tenant.length + 1) }
}

function keyInTenant(call: Call): string {
  switch (call.kind) {
    case 'import':
      return importKey(call.email)
    case 'third-party':
      return thirdPartyKey(call.thirdPartyId, call.thirdPartyUserId)
    case 'passwordless':
      return call.contact.kind === 'email'
        ? codeByEmailKey(call.contact.email)
        : codeByPhoneKey(call.contact.phoneNumber)
    case 'update':
      return `update:${call.email}:${call.phoneNumber}`
    case 'change-contact': {
      const loginKey =
        call.login.recipe === 'thirdparty'
          ? thirdPartyKey(call.login.thirdPartyId, call.login.thirdPartyUserId)
          : call.login.recipe
      return `change-contact:${loginKey}:${call.to.email ?? ''}:${call.to.phoneNumber ?? ''}`
    }
    case 'verify-email':
      return `verify-email:${call.email}`
    case 'map-id':
      return `map-id:${call.externalUserId}`
    case 'make-primary':
      return call.kind
    case 'link':
      return `link:${call.method}`
    case 'metadata':
      return call.kind
    case 'role':
      return `role:${call.role}`
    case 'totp':
      return `totp:${call.deviceName}`
    default:
      return unreachable(call)
  }
}

/** The last key made: a plan, its claims and its user need the same key. */
let last = { email: '', key: 'import:' }

/** The key of the import of an email, as a call and as what it claims in the core. */
export function importKey(email: string): string {
  if (email !== last.email) last = { email, key: `import:${email}` }
  return last.key
}

const thirdPartyKey = (provider: string, id: string) => `third-party:${provider}:${id}`
const codeByEmailKey = (email: string) => `passwordless:email:${email}`
const codeByPhoneKey = (phoneNumber: string) => `passwordless:phone:${phoneNumber}`

/** The key of the call that makes a login method. */
export function keyOfLogin(login: LoginKey): string {
  return inTenant(login.tenant ?? null, loginKeyInTenant(login))
}

function loginKeyInTenant(login: LoginKey): string {
  if ('thirdPartyId' in login) return thirdPartyKey(login.thirdPartyId, login.thirdPartyUserId)
  if ('phoneNumber' in login) return codeByPhoneKey(login.phoneNumber)
  return login.recipe === 'emailpassword' ? importKey(login.email) : codeByEmailKey(login.email)
}

/** The login method that a call makes, told by its key; null: it makes none. */
export function loginOfKey(key: string): LoginKey | null {
  const { tenant, key: own } = partsOfKey(key)
  const login = loginInTenant(own)
  return login === null ? null : loginIn(tenant, login)
}

function loginInTenant(key: string): LoginKey | null {
  const [, kind, rest = ''] = /^(import|third-party|passwordless:email|passwordless:phone):(.*)$/s.exec(key) ?? []
  switch (kind) {
    case 'import':
      return { recipe: 'emailpassword', email: rest }
    case 'passwordless:email':
      return { recipe: 'passwordless', email: rest }
    case 'passwordless:phone':
      return { recipe: 'passwordless', phoneNumber: rest }
    case 'third-party': {
      // No name of a provider has a colon; ids have.
      const colon = rest.indexOf(':')
      return { recipe: 'thirdparty', thirdPartyId: rest.slice(0, colon), thirdPartyUserId: rest.slice(colon + 1) }
    }
    default:
      return null
  }
}

/** The calls of a plan as JSON: what `JSON.stringify` answers. Nearly all users have one call, of three kinds. */
export function writeCalls(calls: readonly Call[]): string {
  const only = calls.length === 1 ? calls[0] : undefined
  if (only === undefined || 'tenant' in only) return JSON.stringify(calls)
  switch (only.kind) {
    case 'import': {
      const { email, passwordHash, family } = only
      return `[{"kind":"import","email":${jsonText(email)},"passwordHash":${jsonText(passwordHash)},"family":"${family}"}]`
    }
    case 'third-party': {
      const { thirdPartyId, thirdPartyUserId, email, isVerified } = only
      const id = `"thirdPartyId":${jsonText(thirdPartyId)},"thirdPartyUserId":${jsonText(thirdPartyUserId)}`
      return `[{"kind":"third-party",${id},"email":${jsonText(email)},"isVerified":${isVerified}}]`
    }
    case 'passwordless': {
      const { contact } = only
      const valueJson =
        contact.kind === 'email'
          ? `"email":${jsonText(contact.email)}`
          : `"phoneNumber":${jsonText(contact.phoneNumber)}`
      return `[{"kind":"passwordless","contact":{"kind":"${contact.kind}",${valueJson}}}]`
    }
    default:
      return JSON.stringify(calls)
  }
}

/** The contacts of one login; null: it has none of the kind. */
export type Contacts = { readonly email: string | null; readonly phoneNumber: string | null }

/** A login of the core, by the id the core gave it or by the id at the provider, and the contacts it has and gets. */
export type ContactChange = {
  readonly login:
    | { readonly recipe: 'emailpassword' | 'passwordless'; readonly coreUserId: string }
    | {
        readonly recipe: 'thirdparty'
        readonly thirdPartyId: string
        readonly thirdPartyUserId: string
        readonly isVerified: boolean
      }
  readonly from: Contacts
  readonly to: Contacts
}

/** A tenant of the core below whose path a call is sent; absent: the address itself. */
type InTenant = { readonly tenant?: string }

/** One operation for one user. Code + consume is one call. */
export type Call =
  /** 4.1 + 4.2: a passwordless user, created through exactly one contact. */
  | ({ readonly kind: 'passwordless'; readonly contact: Contact } & InTenant)
  /** 4.3: attaches the other contact to the user that the passwordless call before it created. */
  | ({ readonly kind: 'update'; readonly email: string; readonly phoneNumber: string } & InTenant)
  /**
   * Gives a login that an earlier migration created the email or phone of a later export: `PUT /recipe/user`, for a
   * third-party login 4.4 again. Where the core can be asked, only while it still has `from`, unless `force`.
   */
  | ({ readonly kind: 'change-contact'; readonly force: boolean } & ContactChange & InTenant)
  /** 4.4 */
  | ({
      readonly kind: 'third-party'
      readonly thirdPartyId: string
      readonly thirdPartyUserId: string
      readonly email: string
      readonly isVerified: boolean
    } & InTenant)
  /** 4.5. `passwordHash` is the value that goes out, after the verdict's rewrite. */
  | ({
      readonly kind: 'import'
      readonly email: string
      readonly passwordHash: string
      readonly family: 'bcrypt' | 'argon2' | 'firebase-scrypt'
    } & InTenant)
  /** Marks the email of an imported user verified, where the export says so and the operator wants it (`supertokens`). */
  | ({ readonly kind: 'verify-email'; readonly email: string } & InTenant)
  /** Lets the id of the old system go on working (`supertokens`). */
  | { readonly kind: 'map-id'; readonly externalUserId: string }
  /** Makes the user of the first login method a primary user, to which the others are linked (`supertokens`). */
  | { readonly kind: 'make-primary' }
  /** Links the login method that another call creates, named by its key, to the primary user (`supertokens`). */
  | { readonly kind: 'link'; readonly method: string }
  /** Merged into the metadata of the user, key by key (`supertokens`). */
  | { readonly kind: 'metadata'; readonly metadata: Readonly<Record<string, unknown>> }
  /** `create`: the core does not have the role, and the operator wants it to (`supertokens`). */
  | ({ readonly kind: 'role'; readonly role: string; readonly create: boolean } & InTenant)
  /**
   * An authenticator app that continues to work (`supertokens`). `period`: seconds for which a code holds, where it is
   * not 30.
   */
  | { readonly kind: 'totp'; readonly secretKey: string; readonly deviceName: string; readonly period?: number }

/** The tenant that a call is sent to; null: the address itself, or the whole app. */
export function tenantOf(call: Call): string | null {
  return 'tenant' in call ? (call.tenant ?? null) : null
}

/**
 * The same call, sent to a tenant of the core. A call for the whole app stays as it is. Field by field where each user has such a call: V8
 * gives a copy that gets another field a hidden class of its own.
 */
export function sentTo(call: Call, tenant: string): Call {
  switch (call.kind) {
    case 'passwordless': {
      const { kind, contact } = call
      return { kind, contact, tenant }
    }
    case 'update': {
      const { kind, email, phoneNumber } = call
      return { kind, email, phoneNumber, tenant }
    }
    case 'third-party': {
      const { kind, thirdPartyId, thirdPartyUserId, email, isVerified } = call
      return { kind, thirdPartyId, thirdPartyUserId, email, isVerified, tenant }
    }
    case 'import': {
      const { kind, email, passwordHash, family } = call
      return { kind, email, passwordHash, family, tenant }
    }
    case 'role': {
      const { kind, role, create } = call
      return { kind, role, create, tenant }
    }
    case 'change-contact':
    case 'verify-email':
      return { ...call, tenant }
    default:
      return call
  }
}

export type CallKind = Call['kind']

/** Every kind of call. */
export const callKinds = [
  'import',
  'third-party',
  'passwordless',
  'update',
  'change-contact',
  'verify-email',
  'map-id',
  'make-primary',
  'link',
  'metadata',
  'role',
  'totp',
] as const satisfies readonly CallKind[]

/** The calls that create a user in the core, one login method each. The others complete a user. */
export const creatingKinds = ['import', 'third-party', 'passwordless'] as const satisfies readonly CallKind[]

/** Does this call create a user in the core? */
export function createsUser({ kind }: { readonly kind: CallKind }): boolean {
  return methodOf(kind) !== null
}

export type LoginMethod = 'password' | 'third-party' | 'passwordless'

/** The login method that a call creates; null for a call that completes a user. */
export function methodOf(kind: CallKind): LoginMethod | null {
  if (kind === 'import') return 'password'
  return kind === 'third-party' || kind === 'passwordless' ? kind : null
}

type Contact =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly phoneNumber: string }

/** Every call has its own state, per target. */
export type CallState = 'todo' | 'sending' | 'done' | 'failed' | 'in-doubt'

/** The state of a user for one target; `users` is the sum of all of them. */
export const userStates = [
  'ready',
  'blocked',
  'excluded',
  'existing',
  'sending',
  'migrated',
  'failed',
  'in-doubt',
] as const
export type UserState = (typeof userStates)[number]

import type { BulkStatus } from './bulk-rows.ts'
import { secretsInMetadata } from '../mapping/shown/mask-sample.ts'
import type { BulkMethod, BulkPerson, BulkTotp } from './bulk-person.ts'
import type { ReplyContext } from './raw-reply.ts'

/** One operation of the core, as data. The part of a dialect is in `dialects.ts`. */
type Operation = {
  /** Where it is written down: the specification, or `supertokens` for what only a real core has. */
  readonly source: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Appended to the base url. */
  readonly path: string
  /** The meaning of a 2xx reply without a `status`: the specification shows no body for 4.2 to 4.5, so it is a success there. */
  readonly silence: 'success' | 'unexpected'
  /** A RESTART_FLOW_ERROR here means: make a new code and consume that. */
  readonly restarts: boolean
}

/** The most users that a core lists in one request. */
export const maxListedUsers = 500

/** The operations that the app calls. Those from `change-email` on exist in the `supertokens` dialect only. */
export const operations = {
  'create-code': op('4.1', 'POST', '/recipe/signinup/code', 'unexpected', true),
  'consume-code': op('4.2', 'POST', '/recipe/signinup/code/consume', 'success', true),
  'update-user': op('4.3', 'PUT', '/recipe/user', 'success', false),
  'third-party': op('4.4', 'POST', '/recipe/signinup', 'success', false),
  'import-hash': op('4.5', 'POST', '/recipe/user/passwordhash/import', 'success', false),
  'change-email': op('supertokens', 'PUT', '/recipe/user', 'unexpected', false),
  'look-up': op('supertokens', 'GET', '/users/by-accountinfo', 'unexpected', false),
  'sign-in': op('supertokens', 'POST', '/recipe/signin', 'unexpected', false),
  'map-user-id': op('supertokens', 'POST', '/recipe/userid/map', 'unexpected', false),
  'find-mapping': op('supertokens', 'GET', '/recipe/userid/map', 'unexpected', false),
  'verification-token': op('supertokens', 'POST', '/recipe/user/email/verify/token', 'unexpected', false),
  'verify-email': op('supertokens', 'POST', '/recipe/user/email/verify', 'unexpected', false),
  'find-user': op('supertokens', 'GET', '/user/id', 'unexpected', false),
  'remove-user': op('supertokens', 'POST', '/user/remove', 'unexpected', false),
  'count-users': op('supertokens', 'GET', '/users/count', 'unexpected', false),
  'list-users': op('supertokens', 'GET', '/users', 'unexpected', false),
  'bulk-stage': op('supertokens', 'POST', '/bulk-import/users', 'unexpected', false),
  'import-one': op('supertokens', 'POST', '/bulk-import/import', 'unexpected', false),
  'bulk-list': op('supertokens', 'GET', '/bulk-import/users', 'unexpected', false),
  'bulk-count': op('supertokens', 'GET', '/bulk-import/users/count', 'unexpected', false),
  'bulk-remove': op('supertokens', 'POST', '/bulk-import/users/remove', 'unexpected', false),
  'write-metadata': op('supertokens', 'PUT', '/recipe/user/metadata', 'unexpected', false),
  'list-roles': op('supertokens', 'GET', '/recipe/roles', 'unexpected', false),
  'list-tenants': op('supertokens', 'GET', '/recipe/multitenancy/tenant/list/v2', 'unexpected', false),
  'create-role': op('supertokens', 'PUT', '/recipe/role', 'unexpected', false),
  'add-role': op('supertokens', 'PUT', '/recipe/user/role', 'unexpected', false),
  'import-totp': op('supertokens', 'POST', '/recipe/totp/device/import', 'unexpected', false),
  'make-primary': op('supertokens', 'POST', '/recipe/accountlinking/user/primary', 'unexpected', false),
  'link-accounts': op('supertokens', 'POST', '/recipe/accountlinking/user/link', 'unexpected', false),
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

function op(
  source: string,
  method: Operation['method'],
  path: string,
  silence: Operation['silence'],
  restarts: boolean,
): Operation {
  return { source, method, path, silence, restarts }
}

/** Goes below the path of a tenant of the core; absent: to the address itself. */
type InTenant = { readonly tenant?: string }

/** The arguments of each operation. The calls of a plan fit as they are: their other fields are ignored. */
export type OperationArgs = {
  /** Exactly one contact (specification 4.1). */
  readonly 'create-code': InTenant & ({ readonly email: string } | { readonly phoneNumber: string })
  /** Both from the reply of `create-code`. */
  readonly 'consume-code': InTenant & { readonly preAuthSessionId: string; readonly linkCode: string }
  /** `recipeUserId` where the reply of `consume-code` had one of its own; else the user id stands for it. */
  /** Of the whole app in the `supertokens` dialect, so that the tenant does not count there. */
  readonly 'update-user': InTenant & {
    readonly userId: string
    readonly recipeUserId?: string | null
    /** Not given: it stays (`supertokens`). The specification wants both. */
    readonly email?: string
    readonly phoneNumber?: string
  }
  /** Of a password user. */
  readonly 'change-email': { readonly recipeUserId: string; readonly email: string }

  readonly 'third-party': InTenant & {
    readonly thirdPartyId: string
    readonly thirdPartyUserId: string
    readonly email: string
    readonly isVerified: boolean
  }
  readonly 'import-hash': InTenant & {
    readonly email: string
    readonly passwordHash: string
    readonly family: 'bcrypt' | 'argon2' | 'firebase-scrypt'
  }
  readonly 'look-up': InTenant &
    (
      | { readonly email: string }
      | { readonly phoneNumber: string }
      | { readonly thirdPartyId: string; readonly thirdPartyUserId: string }
    )
  readonly 'sign-in': InTenant & { readonly email: string; readonly password: string }
  /** Afterwards the core knows the user by the old id. */
  readonly 'map-user-id': { readonly coreUserId: string; readonly externalUserId: string }
  /** By the core's own id, or by the mapped one. */
  readonly 'find-mapping': { readonly userId: string }
  /** `userId`: the core's, or the mapped one. */
  readonly 'verification-token': InTenant & { readonly userId: string; readonly email: string }
  readonly 'verify-email': InTenant & { readonly token: string }
  readonly 'find-user': { readonly userId: string }
  /** One login method; the accounts that are linked to it stay. */
  readonly 'remove-user': { readonly userId: string }
  /** Of all tenants. */
  readonly 'count-users': Readonly<Record<string, never>>
  /** A page of at most `maxListedUsers`, the newest first. `token` null: the first page. */
  readonly 'list-users': InTenant & { readonly limit: number; readonly token: string | null }
  /** At most `maxBulkUsers`; all of them are staged, or none. */
  readonly 'bulk-stage': { readonly users: readonly BulkPerson[] }
  /** One person, at once. The connection check uses a person that every core refuses. */
  readonly 'import-one': BulkPerson
  /** A page of at most `maxBulkRows`, the newest first. `status` null: all. `token` null: the first page. */
  readonly 'bulk-list': {
    readonly status: BulkStatus | null
    readonly limit: number
    readonly token: string | null
  }
  readonly 'bulk-count': { readonly status: BulkStatus | null }
  /** At most `maxBulkRows` rows, in any status. */
  readonly 'bulk-remove': { readonly ids: readonly string[] }
  /** Merged into what is there, key by key. */
  readonly 'write-metadata': { readonly userId: string; readonly metadata: Readonly<Record<string, unknown>> }
  readonly 'list-roles': Readonly<Record<string, never>>
  /** Of the app. */
  readonly 'list-tenants': Readonly<Record<string, never>>
  readonly 'create-role': { readonly role: string }
  readonly 'add-role': InTenant & { readonly userId: string; readonly role: string }
  readonly 'import-totp': BulkTotp & { readonly userId: string }
  readonly 'make-primary': { readonly recipeUserId: string }
  readonly 'link-accounts': { readonly recipeUserId: string; readonly primaryUserId: string }
}

/** The values of one person that must never be shown. */
function secretsOfPerson({ methods, totp = [], metadata = {} }: BulkPerson): readonly string[] {
  const hashes = methods.flatMap((method) => (method.recipe === 'emailpassword' ? [method.passwordHash] : []))
  return [...hashes, ...totp.map(({ secretKey }) => secretKey), ...secretsInMetadata(metadata)]
}

/** The values of a request that must never be shown, per operation. Long parts of a hash count on their own. */
const secrets: { readonly [O in OperationName]: (args: OperationArgs[O]) => readonly string[] } = {
  'create-code': () => [],
  'consume-code': ({ preAuthSessionId, linkCode }) => [preAuthSessionId, linkCode],
  'update-user': () => [],
  'change-email': () => [],
  'third-party': () => [],
  'import-hash': ({ passwordHash }) => [passwordHash, ...passwordHash.split('$').filter(isLongPart)],
  'look-up': () => [],
  'sign-in': ({ password }) => [password],
  'map-user-id': () => [],
  'find-mapping': () => [],
  'verification-token': () => [],
  'verify-email': ({ token }) => [token],
  'find-user': () => [],
  'remove-user': () => [],
  'count-users': () => [],
  'list-users': () => [],
  // Thousands: its replies are read user by user (`secretsOfUser`), and no other text of theirs is kept.
  'bulk-stage': () => [],
  'import-one': secretsOfPerson,
  'bulk-list': () => [],
  'bulk-count': () => [],
  'bulk-remove': () => [],
  'write-metadata': ({ metadata }) => secretsInMetadata(metadata),
  'list-roles': () => [],
  'list-tenants': () => [],
  'create-role': () => [],
  'add-role': () => [],
  'import-totp': ({ secretKey }) => [secretKey],
  'make-primary': () => [],
  'link-accounts': () => [],
}

/** The secrets of one user of a batch, by its place; none for other operations. */
export function secretsOfUser<O extends OperationName>(
  operation: O,
  args: OperationArgs[O],
): ReplyContext['secretsOfUser'] {
  return ofStagedUser(operation, args, secretsOfPerson)
}

/** The roles and tenants of one user of a batch, by its place; none for other operations. */
export function namesOfUser<O extends OperationName>(
  operation: O,
  args: OperationArgs[O],
): ReplyContext['namesOfUser'] {
  return ofStagedUser(operation, args, ({ roles = [], methods }) => [
    ...roles.flatMap(({ role, tenantIds }) => [role, ...tenantIds]),
    ...methods.flatMap(tenantsOf),
  ])
}

function ofStagedUser<O extends OperationName>(
  operation: O,
  args: OperationArgs[O],
  textsOf: (person: BulkPerson) => readonly string[],
): ((index: number) => readonly string[]) | undefined {
  if (operation !== 'bulk-stage' || !('users' in args)) return undefined
  return (index) => {
    const person = args.users[index]
    return person === undefined ? [] : textsOf(person)
  }
}

function tenantsOf({ tenantIds = [] }: BulkMethod): readonly string[] {
  return tenantIds
}

/** A salt or digest. The costs of Argon2 are no secret: `m=65536,t=3,p=4`. */
function isLongPart(part: string): boolean {
  return part.length >= 12 && !part.includes(',')
}

/** Every secret that a request carries, the key included: what `redact` takes out of its reply. */
export function secretsOf<O extends OperationName>(
  operation: O,
  args: OperationArgs[O],
  apiKey: string | null,
): readonly string[] {
  const own = secrets[operation](args)
  return apiKey === null ? own : [...own, apiKey]
}

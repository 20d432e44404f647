import type { JsonObject } from '../json.ts'
import { bulkPersonBody } from './bulk-person.ts'
import type { OperationArgs, OperationName } from './operations.ts'

/**
 * `documented`: the specification to the letter. `supertokens`: what real cores of every version understand; bodies
 * are supersets, because newer cores want fields that older ones ignore.
 */
export type Dialect = 'documented' | 'supertokens'

/** How one dialect speaks one operation. */
export type OperationRequest<O extends OperationName> = {
  /** `base`: below the base url. `app`: below the app's url, without the tenant. */
  readonly on: 'base' | 'app'
  readonly headers?: Readonly<Record<string, string>>
} & (
  | { readonly body: (args: OperationArgs[O]) => JsonObject }
  | { readonly query: (args: OperationArgs[O]) => Readonly<Record<string, string>> }
)

type DialectTable = {
  /** Null: this dialect does not have the operation. */
  readonly operations: { readonly [O in OperationName]: OperationRequest<O> | null }
  /** Where the paths of tenants begin: at the base url, or at that of the app. */
  readonly tenantsBelow: 'base' | 'app'
  /** The header that names the version of the interface; null: no such header. */
  readonly versionHeader: string | null
  /** The setting of the core that must hold the signer key before hashes of Firebase scrypt are imported. */
  readonly signerKeySetting: string
}

const passwordless = { rid: 'passwordless' }

export const dialects: { readonly [D in Dialect]: DialectTable } = {
  documented: {
    tenantsBelow: 'base',
    versionHeader: null,
    signerKeySetting: 'partner_password_hashing_signer_key',
    operations: {
      'create-code': { on: 'base', body: oneContact },
      'consume-code': { on: 'base', body: codeOf },
      'update-user': {
        on: 'base',
        headers: passwordless,
        body: ({ userId, email, phoneNumber }) => ({ userId, email, phoneNumber }),
      },
      'third-party': {
        on: 'base',
        body: ({ thirdPartyId, thirdPartyUserId, email }) => ({
          thirdPartyId,
          thirdPartyUserId,
          email: { id: email },
        }),
      },
      'import-hash': { on: 'base', body: (args) => hashOf(args, 'partner_scrypt') },
      'change-email': null,
      'look-up': null,
      'sign-in': null,
      'map-user-id': null,
      'find-mapping': null,
      'verification-token': null,
      'verify-email': null,
      'find-user': null,
      'remove-user': null,
      'count-users': null,
      'list-users': null,
      'bulk-stage': null,
      'import-one': null,
      'bulk-list': null,
      'bulk-count': null,
      'bulk-remove': null,
      'write-metadata': null,
      'list-roles': null,
      'list-tenants': null,
      'create-role': null,
      'add-role': null,
      'import-totp': null,
      'make-primary': null,
      'link-accounts': null,
    },
  },
  supertokens: {
    tenantsBelow: 'app',
    versionHeader: 'cdi-version',
    signerKeySetting: 'firebase_password_hashing_signer_key',
    operations: {
      'create-code': { on: 'base', body: oneContact },
      'consume-code': { on: 'base', body: codeOf },
      'update-user': {
        on: 'app',
        headers: passwordless,
        body: ({ userId, recipeUserId, email, phoneNumber }) => ({
          userId,
          recipeUserId: recipeUserId ?? userId,
          email,
          phoneNumber,
        }),
      },
      'third-party': {
        on: 'base',
        body: ({ thirdPartyId, thirdPartyUserId, email, isVerified }) => ({
          thirdPartyId,
          thirdPartyUserId,
          email: { id: email, isVerified },
        }),
      },
      'import-hash': { on: 'base', body: (args) => hashOf(args, 'firebase_scrypt') },
      'change-email': { on: 'app', body: ({ recipeUserId, email }) => ({ recipeUserId, email }) },
      'look-up': { on: 'base', query: (args) => ({ ...accountOf(args), doUnionOfAccountInfo: 'false' }) },
      'sign-in': { on: 'base', body: ({ email, password }) => ({ email, password }) },
      'map-user-id': {
        on: 'app',
        body: ({ coreUserId, externalUserId }) => ({ superTokensUserId: coreUserId, externalUserId }),
      },
      'find-mapping': { on: 'app', query: ({ userId }) => ({ userId, userIdType: 'ANY' }) },
      'verification-token': { on: 'base', body: ({ userId, email }) => ({ userId, email }) },
      'verify-email': { on: 'base', body: ({ token }) => ({ method: 'token', token }) },
      'find-user': { on: 'app', query: ({ userId }) => ({ userId }) },
      // Not given, it is true: every account that is linked would go too.
      'remove-user': { on: 'app', body: ({ userId }) => ({ userId, removeAllLinkedAccounts: false }) },
      'count-users': { on: 'base', query: () => ({ includeAllTenants: 'true' }) },
      'list-users': {
        on: 'base',
        query: ({ limit, token }) => ({
          limit: String(limit),
          timeJoinedOrder: 'DESC',
          ...(token === null ? {} : { paginationToken: token }),
        }),
      },
      'bulk-stage': { on: 'app', body: ({ users }) => ({ users: users.map(bulkPersonBody) }) },
      'import-one': { on: 'app', body: bulkPersonBody },
      'bulk-list': {
        on: 'app',
        query: ({ status, limit, token }) => ({
          limit: String(limit),
          ...statusOf(status),
          ...(token === null ? {} : { paginationToken: token }),
        }),
      },
      'bulk-count': { on: 'app', query: ({ status }) => statusOf(status) },
      'bulk-remove': { on: 'app', body: ({ ids }) => ({ ids }) },
      'write-metadata': { on: 'app', body: ({ userId, metadata }) => ({ userId, metadataUpdate: metadata }) },
      'list-roles': { on: 'app', query: () => ({}) },
      'list-tenants': { on: 'app', query: () => ({}) },
      'create-role': { on: 'app', body: ({ role }) => ({ role, permissions: [] }) },
      'add-role': { on: 'base', body: ({ userId, role }) => ({ userId, role }) },
      'import-totp': {
        on: 'app',
        body: ({ userId, deviceName, secretKey, period, skew }) => ({ userId, deviceName, secretKey, period, skew }),
      },
      'make-primary': { on: 'app', body: ({ recipeUserId }) => ({ recipeUserId }) },
      'link-accounts': {
        on: 'app',
        body: ({ recipeUserId, primaryUserId }) => ({ recipeUserId, primaryUserId }),
      },
    },
  },
}

/** Whether a dialect has an operation at all. */
export function supportsOperation(dialect: Dialect, operation: OperationName): boolean {
  return dialects[dialect].operations[operation] !== null
}

function statusOf(status: string | null): Readonly<Record<string, string>> {
  return status === null ? {} : { status }
}

function oneContact(args: OperationArgs['create-code']): JsonObject {
  return 'email' in args ? { email: args.email } : { phoneNumber: args.phoneNumber }
}

function codeOf({ preAuthSessionId, linkCode }: OperationArgs['consume-code']): JsonObject {
  return { preAuthSessionId, linkCode }
}

/** Only Firebase scrypt names its algorithm (specification 4.5). */
function hashOf({ email, passwordHash, family }: OperationArgs['import-hash'], scrypt: string): JsonObject {
  return family === 'firebase-scrypt' ? { email, passwordHash, hashingAlgorithm: scrypt } : { email, passwordHash }
}

function accountOf(args: OperationArgs['look-up']): Readonly<Record<string, string>> {
  if ('email' in args) return { email: args.email }
  if ('phoneNumber' in args) return { phoneNumber: args.phoneNumber }
  return { thirdPartyId: args.thirdPartyId, thirdPartyUserId: args.thirdPartyUserId }
}

/** The versions of the `supertokens` interface whose requests and replies this app knows. */
const known: ReadonlySet<string> = new Set([
  ...versions(2, 7, 21),
  ...versions(3, 0, 1),
  ...versions(4, 0, 0),
  ...versions(5, 0, 6),
])

function versions(major: number, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${major}.${from + at}`)
}

/** The numerically highest version that both sides know; null when there is none. Cores list theirs in no order. */
export function chooseCdiVersion(offered: readonly string[]): string | null {
  return (
    offered
      .filter((version) => known.has(version))
      .sort(compareVersions)
      .at(-1) ?? null
  )
}

/** Whether a version is at least another: 2.21 is above 2.9. */
export function isAtLeast(version: string, least: string): boolean {
  return compareVersions(version, least) >= 0
}

function compareVersions(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number)
  const [majorB = 0, minorB = 0] = b.split('.').map(Number)
  return majorA - majorB || minorA - minorB
}

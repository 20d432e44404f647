/** One operation of the core, as data. What a dialect adds to it is in `dialects.ts`. */
type Operation = {
  /** Where it is written down: the specification, or `supertokens` for what only a real core has. */
  readonly source: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Appended to the base url. */
  readonly path: string
  /** What a 2xx reply without a `status` means: the specification shows no body for 4.2 to 4.5, so it is a success there. */
  readonly silence: 'success' | 'unexpected'
  /** A RESTART_FLOW_ERROR here means: make a new code and consume that. */
  readonly restarts: boolean
}

/** The operations that the app calls. Those from `look-up` on exist in the `supertokens` dialect only. */
export const operations = {
  'create-code': op('4.1', 'POST', '/recipe/signinup/code', 'unexpected', true),
  'consume-code': op('4.2', 'POST', '/recipe/signinup/code/consume', 'success', true),
  'update-user': op('4.3', 'PUT', '/recipe/user', 'success', false),
  'third-party': op('4.4', 'POST', '/recipe/signinup', 'success', false),
  'import-hash': op('4.5', 'POST', '/recipe/user/passwordhash/import', 'success', false),
  'look-up': op('supertokens', 'GET', '/users/by-accountinfo', 'unexpected', false),
  'sign-in': op('supertokens', 'POST', '/recipe/signin', 'unexpected', false),
  'map-user-id': op('supertokens', 'POST', '/recipe/userid/map', 'unexpected', false),
  'find-mapping': op('supertokens', 'GET', '/recipe/userid/map', 'unexpected', false),
  'verification-token': op('supertokens', 'POST', '/recipe/user/email/verify/token', 'unexpected', false),
  'verify-email': op('supertokens', 'POST', '/recipe/user/email/verify', 'unexpected', false),
  'find-user': op('supertokens', 'GET', '/user/id', 'unexpected', false),
  'remove-user': op('supertokens', 'POST', '/user/remove', 'unexpected', false),
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

/** What each operation needs. The calls of a plan fit as they are: their other fields are ignored. */
export type OperationArgs = {
  /** Exactly one contact (specification 4.1). */
  readonly 'create-code': { readonly email: string } | { readonly phoneNumber: string }
  /** Both from the reply of `create-code`. */
  readonly 'consume-code': { readonly preAuthSessionId: string; readonly linkCode: string }
  /** `recipeUserId` where the reply of `consume-code` had one of its own; else the user id stands for it. */
  readonly 'update-user': {
    readonly userId: string
    readonly recipeUserId?: string | null
    readonly email: string
    readonly phoneNumber: string
  }
  readonly 'third-party': {
    readonly thirdPartyId: string
    readonly thirdPartyUserId: string
    readonly email: string
    readonly isVerified: boolean
  }
  readonly 'import-hash': {
    readonly email: string
    readonly passwordHash: string
    readonly family: 'bcrypt' | 'argon2' | 'firebase-scrypt'
  }
  readonly 'look-up':
    | { readonly email: string }
    | { readonly phoneNumber: string }
    | { readonly thirdPartyId: string; readonly thirdPartyUserId: string }
  readonly 'sign-in': { readonly email: string; readonly password: string }
  /** Afterwards the core knows the user by the old id. */
  readonly 'map-user-id': { readonly coreUserId: string; readonly externalUserId: string }
  /** By the core's own id, or by the mapped one. */
  readonly 'find-mapping': { readonly userId: string }
  /** `userId`: the core's, or the mapped one. */
  readonly 'verification-token': { readonly userId: string; readonly email: string }
  readonly 'verify-email': { readonly token: string }
  readonly 'find-user': { readonly userId: string }
  /** One login method; the accounts that are linked to it stay. */
  readonly 'remove-user': { readonly userId: string }
}

/** What must never be shown of a request, per operation. Long parts of a hash count on their own. */
const secrets: { readonly [O in OperationName]: (args: OperationArgs[O]) => readonly string[] } = {
  'create-code': () => [],
  'consume-code': ({ preAuthSessionId, linkCode }) => [preAuthSessionId, linkCode],
  'update-user': () => [],
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

import * as z from 'zod'
import type { BulkRow, RefusedUser, StagedUser } from './bulk-rows.ts'

/**
 * Why a call may succeed when it is sent again. `database`: the core's database cannot serve it for now. The last four never got a whole reply: `connect` (no connection),
 * `reset` (broken off), `timeout`, `cancelled` (by us).
 */
export type RetryReason =
  | 'rate-limited'
  | 'server-error'
  | 'database'
  | 'html'
  | 'unexpected-reply'
  | 'connect'
  | 'reset'
  | 'timeout'
  | 'cancelled'

/** Why nothing more can be sent at all. */
export type StopCause = 'api-key-rejected' | 'forbidden' | 'licence-required' | 'wrong-address'

/** The fields of replies to the operations of bulk import and of whole people. */
type BulkReply = {
  /** Of `bulk-stage`, in the order of the request. */
  readonly staged?: readonly StagedUser[]
  /** Of `bulk-stage`: none was staged, because of these users. */
  readonly refused?: readonly RefusedUser[]
  /** Of `bulk-list`, newest first. */
  readonly rows?: readonly BulkRow[]
  /** Of `bulk-list` and `list-users`; null: the last page. */
  readonly nextToken?: string | null
  /** Of `bulk-count` and `count-users`. */
  readonly count?: number
  /** Of `bulk-remove`. */
  readonly deletedIds?: readonly string[]
  /** Of `list-roles`. */
  readonly roles?: readonly string[]
  /** Of `list-tenants`. */
  readonly tenants?: readonly string[]
}

const id = lenient(z.string().min(1).max(256))
const flag = lenient(z.boolean())
const milliseconds = lenient(z.number().int().nonnegative())

/** One login method of a user of the core. */
const loginMethod = z.object({
  recipeId: z.string(),
  recipeUserId: id,
  email: lenient(z.string()),
  phoneNumber: lenient(z.string()),
  verified: flag,
  /** Interface 3.0 and later. */
  tenantIds: lenient(z.array(z.string())),
  thirdParty: lenient(z.object({ id: z.string(), userId: z.string() })),
})

/** A user that a look-up found (interface 4.0 and later). */
const foundUser = z.object({
  id: z.string().min(1),
  /** Unix epoch, milliseconds. */
  timeJoined: lenient(z.number()),
  loginMethods: z.array(loginMethod),
})

export type FoundUser = z.infer<typeof foundUser>

/** The fields that are read from a successful reply. */
export const replyBodies = {
  /** `create-code` (4.1): without these two there is nothing to consume (specification 2.1). */
  code: z.object({
    preAuthSessionId: z.string().min(1),
    linkCode: z.string().min(1),
    /** Unix epoch, milliseconds. */
    timeCreated: milliseconds,
    /** Milliseconds. */
    codeLifetime: milliseconds,
  }),
  /** 4.2 to 4.5. Every field is optional: the specification shows no body, and real cores changed shape with their versions. */
  user: z.object({
    createdNewUser: flag,
    didUserAlreadyExist: flag,
    recipeUserId: id,
    userId: id,
    user: lenient(z.object({ id, recipeUserId: id })),
  }),
  /** `verification-token`. The token proves the email like a code: a secret. */
  token: z.object({ token: z.string().min(1).max(1000) }),
  /** A refused `map-user-id`: both are true where exactly this mapping exists. */
  mappingTaken: z.object({
    doesSuperTokensUserIdExist: z.boolean(),
    doesExternalUserIdExist: z.boolean(),
  }),
  /** `find-mapping` */
  mapping: z.object({ externalUserId: z.string().min(1).max(1000) }),
  /** `find-user` */
  foundUser: z.object({ user: foundUser }),
  /** `list-users` */
  userPage: z.object({
    users: z.array(foundUser),
    nextPaginationToken: z.string().min(1).max(10_000).nullish(),
  }),
  /** `look-up` */
  lookUp: z.object({ users: z.array(foundUser) }),
} as const

type Code = z.infer<typeof replyBodies.code>

/**
 * The meaning of a reply ("Replies" of the rules). `message` is the text of the core: at most 500 characters, without
 * any secret; empty for a success.
 */
export type ReplyOutcome =
  | ({
      readonly kind: 'success'
      /** The user's id; null when the reply does not tell. */
      readonly userId: string | null
      /** The id of this login method, which 4.3 wants where it differs from the user's. */
      readonly recipeUserId: string | null
      readonly createdNewUser: boolean | null
      readonly didUserAlreadyExist: boolean | null
      /** Of `create-code` only. */
      readonly code?: Code
      /** Of `find-mapping` only: the id of the old system that the core knows the user by. */
      readonly externalUserId?: string
      /** Of `verification-token` only; null: the email is verified already. */
      readonly token?: string | null
      /** Of `look-up` and `list-users`; of `find-user` the one user, where its reply can be read. */
      readonly users?: readonly FoundUser[]
      readonly message: string
    } & BulkReply)
  /** RESTART_FLOW_ERROR: the code is used or too old. Make a new one and consume that. */
  | { readonly kind: 'restart'; readonly message: string }
  /** Any other `status`: this call failed, for this reason. */
  | { readonly kind: 'status'; readonly status: string; readonly message: string }
  | {
      readonly kind: 'retry'
      readonly why: RetryReason
      /** Null when no reply came. */
      readonly httpStatus: number | null
      /** The wait that the core asks for, in milliseconds. */
      readonly retryAfterMs: number | null
      /** The request may have reached the core, so that its effect may be there. */
      readonly reached: boolean
      readonly message: string
    }
  /** This call failed; others may succeed. `httpStatus` is null when the dialect has no such operation and nothing was sent. */
  | { readonly kind: 'failed'; readonly httpStatus: number | null; readonly message: string }
  /** The run has to stop. */
  | { readonly kind: 'stop'; readonly why: StopCause; readonly httpStatus: number; readonly message: string }

/** A success of which the reply tells nothing more: what readers of replies begin with. */
export const plainSuccess: Extract<ReplyOutcome, { kind: 'success' }> = {
  kind: 'success',
  userId: null,
  recipeUserId: null,
  createdNewUser: null,
  didUserAlreadyExist: null,
  message: '',
}

/** A field that counts only when it has the right type; anything else is as good as absent. */
function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

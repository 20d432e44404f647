import * as z from 'zod'

/** A field that counts only when it has the right type; anything else is as good as absent. */
function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
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

export type Code = z.infer<typeof replyBodies.code>

import * as z from 'zod'

/** A field that counts only when it has the right type; anything else is as good as absent. */
function lenient<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

const id = lenient(z.string().min(1).max(256))
const flag = lenient(z.boolean())
const milliseconds = lenient(z.number().int().nonnegative())

/** What 4.1 must give: without these two there is nothing to consume (specification 2.1). */
export const codeBody = z.object({
  preAuthSessionId: z.string().min(1),
  linkCode: z.string().min(1),
  /** Unix epoch, milliseconds. */
  timeCreated: milliseconds,
  /** Milliseconds. */
  codeLifetime: milliseconds,
})

export type Code = z.infer<typeof codeBody>

/** What 4.2 to 4.5 may give. Every field is optional: the specification shows no body, and real cores changed shape with their versions. */
export const userBody = z.object({
  createdNewUser: flag,
  didUserAlreadyExist: flag,
  recipeUserId: id,
  userId: id,
  user: lenient(z.object({ id, recipeUserId: id })),
})

/** What `verification-token` gives. The token proves the email like a code: a secret. */
export const tokenBody = z.object({ token: z.string().min(1).max(1000) })

/** Of a refused `map-user-id`: both true where exactly this mapping is there already. */
export const mappingTakenBody = z.object({
  doesSuperTokensUserIdExist: z.boolean(),
  doesExternalUserIdExist: z.boolean(),
})

/** What `find-mapping` gives. */
export const mappingBody = z.object({ externalUserId: z.string().min(1).max(1000) })

/** One way in which a user of the core signs in. */
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

/** What `find-user` gives. */
export const findUserBody = z.object({ user: foundUser })

/** What `list-users` gives. */
export const userPageBody = z.object({
  users: z.array(foundUser),
  nextPaginationToken: z.string().min(1).max(10_000).nullish(),
})

export const lookUpBody = z.object({ users: z.array(foundUser) })

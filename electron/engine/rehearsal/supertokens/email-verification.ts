import * as z from 'zod'
import { type CoreReply, json, text } from '../context.ts'
import { checkPassword } from '../operations/import-password.ts'
import { normaliseEmail } from '../store/normalise-email.ts'
import { type Call, guarded, readBody, readQuery, type Routes } from './call.ts'
import { noSignerKey } from './import-hash.ts'
import { recipeUserId, userJson } from './user-json.ts'

export const emailVerificationRoutes: Routes = {
  '/recipe/signin': guarded({ POST: signIn }),
  '/recipe/user/email/verify/token': guarded({ POST: makeToken }),
  '/recipe/user/email/verify': guarded({ POST: verifyEmail, GET: isVerifiedEmail }),
  '/recipe/user/email/verify/remove': guarded({ POST: unverifyEmail }),
}

const emailOfUser = z.object({ userId: z.string(), email: z.string() })

/** POST /recipe/user/email/verify/token */
function makeToken(call: Call): CoreReply {
  const body = readBody(call, emailOfUser)
  if (!body.ok) return body.reply
  const { verificationTokens, random, clock, userIds } = call.context
  const email = normaliseEmail(body.value.email)
  if (isEmailVerified(call, body.value.userId, email)) return json({ status: 'EMAIL_ALREADY_VERIFIED_ERROR' })
  const token = verificationTokens.open(random, clock(), userIds.ownId(body.value.userId), email)
  return json({ status: 'OK', token })
}

const tokenBody = z.object({ method: z.string(), token: z.string() })

/** POST /recipe/user/email/verify */
function verifyEmail(call: Call): CoreReply {
  const body = readBody(call, tokenBody)
  if (!body.ok) return body.reply
  if (body.value.method !== 'token') return text(400, 'Unsupported method for email verification')
  const { verificationTokens, clock, users, userIds } = call.context
  const taken = verificationTokens.take(clock(), body.value.token)
  if (taken === null) return json({ status: 'EMAIL_VERIFICATION_INVALID_TOKEN_ERROR' })
  const user = users.byId.get(taken.userId)
  if (user !== undefined) users.change(user, { verifiedEmail: taken.email })
  return json({ status: 'OK', userId: userIds.shownId(taken.userId), email: taken.email })
}

/** GET /recipe/user/email/verify */
function isVerifiedEmail(call: Call): CoreReply {
  const given = readQuery(call, 'userId', 'email')
  if (!given.ok) return given.reply
  const isVerified = isEmailVerified(call, given.value.userId, normaliseEmail(given.value.email))
  return json({ status: 'OK', isVerified })
}

/** POST /recipe/user/email/verify/remove */
function unverifyEmail(call: Call): CoreReply {
  const body = readBody(call, emailOfUser)
  if (!body.ok) return body.reply
  const { users, userIds } = call.context
  const user = users.byId.get(userIds.ownId(body.value.userId))
  if (user !== undefined && user.verifiedEmail === normaliseEmail(body.value.email)) {
    users.change(user, { verifiedEmail: null })
  }
  return json({ status: 'OK' })
}

function isEmailVerified(call: Call, userId: string, email: string): boolean {
  const { users, userIds } = call.context
  return users.byId.get(userIds.ownId(userId))?.verifiedEmail === email
}

const signInBody = z.object({ email: z.string(), password: z.string() })

/** POST /recipe/signin: really computes the hash. */
async function signIn(call: Call): Promise<CoreReply> {
  const body = readBody(call, signInBody)
  if (!body.ok) return body.reply
  const checked = await checkPassword(call.context, body.value.email, body.value.password, call.tenant)
  if (checked.kind === 'no-signer-key') return text(500, noSignerKey)
  if (checked.kind !== 'ok') return json({ status: 'WRONG_CREDENTIALS_ERROR' })
  const { userIds } = call.context
  return json({
    status: 'OK',
    user: userJson(checked.user, call.context, call.cdi),
    ...recipeUserId(checked.user, userIds, call.cdi),
  })
}

import * as z from 'zod'
import { signInOrUp } from '../operations/third-party.ts'
import { json, type CoreReply } from '../exchange.ts'
import { normaliseEmail } from '../store/normalise-email.ts'
import { readBody, type Call } from './call.ts'
import { storageError, widths } from './storage-limits.ts'
import { recipeUserId, userJson } from './user-json.ts'
import type { Cdi } from './versions.ts'

const identity = { thirdPartyId: z.string(), thirdPartyUserId: z.string() }
const ignoresVerified = z.object({
  ...identity,
  email: z.object({ id: z.string() }).transform(({ id }) => ({ id, isVerified: false })),
})
const wantsVerified = z.object({ ...identity, email: z.object({ id: z.string(), isVerified: z.boolean() }) })

/** POST /recipe/signinup */
export function thirdPartySignInUp(call: Call): CoreReply {
  const body = readBody(call, bodyOf(call.cdi))
  if (!body.ok) return body.reply
  const { thirdPartyId: provider, thirdPartyUserId: providerUserId } = body.value
  const email = normaliseEmail(body.value.email.id)
  const error = storageError(
    [provider, widths.provider],
    [providerUserId, widths.providerUserId],
    [email, widths.email],
  )
  if (error !== null) return error
  const { isVerified } = body.value.email
  const { createdNewUser, user } = signInOrUp(call.context, {
    provider,
    providerUserId,
    email,
    isVerified,
    tenant: call.tenant,
    isVerifiedWhenNew: isVerified || isMadeUp(email),
  })
  const { userIds } = call.context
  return json({
    status: 'OK',
    createdNewUser,
    user: userJson(user, call.context, call.cdi),
    ...recipeUserId(user, userIds, call.cdi),
  })
}

/** `isVerified`: 2.7 wanted it, 2.8 to 3.1 ignore it, 4.0 wants it again. */
function bodyOf(cdi: Cdi) {
  return cdi === 207 || cdi >= 400 ? wantsVerified : ignoresVerified
}

/** Addresses that the kits of real cores make up for providers without emails; their new users count as verified. */
function isMadeUp(email: string): boolean {
  return email.endsWith('@stfakeemail.supertokens.com') || email.endsWith('.fakeemail.com')
}

import * as z from 'zod'
import { type CoreReply, json, text, type CoreContext } from '../context.ts'
import { primaryWithSameContact } from '../operations/linked-accounts.ts'
import { signInOrUp } from '../operations/passwordless.ts'
import { normaliseEmail } from '../store/normalise-email.ts'
import type { StoredUser } from '../store/stored-user.ts'
import { type Call, type Cdi, guarded, ofApp, readBody, type Routes, storageError, columnWidths } from './call.ts'
import { recipeUserId, userJson } from './user-json.ts'

export const accountLinkingRoutes: Routes = {
  '/recipe/signinup': guarded({ POST: thirdPartySignInUp }),
  '/recipe/accountlinking/user/primary': ofApp({ POST: makeUserPrimary }),
  '/recipe/accountlinking/user/link': ofApp({ POST: linkUsers }),
}

const notLicensed = 'Account linking feature is not enabled for this app. Please contact support to enable it.'
const unknownUser = 'Unknown user ID provided'

const primaryBody = z.object({ recipeUserId: z.string() })

type MadePrimary =
  | { readonly kind: 'ok'; readonly wasPrimary: boolean }
  | { readonly kind: 'linked-already'; readonly primaryId: string }
  | { readonly kind: 'contact-taken'; readonly primaryId: string; readonly contact: string }

type Linked =
  | { readonly kind: 'ok'; readonly wasLinked: boolean }
  | { readonly kind: 'not-primary' }
  | { readonly kind: 'linked-elsewhere'; readonly primaryId: string }
  | { readonly kind: 'contact-taken'; readonly primaryId: string; readonly contact: string }

/** POST /recipe/accountlinking/user/primary */
function makeUserPrimary(call: Call): CoreReply {
  const body = readBody(call, primaryBody)
  if (!body.ok) return body.reply
  const { context, cdi } = call
  if (!context.features.accountLinking) return text(402, notLicensed)
  const method = methodOf(call, body.value.recipeUserId)
  if (method === undefined) return text(400, unknownUser)
  const made = makePrimary(context, method)
  switch (made.kind) {
    case 'ok': {
      const wasAlreadyAPrimaryUser = made.wasPrimary
      return json({ status: 'OK', wasAlreadyAPrimaryUser, user: userJson(method, context, cdi) })
    }
    case 'linked-already':
      return json({
        status: 'RECIPE_USER_ID_ALREADY_LINKED_WITH_PRIMARY_USER_ID_ERROR',
        primaryUserId: context.userIds.shownId(made.primaryId),
        description: 'This user ID is already linked to another user ID',
      })
    default:
      return contactTaken(call, made)
  }
}

const linkBody = z.object({ recipeUserId: z.string(), primaryUserId: z.string() })

/** POST /recipe/accountlinking/user/link */
function linkUsers(call: Call): CoreReply {
  const body = readBody(call, linkBody)
  if (!body.ok) return body.reply
  const { context, cdi } = call
  if (!context.features.accountLinking) return text(402, notLicensed)
  const method = methodOf(call, body.value.recipeUserId)
  const primaryId = context.userIds.ownId(body.value.primaryUserId)
  if (method === undefined || !isKnown(call, primaryId)) return text(400, unknownUser)
  const linked = linkAccounts(context, method, primaryId)
  switch (linked.kind) {
    case 'ok': {
      const accountsAlreadyLinked = linked.wasLinked
      return json({ status: 'OK', accountsAlreadyLinked, user: userJson(method, context, cdi) })
    }
    case 'not-primary':
      return json({ status: 'INPUT_USER_IS_NOT_A_PRIMARY_USER' })
    case 'linked-elsewhere':
      return json({
        status: 'RECIPE_USER_ID_ALREADY_LINKED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR',
        primaryUserId: context.userIds.shownId(linked.primaryId),
        description: 'The input recipe user ID is already linked to another user ID',
        user: userJson(method, context, cdi),
      })
    default:
      return contactTaken(call, linked)
  }
}

function methodOf({ context }: Call, id: string): StoredUser | undefined {
  return context.users.byId.get(context.userIds.ownId(id))
}

function isKnown({ context }: Call, id: string): boolean {
  return context.users.byId.has(id) || context.links.primaryOf(id) !== null
}

function contactTaken(
  { context }: Call,
  { primaryId, contact }: { readonly primaryId: string; readonly contact: string },
): CoreReply {
  return json({
    status: 'ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR',
    primaryUserId: context.userIds.shownId(primaryId),
    description: `This user's ${contact} is already associated with another user ID`,
  })
}

const identity = { thirdPartyId: z.string(), thirdPartyUserId: z.string() }
const ignoresVerified = z.object({
  ...identity,
  email: z.object({ id: z.string() }).transform(({ id }) => ({ id, isVerified: false })),
})
const wantsVerified = z.object({ ...identity, email: z.object({ id: z.string(), isVerified: z.boolean() }) })

/** POST /recipe/signinup */
function thirdPartySignInUp(call: Call): CoreReply {
  const body = readBody(call, bodyOf(call.cdi))
  if (!body.ok) return body.reply
  const { thirdPartyId: provider, thirdPartyUserId: providerUserId } = body.value
  const email = normaliseEmail(body.value.email.id)
  const error = storageError(
    [provider, columnWidths.provider],
    [providerUserId, columnWidths.providerUserId],
    [email, columnWidths.email],
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

/** Makes a login method a primary user, to which others can be linked. */
function makePrimary(context: Pick<CoreContext, 'users' | 'userIds' | 'links'>, method: StoredUser): MadePrimary {
  const primaryId = context.links.primaryOf(method.id)
  if (primaryId === method.id) return { kind: 'ok', wasPrimary: true }
  if (primaryId !== null) return { kind: 'linked-already', primaryId }
  const taken = primaryWithSameContact(context, method, method.id)
  if (taken !== null) return { kind: 'contact-taken', ...taken }
  context.links.link(method.id, method.id)
  return { kind: 'ok', wasPrimary: false }
}

/** Links a login method to a primary user. */
function linkAccounts(
  context: Pick<CoreContext, 'users' | 'userIds' | 'links'>,
  method: StoredUser,
  toId: string,
): Linked {
  const target = context.links.primaryOf(toId)
  if (target === null) return { kind: 'not-primary' }
  const primaryId = context.links.primaryOf(method.id)
  if (primaryId === target) return { kind: 'ok', wasLinked: true }
  if (primaryId !== null) return { kind: 'linked-elsewhere', primaryId }
  const taken = primaryWithSameContact(context, method, target)
  if (taken !== null) return { kind: 'contact-taken', ...taken }
  context.links.link(method.id, target)
  return { kind: 'ok', wasLinked: false }
}

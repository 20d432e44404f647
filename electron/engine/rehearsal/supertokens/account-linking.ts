import * as z from 'zod'
import { linkAccounts, makePrimary } from '../operations/linked-accounts.ts'
import { json, text, type CoreReply } from '../exchange.ts'
import { primaryOf } from '../store/links.ts'
import type { StoredUser } from '../store/stored-user.ts'
import { ownId, shownId } from '../store/user-ids.ts'
import { readBody, type Call } from './call.ts'
import { userJson } from './user-json.ts'

const notLicensed = 'Account linking feature is not enabled for this app. Please contact support to enable it.'
const unknownUser = 'Unknown user ID provided'

const primaryBody = z.object({ recipeUserId: z.string() })

/** POST /recipe/accountlinking/user/primary */
export function makeUserPrimary(call: Call): CoreReply {
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
        primaryUserId: shownId(context.userIds, made.primaryId),
        description: 'This user ID is already linked to another user ID',
      })
    default:
      return contactTaken(call, made)
  }
}

const linkBody = z.object({ recipeUserId: z.string(), primaryUserId: z.string() })

/** POST /recipe/accountlinking/user/link */
export function linkUsers(call: Call): CoreReply {
  const body = readBody(call, linkBody)
  if (!body.ok) return body.reply
  const { context, cdi } = call
  if (!context.features.accountLinking) return text(402, notLicensed)
  const method = methodOf(call, body.value.recipeUserId)
  const primaryId = ownId(context.userIds, body.value.primaryUserId)
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
        primaryUserId: shownId(context.userIds, linked.primaryId),
        description: 'The input recipe user ID is already linked to another user ID',
        user: userJson(method, context, cdi),
      })
    default:
      return contactTaken(call, linked)
  }
}

function methodOf({ context }: Call, id: string): StoredUser | undefined {
  return context.users.byId.get(ownId(context.userIds, id))
}

function isKnown({ context }: Call, id: string): boolean {
  return context.users.byId.has(id) || primaryOf(context.links, id) !== null
}

function contactTaken(
  { context }: Call,
  { primaryId, contact }: { readonly primaryId: string; readonly contact: string },
): CoreReply {
  return json({
    status: 'ACCOUNT_INFO_ALREADY_ASSOCIATED_WITH_ANOTHER_PRIMARY_USER_ID_ERROR',
    primaryUserId: shownId(context.userIds, primaryId),
    description: `This user's ${contact} is already associated with another user ID`,
  })
}

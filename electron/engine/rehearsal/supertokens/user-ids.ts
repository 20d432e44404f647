import * as z from 'zod'
import { removeAccount } from '../operations/linked-accounts.ts'
import { json, text, type CoreReply } from '../context.ts'
import { javaTrim } from '../store/normalise-email.ts'
import {
  type Call,
  ofApp,
  optionalQuery,
  readBody,
  readQuery,
  type Routes,
  storageError,
  columnWidths,
} from './call.ts'

export const userIdsRoutes: Routes = {
  '/user/remove': ofApp({ POST: remove }),
  '/recipe/userid/map': ofApp({ POST: mapId, GET: findMapping }),
  '/recipe/userid/map/remove': ofApp({ POST: removeMapping }),
}

const mapBody = z.object({
  superTokensUserId: z.string(),
  externalUserId: z.string(),
  externalUserIdInfo: z.string().nullable().optional(),
  force: z.boolean().optional(),
})

/** POST /recipe/userid/map: from then on every reply shows the external id. */
function mapId(call: Call): CoreReply {
  const body = readBody(call, mapBody)
  if (!body.ok) return body.reply
  const id = javaTrim(body.value.superTokensUserId)
  const externalId = javaTrim(body.value.externalUserId)
  if (id === '') return text(400, "Field name 'superTokensUserId' cannot be an empty String")
  if (externalId === '') return text(400, "Field name 'externalUserId' cannot be an empty String")
  const { users, userIds, links } = call.context
  if (users.byId.has(externalId)) return text(400, externalIsOwn)
  const owner = userIds.idByExternal.get(externalId)
  const doesExternalUserIdExist = owner !== undefined
  // Of a taken external id, only whether it is taken by this very user.
  const doesSuperTokensUserIdExist = doesExternalUserIdExist ? owner === id : userIds.externalById.has(id)
  if (doesSuperTokensUserIdExist || doesExternalUserIdExist) {
    const exists = { doesSuperTokensUserIdExist, doesExternalUserIdExist }
    return json({ status: 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR', ...exists })
  }
  if (!users.byId.has(id) && links.primaryOf(id) === null) return json({ status: 'UNKNOWN_SUPERTOKENS_USER_ID_ERROR' })
  const error = storageError([externalId, columnWidths.userId])
  if (error !== null) return error
  const use = body.value.force === true ? null : recipeWithDataOf(call, id)
  if (use !== null) return text(400, `UserId is already in use in ${use} recipe`)
  if (typeof users.byId.get(id)?.verifiedEmail === 'string') call.context.connections.lost += 1
  userIds.map(id, externalId, body.value.externalUserIdInfo ?? null)
  return json({ status: 'OK' })
}

/** The recipe that has data under an ID, which would not be found under another ID. */
function recipeWithDataOf({ context: { people } }: Call, id: string): string | null {
  if (people.metadata.has(id)) return 'UserMetadata'
  const hasRole = [...people.rolesOf.values()].some((users) => (users.get(id)?.size ?? 0) > 0)
  if (hasRole) return 'UserRoles'
  return people.totp.has(id) ? 'Totp' : null
}

const externalIsOwn = 'Cannot create a userId mapping where the externalId is also a SuperTokens userID'

/** GET /recipe/userid/map */
function findMapping(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  const type = javaTrim(optionalQuery(call, 'userIdType') ?? 'ANY')
  if (!['SUPERTOKENS', 'EXTERNAL', 'ANY'].includes(type)) {
    return text(400, "Field name 'userIdType' should be one of 'SUPERTOKENS', 'EXTERNAL' or 'ANY'")
  }
  const id = idOfType(call, javaTrim(given.value.userId), type)
  const mapping = call.context.userIds.externalById.get(id)
  if (mapping === undefined) return json({ status: 'UNKNOWN_MAPPING_ERROR' })
  const info = mapping.info === null ? {} : { externalUserIdInfo: mapping.info }
  return json({ status: 'OK', superTokensUserId: id, externalUserId: mapping.externalId, ...info })
}

const unmapBody = z.object({ userId: z.string(), userIdType: z.string().optional() })

/** POST /recipe/userid/map/remove */
function removeMapping(call: Call): CoreReply {
  const body = readBody(call, unmapBody)
  if (!body.ok) return body.reply
  const id = idOfType(call, javaTrim(body.value.userId), body.value.userIdType ?? 'ANY')
  return json({ status: 'OK', didMappingExist: call.context.userIds.unmap(id) })
}

/** The core's own id behind an id of the given type; an id of another type matches no user. */
function idOfType(call: Call, id: string, type: string): string {
  const { userIds } = call.context
  if (type === 'SUPERTOKENS') return id
  return type === 'EXTERNAL' ? (userIds.idByExternal.get(id) ?? '') : userIds.ownId(id)
}

const removeBody = z.object({ userId: z.string(), removeAllLinkedAccounts: z.boolean().optional() })

/** POST /user/remove: OK also for a user who is not there. Without a word about them, linked accounts go too. */
function remove(call: Call): CoreReply {
  const body = readBody(call, removeBody)
  if (!body.ok) return body.reply
  const { userId, removeAllLinkedAccounts = true } = body.value
  removeAccount(call.context, call.context.userIds.ownId(userId), removeAllLinkedAccounts)
  return json({ status: 'OK' })
}

import * as z from 'zod'
import { jsonObject } from '../../../../shared/json-text.ts'
import { type CoreReply, json, text } from '../context.ts'
import { javaTrim } from '../store/normalise-email.ts'
import { type Call, guarded, ofApp, readBody, readQuery, type Routes } from './call.ts'

export const userDataRoutes: Routes = {
  '/recipe/user/metadata': ofApp({ GET: readMetadata, PUT: mergeMetadata }),
  '/recipe/role': ofApp({ PUT: createRole }),
  '/recipe/roles': ofApp({ GET: listRoles }),
  '/recipe/role/remove': ofApp({ POST: deleteRole }),
  '/recipe/user/role': guarded({ PUT: addUserRole }),
  '/recipe/user/roles': guarded({ GET: userRoles }),
  '/recipe/totp/device/import': ofApp({ POST: importDevice }),
  '/recipe/totp/device/list': ofApp({ GET: listDevices }),
}

const notLicensed =
  'MFA feature is not enabled. Please subscribe to a SuperTokens core license key to enable this feature.'

const deviceBody = z.object({
  userId: z.string(),
  secretKey: z.string(),
  skew: z.int(),
  period: z.int(),
  deviceName: z.string().optional(),
})

/** POST /recipe/totp/device/import: the device counts as verified; the user need not exist. */
function importDevice(call: Call): CoreReply {
  const body = readBody(call, deviceBody)
  if (!body.ok) return body.reply
  const { people, features } = call.context
  const { userId, secretKey, skew, period } = body.value
  if (!features.mfa) return text(402, notLicensed)
  if (period < 1) return text(400, 'period must be > 0')
  if (skew < 0) return text(400, 'skew must be >= 0')
  const known = new Set(people.listTotp(userId).map(({ name }) => name))
  const name = body.value.deviceName ?? freeName(known)
  if (known.has(name)) return json({ status: 'DEVICE_ALREADY_EXISTS_ERROR' })
  people.addTotp(userId, { name, secretKey, period, skew })
  return json({ status: 'OK', deviceName: name })
}

function freeName(known: ReadonlySet<string>): string {
  // A real core counts all devices; the second of two is number 1.
  let number = known.size
  while (known.has(`TOTP Device ${number}`)) number += 1
  return `TOTP Device ${number}`
}

/** GET /recipe/totp/device/list */
function listDevices(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  const devices = call.context.people.listTotp(given.value.userId)
  const shown = devices.map(({ name, period, skew }) => ({ name, period, skew, verified: true }))
  return json({ status: 'OK', devices: shown })
}

const roleBody = z.object({ role: z.string() })

/** PUT /recipe/role: creates it, or adds permissions, which are not kept here. */
function createRole(call: Call): CoreReply {
  const body = readBody(call, roleBody)
  if (!body.ok) return body.reply
  const role = javaTrim(body.value.role)
  if (role === '') return text(400, "Field name 'role' cannot be an empty String")
  return json({ status: 'OK', createdNewRole: call.context.people.addRole(role) })
}

/** GET /recipe/roles */
function listRoles({ context }: Call): CoreReply {
  return json({ roles: [...context.people.roles], status: 'OK' })
}

/** POST /recipe/role/remove */
function deleteRole(call: Call): CoreReply {
  const body = readBody(call, roleBody)
  if (!body.ok) return body.reply
  return json({ status: 'OK', didRoleExist: call.context.people.removeRole(javaTrim(body.value.role)) })
}

const userRoleBody = z.object({ userId: z.string(), role: z.string() })

/** PUT /recipe/user/role: the role must exist, the user need not. */
function addUserRole(call: Call): CoreReply {
  const body = readBody(call, userRoleBody)
  if (!body.ok) return body.reply
  const { people } = call.context
  const role = javaTrim(body.value.role)
  if (!people.roles.has(role)) return json({ status: 'UNKNOWN_ROLE_ERROR' })
  const didUserAlreadyHaveRole = !people.giveRole(call.tenant, body.value.userId, role)
  return json({ status: 'OK', didUserAlreadyHaveRole })
}

/** GET /recipe/user/roles, in the tenant of the path. */
function userRoles(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  return json({ roles: call.context.people.listRoles(call.tenant, given.value.userId), status: 'OK' })
}

/** GET /recipe/user/metadata, of any id. */
function readMetadata(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  return json({ metadata: call.context.people.metadata.get(given.value.userId) ?? {}, status: 'OK' })
}

const metadataBody = z.object({ userId: z.string(), metadataUpdate: jsonObject })

/** PUT /recipe/user/metadata: a shallow merge; null removes a key. */
function mergeMetadata(call: Call): CoreReply {
  const body = readBody(call, metadataBody)
  if (!body.ok) return body.reply
  const { userId, metadataUpdate } = body.value
  const { people } = call.context
  const merged = Object.entries({ ...people.metadata.get(userId), ...metadataUpdate })
  const metadata = Object.fromEntries(merged.filter(([, value]) => value !== null))
  people.putMetadata(userId, metadata)
  return json({ metadata, status: 'OK' })
}

import * as z from 'zod'
import { json, text, type CoreReply } from '../exchange.ts'
import { addRole, giveRole, removeRole, rolesOf } from '../store/people.ts'
import { javaTrim } from '../store/normalise-email.ts'
import { readBody, readQuery, type Call } from './call.ts'

const roleBody = z.object({ role: z.string() })

/** PUT /recipe/role: creates it, or adds permissions, which are not kept here. */
export function createRole(call: Call): CoreReply {
  const body = readBody(call, roleBody)
  if (!body.ok) return body.reply
  const role = javaTrim(body.value.role)
  if (role === '') return text(400, "Field name 'role' cannot be an empty String")
  return json({ status: 'OK', createdNewRole: addRole(call.context.people, role) })
}

/** GET /recipe/roles */
export function listRoles({ context }: Call): CoreReply {
  return json({ roles: [...context.people.roles], status: 'OK' })
}

/** POST /recipe/role/remove */
export function deleteRole(call: Call): CoreReply {
  const body = readBody(call, roleBody)
  if (!body.ok) return body.reply
  return json({ status: 'OK', didRoleExist: removeRole(call.context.people, javaTrim(body.value.role)) })
}

const userRoleBody = z.object({ userId: z.string(), role: z.string() })

/** PUT /recipe/user/role: the role must exist, the user need not. */
export function addUserRole(call: Call): CoreReply {
  const body = readBody(call, userRoleBody)
  if (!body.ok) return body.reply
  const { people } = call.context
  const role = javaTrim(body.value.role)
  if (!people.roles.has(role)) return json({ status: 'UNKNOWN_ROLE_ERROR' })
  const didUserAlreadyHaveRole = !giveRole(people, call.tenant, body.value.userId, role)
  return json({ status: 'OK', didUserAlreadyHaveRole })
}

/** GET /recipe/user/roles, in the tenant of the path. */
export function userRoles(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  return json({ roles: rolesOf(call.context.people, call.tenant, given.value.userId), status: 'OK' })
}

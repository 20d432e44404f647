import { hash } from 'bcryptjs'
import * as z from 'zod'
import { type ContactEdit, contactsStatus, updateContacts } from '../operations/passwordless.ts'
import { json, text, type CoreReply } from '../context.ts'
import { normaliseEmail, normalisePhone } from '../store/normalise-email.ts'
import { inTenant } from '../store/users.ts'
import { type Call, readBody, storageError, columnWidths } from './call.ts'

/**
 * PUT /recipe/user. Here alone `rid` decides, to the letter: anything but `passwordless` and `thirdparty`, also a
 * spelling in capitals, is taken for `emailpassword`.
 */
export function updateUser(call: Call): CoreReply | Promise<CoreReply> {
  if (call.rid === 'passwordless') return updatePasswordless(call)
  return call.rid === 'thirdparty' ? text(405, 'Method not supported') : updatePassword(call)
}

/** The name of the id field changed with interface 4.0. */
const oldId = z.object({ userId: z.string() }).transform(({ userId }) => ({ id: userId }))
const newId = z.object({ recipeUserId: z.string() }).transform(({ recipeUserId }) => ({ id: recipeUserId }))

const contacts = z.object({ email: z.string().nullable().optional(), phoneNumber: z.string().nullable().optional() })

function updatePasswordless(call: Call): CoreReply {
  const user = readBody(call, call.cdi < 400 ? oldId : newId)
  if (!user.ok) return user.reply
  const body = readBody(call, contacts)
  if (!body.ok) return body.reply
  const { email, phoneNumber } = body.value
  const edit: ContactEdit = {
    ...(email === undefined ? {} : { email: email === null ? null : normaliseEmail(email) }),
    ...(phoneNumber === undefined ? {} : { phoneNumber: phoneNumber === null ? null : normalisePhone(phoneNumber) }),
  }
  const error = storageError(
    [edit.email ?? null, columnWidths.email],
    [edit.phoneNumber ?? null, columnWidths.phoneNumber],
  )
  if (error !== null) return error
  const updated = updateContacts(call.context, user.value.id, edit)
  return updated === 'nothing-left'
    ? text(400, 'You cannot clear both email and phone number of a user')
    : json({ status: contactsStatus[updated] })
}

const password = z.object({ email: z.string().optional(), password: z.string().optional() })

async function updatePassword(call: Call): Promise<CoreReply> {
  const id = readBody(call, call.cdi < 400 ? oldId : newId)
  if (!id.ok) return id.reply
  const body = readBody(call, password)
  if (!body.ok) return body.reply
  if (body.value.email === undefined && body.value.password === undefined) {
    return text(400, 'You have to provide either email or password.')
  }
  const { users, userIds } = call.context
  const user = users.byId.get(userIds.ownId(id.value.id))
  if (user === undefined || user.recipe !== 'emailpassword') return json({ status: 'UNKNOWN_USER_ID_ERROR' })
  const email = body.value.email === undefined ? user.email : normaliseEmail(body.value.email)
  const passwordHash = body.value.password === undefined ? user.passwordHash : await hash(body.value.password, 10)
  const error = storageError([email, columnWidths.email])
  if (error !== null) return error
  if (
    email !== user.email &&
    user.tenantIds.some((tenant) => users.passwordByEmail.has(inTenant(tenant, email ?? '')))
  ) {
    return json({ status: 'EMAIL_ALREADY_EXISTS_ERROR' })
  }
  users.change(user, { email, passwordHash })
  return json({ status: 'OK' })
}

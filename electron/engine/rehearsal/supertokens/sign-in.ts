import * as z from 'zod'
import { checkPassword } from '../operations/check-password.ts'
import { json, text, type CoreReply } from '../exchange.ts'
import { readBody, type Call } from './call.ts'
import { noSignerKey } from './import-hash.ts'
import { recipeUserId, userJson } from './user-json.ts'

const signInBody = z.object({ email: z.string(), password: z.string() })

/** POST /recipe/signin: really computes the hash. */
export async function signIn(call: Call): Promise<CoreReply> {
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

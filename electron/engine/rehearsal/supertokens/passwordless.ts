import * as z from 'zod'
import { codeReply, consumeCode, makeCode, type CodeGiven, type Consumed } from '../operations/passwordless.ts'
import { json, text, type CoreReply, type CoreContext } from '../context.ts'
import { maximumAttempts, type Code, type Device } from '../store/codes.ts'
import { normaliseEmail, normalisePhone } from '../store/normalise-email.ts'
import { type Call, guarded, type Read, readBody, refused, type Routes, storageError, columnWidths } from './call.ts'
import { recipeUserId, userJson } from './user-json.ts'

export const passwordlessRoutes: Routes = {
  '/recipe/signinup/code': guarded({ POST: createCode }),
  '/recipe/signinup/code/consume': guarded({ POST: consume }),
}

const codeBody = z.object({
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  deviceId: z.string().optional(),
  userInputCode: z.string().optional(),
})

/** POST /recipe/signinup/code */
function createCode(call: Call): CoreReply {
  const body = readBody(call, codeBody)
  if (!body.ok) return body.reply
  const { email, phoneNumber, deviceId, userInputCode } = body.value
  if ([email, phoneNumber, deviceId].filter((one) => one !== undefined).length !== 1) {
    return text(400, 'Please provide exactly one of email, phoneNumber or deviceId')
  }
  if (userInputCode === '') return text(400, 'userInputCode cannot be an empty string.')
  if (deviceId !== undefined) return codeForDevice(call, deviceId, userInputCode)
  const contact = {
    email: email === undefined ? null : normaliseEmail(email),
    phoneNumber: phoneNumber === undefined ? null : normalisePhone(phoneNumber),
  }
  const error = storageError([contact.email, columnWidths.email], [contact.phoneNumber, columnWidths.phoneNumber])
  return error ?? codeReply(makeCode(call.context, contact, userInputCode))
}

function codeForDevice(call: Call, deviceId: string, userInputCode: string | undefined): CoreReply {
  if (!isBase64(deviceId, '+/')) return text(400, 'Input encoding error in deviceId')
  const code = makeCodeAgain(call.context, deviceId, userInputCode)
  if (code === 'used') return json({ status: 'USER_INPUT_CODE_ALREADY_USED_ERROR' })
  return code === null ? json({ status: 'RESTART_FLOW_ERROR' }) : codeReply(code)
}

const consumeBody = z.object({
  preAuthSessionId: z.string(),
  linkCode: z.string().optional(),
  deviceId: z.string().optional(),
  userInputCode: z.string().optional(),
})

/** POST /recipe/signinup/code/consume */
function consume(call: Call): CoreReply {
  const body = readBody(call, consumeBody)
  if (!body.ok) return body.reply
  const given = codeGiven(body.value)
  if (!given.ok) return given.reply
  const { preAuthSessionId } = body.value
  return consumeReply(call, consumeCode(call.context, preAuthSessionId, given.value, call.cdi >= 400, call.tenant))
}

function codeGiven(body: z.output<typeof consumeBody>): Read<CodeGiven> {
  const { linkCode, deviceId, userInputCode } = body
  if (linkCode !== undefined && deviceId === undefined && userInputCode === undefined) {
    if (!isBase64(linkCode, '_-')) return refused('Input encoding error in linkCode')
    return { ok: true, value: { kind: 'link', linkCode } }
  }
  if (linkCode === undefined && deviceId !== undefined && userInputCode !== undefined) {
    if (!isBase64(deviceId, '+/')) return refused('Input encoding error in deviceId')
    return { ok: true, value: { kind: 'typed', deviceId, userInputCode } }
  }
  return refused('Please provide exactly one of linkCode or deviceId+userInputCode')
}

function consumeReply(call: Call, consumed: Consumed): CoreReply {
  switch (consumed.kind) {
    case 'restart':
      return json({ status: 'RESTART_FLOW_ERROR' })
    case 'mismatch':
      return text(400, "preAuthSessionId and deviceId doesn't match")
    case 'wrong-typed':
      return json({ status: 'INCORRECT_USER_INPUT_CODE_ERROR', ...attempts(consumed.failedAttempts) })
    case 'expired-typed':
      return json({ status: 'EXPIRED_USER_INPUT_CODE_ERROR', ...attempts(consumed.failedAttempts) })
    default: {
      const { userIds } = call.context
      return json({
        status: 'OK',
        createdNewUser: consumed.createdNewUser,
        user: userJson(consumed.user, call.context, call.cdi),
        ...recipeUserId(consumed.user, userIds, call.cdi),
        ...(call.cdi < 500 ? {} : { consumedDevice: consumedDevice(consumed.device) }),
      })
    }
  }
}

function attempts(failed: number): object {
  return { failedCodeInputAttemptCount: failed, maximumCodeInputAttempts: maximumAttempts }
}

function consumedDevice(device: Device): object {
  return {
    preAuthSessionId: device.preAuthSessionId,
    failedCodeInputAttemptCount: device.failedAttempts,
    ...(device.email === null ? { phoneNumber: device.phoneNumber } : { email: device.email }),
  }
}

/** Base64 as Java decodes it: padding may be missing, but a length that no bytes have is an error. */
function isBase64(text: string, lastTwo: '+/' | '_-'): boolean {
  const internal = text.replace(/={1,2}$/, '')
  const alphabet = lastTwo === '+/' ? /^[A-Za-z0-9+/]*$/ : /^[A-Za-z0-9_-]*$/
  return alphabet.test(internal) && internal.length % 4 !== 1
}

/** Makes one more code for a device; null when the device is gone, `used` when the device has this input code already. */
function makeCodeAgain(context: CoreContext, deviceId: string, userInputCode?: string): Code | 'used' | null {
  const device = context.codes.byDeviceId.get(deviceId)
  if (device === undefined) return null
  if (userInputCode !== undefined && device.codes.some((code) => code.userInputCode === userInputCode)) return 'used'
  return context.codes.addCode({ random: context.random, now: context.clock() }, device, userInputCode)
}

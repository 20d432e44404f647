import * as z from 'zod'
import { json, text, type CoreReply } from '../exchange.ts'
import { addTotp, totpOf } from '../store/people.ts'
import { readBody, readQuery, type Call } from './call.ts'

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
export function importDevice(call: Call): CoreReply {
  const body = readBody(call, deviceBody)
  if (!body.ok) return body.reply
  const { people, features } = call.context
  const { userId, secretKey, skew, period } = body.value
  if (!features.mfa) return text(402, notLicensed)
  if (period < 1) return text(400, 'period must be > 0')
  if (skew < 0) return text(400, 'skew must be >= 0')
  const known = new Set(totpOf(people, userId).map(({ name }) => name))
  const name = body.value.deviceName ?? freeName(known)
  if (known.has(name)) return json({ status: 'DEVICE_ALREADY_EXISTS_ERROR' })
  addTotp(people, userId, { name, secretKey, period, skew })
  return json({ status: 'OK', deviceName: name })
}

function freeName(known: ReadonlySet<string>): string {
  // A real core counts all devices; the second of two is number 1.
  let number = known.size
  while (known.has(`TOTP Device ${number}`)) number += 1
  return `TOTP Device ${number}`
}

/** GET /recipe/totp/device/list */
export function listDevices(call: Call): CoreReply {
  const given = readQuery(call, 'userId')
  if (!given.ok) return given.reply
  const devices = totpOf(call.context.people, given.value.userId)
  const shown = devices.map(({ name, period, skew }) => ({ name, period, skew, verified: true }))
  return json({ status: 'OK', devices: shown })
}

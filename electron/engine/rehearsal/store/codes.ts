import type { Random } from '../random.ts'
import { type ManyByKey, manyByKey } from './links.ts'

/** Lifetime of a passwordless code in milliseconds, as `codeLifetime` reports it (15 minutes, as real cores have it). */
export const codeLifetime = 900_000
/** The fifth wrong input code deletes the device. */
export const maximumAttempts = 5
/** Expired codes are forgotten an hour later; until then a typed one is told apart from a wrong one. */
const forgetAfter = codeLifetime + 3_600_000

/** The email or phone number that a code was made for. */
export type CodeContact = { readonly email: string | null; readonly phoneNumber: string | null }

export type Code = {
  readonly codeId: string
  readonly linkCode: string
  readonly userInputCode: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly device: Device
}

/** One code request and the codes made again for it. */
export type Device = CodeContact & {
  readonly deviceId: string
  readonly preAuthSessionId: string
  failedAttempts: number
  readonly codes: Code[]
}

/** Open passwordless codes. They live in memory only: after a restart the pair code + consume is simply made again. */
export type Codes = {
  /** In the order of creation, so that the oldest are found at the front. */
  readonly byLinkCode: Map<string, Code>
  readonly byDeviceId: Map<string, Device>
  readonly byContact: ManyByKey<Device>
  /** Makes a device with its first code. */
  readonly openDevice: (draw: Draw, contact: CodeContact, userInputCode?: string) => Code
  /** Makes one more code for an existing device. */
  readonly addCode: (draw: Draw, device: Device, userInputCode?: string) => Code
  /** Deletes one device with all its codes. */
  readonly closeDevice: (device: Device) => void
  /** Deletes every device of an email or phone number, as consuming one code does. */
  readonly closeDevicesOf: (contact: CodeContact) => void
}

export function createCodes(): Codes {
  const codes: Codes = {
    byLinkCode: new Map(),
    byDeviceId: new Map(),
    byContact: new Map(),
    openDevice: (draw, contact, userInputCode) => {
      forgetOld(codes, draw.now)
      const device: Device = {
        deviceId: draw.random.bytes(32).toString('base64'),
        preAuthSessionId: draw.random.bytes(32).toString('base64url'),
        email: contact.email,
        phoneNumber: contact.phoneNumber,
        failedAttempts: 0,
        codes: [],
      }
      codes.byDeviceId.set(device.deviceId, device)
      manyByKey.add(codes.byContact, contactKey(device), device)
      return codes.addCode(draw, device, userInputCode)
    },
    addCode: (draw, device, userInputCode) => {
      const code: Code = {
        codeId: draw.random.uuid(),
        linkCode: draw.random.bytes(32).toString('base64url'),
        userInputCode: userInputCode ?? randomDigits(draw.random, 6),
        createdAt: draw.now,
        device,
      }
      device.codes.push(code)
      codes.byLinkCode.set(code.linkCode, code)
      return code
    },
    closeDevice: (device) => {
      codes.byDeviceId.delete(device.deviceId)
      for (const code of device.codes) codes.byLinkCode.delete(code.linkCode)
      manyByKey.drop(codes.byContact, contactKey(device), device)
    },
    closeDevicesOf: (contact) => {
      for (const device of manyByKey.all(codes.byContact, contactKey(contact))) codes.closeDevice(device)
    },
  }
  return codes
}

type Draw = { readonly random: Random; readonly now: number }

function forgetOld(codes: Codes, now: number): void {
  for (const code of codes.byLinkCode.values()) {
    if (code.createdAt >= now - forgetAfter) return
    codes.closeDevice(code.device)
  }
}

function contactKey(contact: CodeContact): string {
  return contact.email !== null ? `email ${contact.email}` : `phone ${contact.phoneNumber ?? ''}`
}

/** How long an email verification token is good for, in milliseconds (a day, as real cores have it). */
const tokenLifetime = 86_400_000

type Token = { readonly userId: string; readonly email: string; readonly createdAt: number }

/** Open email verification tokens; in memory only. */
export type VerificationTokens = {
  /** Makes a token for the user's own id and a normalised email. */
  readonly open: (random: Random, now: number, userId: string, email: string) => string
  /** Uses a token up; null when it is unknown or too old. */
  readonly take: (now: number, token: string) => Token | null
}

export function createVerificationTokens(): VerificationTokens {
  const tokens = new Map<string, Token>()
  return {
    open: (random, now, userId, email) => {
      for (const [old, { createdAt }] of tokens) {
        if (createdAt >= now - tokenLifetime) break
        tokens.delete(old)
      }
      const token = Buffer.from(random.bytes(48).toString('hex')).toString('base64')
      tokens.set(token, { userId, email, createdAt: now })
      return token
    },
    take: (now, token) => {
      const found = tokens.get(token)
      tokens.delete(token)
      return found === undefined || found.createdAt < now - tokenLifetime ? null : found
    },
  }
}

/** `count` decimal digits, e.g. `003700`, evenly spread. */
function randomDigits(random: Random, count: number): string {
  let digits = ''
  while (digits.length < count) {
    // 250 and above would favour the low digits.
    for (const byte of random.bytes(count)) {
      if (byte < 250 && digits.length < count) digits += String(byte % 10)
    }
  }
  return digits
}

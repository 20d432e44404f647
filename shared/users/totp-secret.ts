import { base64 } from '../hashes/base64.ts'

/** An authenticator app as cores take it: `secretKey` in Base32, in capitals, without blanks and padding; `period` in seconds. */
export type TotpDevice = { readonly secretKey: string; readonly period: number }

/**
 * `parameters`: its codes are not the cores' six digits and SHA-1, or count instead of following the time. `encrypted`:
 * only the application that wrote the secret can read it. `off`: its user never confirmed the app, or switched it off. `doubtful`: the value `state`
 * does not say whether it is in use.
 */
type TotpRead =
  | ({ readonly kind: 'device' } & TotpDevice)
  | ({ readonly kind: 'doubtful'; readonly state: string } & TotpDevice)
  | { readonly kind: 'broken' | 'parameters' | 'encrypted' | 'off' }

/** Stands for a secret that its application encrypted: what cannot be read is not carried along. */
export const encryptedTotp = 'encrypted'
/** Stands for a secret that is not in use. */
export const offTotp = 'off'

/** A secret that may be in use or not. `state`: the column that leaves it open, and its value: `totp_status=2`. */
export function doubtfulTotp(state: string, secret: string): string {
  return `doubtful\n${state.replaceAll(/\s+/g, ' ')}\n${secret}`
}

/** Seconds for which a code holds in nearly every authenticator app. */
export const usualPeriod = 30
/** No app has codes for longer. */
const maxPeriod = 3600

/**
 * Reads the secret of an authenticator app. Exports write it in groups, in small letters, in hexadecimal, or as the `otpauth:`
 * address of a QR code, which has the parameters too.
 */
export function readTotp(text: string): TotpRead {
  const address = text.trim()
  if (address === offTotp) return { kind: 'off' }
  const [, state, inside] = doubtful.exec(address) ?? []
  if (state !== undefined && inside !== undefined) {
    const read = readTotp(inside)
    return read.kind === 'device' ? { ...read, kind: 'doubtful', state } : read
  }
  if (address === encryptedTotp || isEncrypted.test(address)) return { kind: 'encrypted' }
  if (/^otpauth:/i.test(address)) return ofAddress(address)
  return deviceOf(isHex.test(address) ? base32OfHex(address) : text, usualPeriod)
}

const doubtful = /^doubtful\n([^\n]*)\n(.*)$/s

/** Base64 of JSON with an `iv`, as Laravel encrypts; JSON with the ciphertext and its parameters, as Rails does. */
const isEncrypted = /^(?:eyJpdiI6|\{.*"(?:iv|nonce|h|ct)"\s*:)/s

/** Ten bytes and more: none of the letters from G to Z is missing in Base32 of that length by chance. */
const isHex = /^(?:[0-9a-f]{2}){10,128}$|^(?:[0-9A-F]{2}){10,128}$/

function deviceOf(secret: string, period: number): TotpRead {
  const secretKey = secret
    .replaceAll(/[\s-]/g, '')
    .replace(/(?<!=)=+$/, '')
    .toUpperCase()
  return /^[A-Z2-7]{10,256}$/.test(secretKey) ? { kind: 'device', secretKey, period } : { kind: 'broken' }
}

function ofAddress(address: string): TotpRead {
  const [, type = '', parameters = ''] = /^otpauth:\/\/([a-z]+)\/[^?]*\?(.*)$/i.exec(address) ?? []
  const given = new Map(
    parameters.split('&').map((pair) => [pair.split('=', 1)[0]?.toLowerCase(), pair.slice(pair.indexOf('=') + 1)]),
  )
  const of = (name: string, usual: string) => (given.get(name) ?? usual).toUpperCase().replace('-', '')
  const period = Number(of('period', String(usualPeriod)))
  if (type === '') return { kind: 'broken' }
  const isTaken = type.toLowerCase() === 'totp' && of('algorithm', 'SHA1') === 'SHA1' && of('digits', '6') === '6'
  if (!isTaken || !Number.isInteger(period) || period < 1 || period > maxPeriod) return { kind: 'parameters' }
  return deviceOf(given.get('secret') ?? '', period)
}

/** The `otpauth:` address of a secret that an export keeps beside its parameters. `secret`: in Base32. */
export function totpAddress(
  secret: string,
  {
    type = 'totp',
    algorithm,
    digits,
    period,
  }: {
    readonly type?: string
    readonly algorithm: string
    readonly digits: string
    readonly period: string
  },
): string {
  return `otpauth://${type}/?secret=${secret}&algorithm=${algorithm}&digits=${digits}&period=${period}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as Base32 in capitals, without padding. */
export function base32(bytes: Iterable<number>): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((held >> bits) & 31)
    }
  }
  return bits > 0 ? text + alphabet.charAt((held << (5 - bits)) & 31) : text
}

/** Base32 of the bytes that hexadecimal digits stand for, two by two. */
export function base32OfHex(hex: string): string {
  return base32((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

/** Base32 of the bytes that Base64 stands for; null: the text is none. */
export function base32OfBase64(text: string): string | null {
  const bare = text.trim().replace(/={1,2}$/, '')
  return /^[A-Za-z0-9+/_-]+$/.test(bare) && bare.length % 4 !== 1 ? base32(base64.decode(bare)) : null
}

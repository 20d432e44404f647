import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** A certificate in PEM with its key, for a server of a test. */
export type Certificate = { readonly cert: string; readonly key: string }

/** An untrusted authority, made anew for a test. */
export type MadeUpAuthority = {
  readonly pem: string
  /** For a name, and more names or addresses such as 127.0.0.1; valid now. `expired`: until yesterday. */
  readonly issue: (name: string, expired?: boolean, more?: readonly string[]) => Certificate
}

/** Makes one. X.509 by hand (RFC 5280): Node reads certificates but makes none. */
export function makeAuthority(name = 'Made-up Authority'): MadeUpAuthority {
  const own = pair()
  const pem = certify({ subject: name, key: own.publicKey, isAuthority: true, days: 30 }, name, own.privateKey)
  return {
    pem,
    issue: (host, expired = false, more = []) => {
      const theirs = pair()
      const about = { subject: host, more, key: theirs.publicKey, isAuthority: false, days: expired ? -1 : 30 }
      return {
        cert: certify(about, name, own.privateKey),
        key: theirs.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

type About = {
  readonly subject: string
  readonly more?: readonly string[]
  readonly key: KeyObject
  readonly isAuthority: boolean
  /** Until when it is valid, from now. */
  readonly days: number
}

function pair() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

function certify({ subject, more = [], key, isAuthority, days }: About, issuer: string, signer: KeyObject): string {
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const extensions = [
    extension('551d13', isAuthority ? sequence(tlv(0x01, Buffer.from([0xff]))) : sequence()),
    ...(isAuthority ? [] : [extension('551d11', sequence(...[subject, ...more].map(alternative)))]),
  ]
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer),
    sequence(time(-10), time(days)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, createPrivateKey(signer.export({ type: 'pkcs8', format: 'pem' })))
  const whole = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** A name is one of DNS, an address its bytes: of IPv6, only this machine's own. */
function alternative(name: string): Buffer {
  if (name === '::1') return tlv(0x87, Buffer.from([...Array.from({ length: 15 }, () => 0), 1]))
  return isIPv4(name) ? tlv(0x87, Buffer.from(name.split('.').map(Number))) : tlv(0x82, Buffer.from(name))
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), tlv(0x04, value))
}

function nameOf(common: string): Buffer {
  return sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(common)))))
}

function time(days: number): Buffer {
  const at = new Date(Date.now() + days * 86_400_000).toISOString()
  return tlv(0x18, Buffer.from(`${at.slice(0, 19).replace(/[-:T]/g, '')}Z`))
}

function integer(bytes: Buffer): Buffer {
  return tlv(0x02, bytes)
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts))
}

function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

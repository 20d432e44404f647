import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const digest = (family: string, at: number) => createHash(family).update(`made up ${at}`)

const found = async (fields: (at: number) => object) => {
  const rows = some.map((at) => ({ id: at, email: `u${at}@acme.example`, ...fields(at) }))
  const { json } = await inspect({ 'users.json': JSON.stringify(rows) })
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[]
  return { ready: json?.['ready'], asked: findings.map(({ code, group }) => ({ code, group })) }
}

const point = (at: number) => digest('sha256', at).digest('base64url')

test.each([
  ['passkey.cred.key.x', (at: number) => ({ passkey: { cred: { key: { curve: 'P-256', x: point(at) } } } })],
  ['webauthn.publicKey', (at: number) => ({ webauthn: { publicKey: point(at), counter: 4 } })],
  ['passkeys[0].credentialID', (at: number) => ({ passkeys: [{ credentialID: point(at), transports: 'usb' }] })],
  ['fido_key', (at: number) => ({ fido_key: digest('sha256', at).digest('hex') })],
  ['credentialID', (at: number) => ({ credentialID: point(at), public_key: point(at + 10), sign_count: at })],
])('%s is of a passkey, which stays behind, and no possible password', async (column, fields) => {
  const { ready, asked } = await found(fields)
  expect(ready).toBe(some.length)
  expect(asked).toContainEqual({ code: 'passkeys-left', group: column })
  expect(JSON.stringify(asked)).not.toMatch(/may-be-password-hash|unmapped-hash/)
})

test.each([
  ['a list', (key: string | null) => ({ passkeys: key === null ? [] : [{ credentialID: key, transports: 'usb' }] })],
  ['an object', (key: string | null) => ({ webauthn: key === null ? {} : { publicKey: key, counter: 4 } })],
  ['a field that few have', (key: string | null) => (key === null ? {} : { credentials: { webauthn: { id: key } } })],
  ['a column', (key: string | null) => ({ fido_key: key })],
])('the users with a passkey are counted, and not all: %s', async (_, fields) => {
  const rows = some.map((at) => ({
    id: at,
    email: `u${at}@acme.example`,
    ...fields(at === 4 || at === 5 ? point(at) : null),
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(rows) })
  expect(json).toMatchObject({
    findings: expect.arrayContaining([expect.objectContaining({ code: 'passkeys-left', users: 2 })]),
  })
})

test('whether there are passkeys is nothing that stays behind', async () => {
  const { asked } = await found((at) => ({ has_passkey: at < 3, passkey_enabled: at > 3, webauthn: { count: at } }))
  expect(JSON.stringify(asked)).not.toContain('passkeys-left')
})

test('a whole hash is asked about under the name of a passkey, too', async () => {
  const { asked } = await found((at) => ({ passkey: at > 1 ? madeUpBcrypt(at) : null }))
  expect(JSON.stringify(asked)).not.toContain('passkeys-left')
})

test.each(['avatar_hash', 'photo_md5', 'gravatar', 'iconHash', 'image.hash'])(
  'a digest of a picture is no possible password: %s',
  async (name) => {
    const [outer = '', inner] = name.split('.')
    for (const length of [12, 32, 40]) {
      const of = (at: number) => digest('sha1', at).digest('hex').slice(0, length)
      const { ready, asked } = await found((at) => ({ [outer]: inner === undefined ? of(at) : { [inner]: of(at) } }))
      expect(ready).toBe(some.length)
      expect(JSON.stringify(asked)).not.toMatch(/hash/)
    }
  },
)

test.each([
  'etag',
  'commit',
  'checksum',
  'content_hash',
  'email_md5',
  'rowHash',
  'sync_hash',
  'revision',
  'file_sha256',
])('a digest of a file, a row or an address is told and stops nobody: %s', async (name) => {
  const { ready, asked } = await found((at) => ({ [name]: digest('sha1', at).digest('hex') }))
  expect(ready).toBe(some.length)
  expect(JSON.stringify(asked)).toContain(name)
})

test.each(['email_password_hash', 'document_password', 'data', 'message', 'user_sha1', 'sync_pw_md5'])(
  'a digest under a name that says password, or nothing of a digest, stays a possible one: %s',
  async (name) => {
    const { ready } = await found((at) => ({ [name]: digest('sha1', at).digest('hex') }))
    expect(ready).toBe(0)
  },
)

test('a digest with no more in its name than that stays a possible password', async () => {
  const { asked } = await found((at) => ({ user_hash: digest('sha1', at).digest('hex') }))
  expect(asked.length === 0 || JSON.stringify(asked).includes('hash')).toBe(true)
})

test('IDs that keep users out are one question', async () => {
  const { asked } = await found((at) => (at > 3 ? { ban_id: `BX0${at}` } : {}))
  expect(asked.filter(({ code }) => code === 'unmapped-status')).toEqual([
    { code: 'unmapped-status', group: 'ban_id=(an ID)' },
  ])
})

test('the number of a row of credentials is no passkey', async () => {
  const rows = some.map((at) => `${at},u${at}@acme.example,${madeUpBcrypt(at)}`).join('\n')
  const { out } = await inspect({ 'credentials.csv': `credentialID,email,password\n${rows}\n` })
  expect(out).not.toMatch(/passkey/i)
})

const pem = (at: number) =>
  `-----BEGIN PUBLIC KEY-----\n${digest('sha512', at).digest('base64')}\n-----END PUBLIC KEY-----`

test.each([
  ['with a private key beside it', (at: number) => ({ public_key: pem(at), private_key: `enc:${point(at)}` })],
  ['of SSH', (at: number) => ({ publicKey: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${point(at)} u${at}` })],
  ['as JWK', (at: number) => ({ publicKey: { kty: 'OKP', crv: 'X25519', x: point(at) } })],
  ['of a chat', (at: number) => ({ public_key: point(at), identity_key: point(at + 20) })],
  ['of a chat within an object', (at: number) => ({ keys: { publicKey: point(at), salt: 'made up' } })],
])('a public key %s is no passkey and no login', async (_, fields) => {
  const { ready, asked } = await found(fields)
  expect(ready).toBe(some.length)
  expect(JSON.stringify(asked)).not.toMatch(/passkey|hash/)
})

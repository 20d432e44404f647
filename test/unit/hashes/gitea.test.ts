import { hashRaw } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { verifyPassword } from '../../../electron/engine/password-check/verify-password.ts'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { unwrapGitea } from '../../../shared/hashes/families/gitea.ts'
import { bcryptHash } from './made-hashes.ts'

const password = 'correct horse battery'

test.each([
  ['with a salt in hex and its parameters', Buffer.from('5ea5a17'.padEnd(32, '0'), 'hex'), 'argon2$1$128$2$50'],
  ['with the ten characters and the parameters of old versions', Buffer.from('seasaltsea'), 'argon2'],
])('Argon2 of Gitea %s fits its password once it is joined', async (_, salt, declared) => {
  const [, timeCost = 2, memoryCost = 65_536, parallelism = 8] = declared.split('$').map(Number)
  const digest = await hashRaw(password, { salt, timeCost, memoryCost, parallelism, outputLen: 50 })
  const written = declared === 'argon2' ? salt.toString() : salt.toString('hex')
  const input = { hash: digest.toString('hex'), salt: written, declared, provider: 'gitea' }
  const joined = unwrapGitea(input, input.hash)?.input.hash ?? ''
  expect([await verifyPassword(joined, password, null), await verifyPassword(joined, 'another', null)]).toEqual([
    true,
    false,
  ])
  expect(JSON.stringify(judgeHash(input, null, 'supertokens'))).toContain('joined from its parameters')
})

test.each([
  ['Gitea, 50 bytes', 'argon2$2$65536$8$50', 50],
  ['old versions of Gitea, 50 bytes that nothing names', 'argon2', 50],
  ['an operator of Gitea, 24 bytes', 'argon2$1$1024$2$24', 24],
  ['an operator of Gitea, 32 bytes', 'argon2$2$65536$8$32', 32],
])('Argon2 of the length that its parameters name is not taken for truncated: %s', (_, declared, bytes) => {
  const input = { hash: '5e'.repeat(bytes), salt: '5ea5a17'.padEnd(32, '0'), declared, provider: 'gitea' }
  expect(judgeHash(input, null, 'supertokens')).toMatchObject({
    kind: 'rewrite',
    reason: 'Argon2, joined from its parameters, salt and digest.',
  })
})

test.each(['bcrypt$10', 'bcrypt'])(
  'bcrypt of Gitea (%s) does not use the salt beside it, which needs no warning',
  (declared) => {
    const input = { hash: bcryptHash, salt: '5ea5'.repeat(8), declared, provider: 'gitea' }
    expect(judgeHash(input, null, 'supertokens').kind).toBe('accept')
  },
)

test('a digest of Gitea that is shorter than its parameters say is refused', () => {
  const input = { hash: '5e'.repeat(32), salt: '5ea5'.repeat(8), declared: 'argon2$2$65536$8$50', provider: 'gitea' }
  expect(judgeHash(input, null, 'supertokens')).toMatchObject({ kind: 'reject' })
})

test.each([
  ['as long as it says', '48', 'rewrite'],
  ['shorter than it says', '64', 'warn'],
  ['of a length that it does not say', undefined, 'warn'],
])('Argon2 in a credential of Keycloak, %s', (_, hashLength, kind) => {
  const named = hashLength === undefined ? {} : { hashLength: [hashLength] }
  const additionalParameters = { ...named, memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] }
  const credential = {
    secretData: JSON.stringify({ value: 'AbCd'.repeat(16), salt: 'c2Vhc2FsdHNlYXNhbHRzZQ==' }),
    credentialData: JSON.stringify({ hashIterations: 5, algorithm: 'argon2', additionalParameters }),
  }
  expect(judgeHash({ hash: JSON.stringify(credential) }, null, 'supertokens').kind).toBe(kind)
})

test('what does not fit together is not joined', () => {
  const hash = 'ab'.repeat(50)
  for (const [salt, declared] of [
    ['', 'argon2$2$65536$8$50'],
    ['zz', 'argon2$2$65536$8$50'],
    ['abab', 'argon2$2$65536$8$32'],
    ['abab', 'argon2$x$65536$8$50'],
    ['abab', 'pbkdf2$50000$50'],
  ]) {
    expect(unwrapGitea({ hash, salt: salt ?? '', declared: declared ?? '', provider: 'gitea' }, hash)).toBeNull()
  }
})

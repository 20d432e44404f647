import { hashRaw } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { verifyPassword } from '../../../electron/engine/password-check/verify-password.ts'
import { judgeHash } from '../../../shared/hashes/judge-hash.ts'
import { unwrapGitea } from '../../../shared/hashes/families/gitea.ts'

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

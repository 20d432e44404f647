import { createCipheriv, scryptSync } from 'node:crypto'
import { hashSync as bcrypt } from 'bcryptjs'
import { describe, expect, test } from 'vitest'
import { isTooCostly, verifyPassword } from '../../../../electron/engine/password-check/verify-password.ts'

const signerKey = Buffer.from('a made-up signer key of a project').toString('base64')

/** Firebase scrypt, computed here a second time. */
function scryptVariant(password: string, key: string, order = ['m', 'r', 's']): string {
  const [salt, separator] = [Buffer.from('salt of Ann'), Buffer.from('|')]
  const derived = scryptSync(password, Buffer.concat([salt, separator]), 64, { N: 16, r: 2, p: 1 })
  const cipher = createCipheriv('aes-256-ctr', derived.subarray(0, 32), Buffer.alloc(16))
  const hash = Buffer.concat([cipher.update(Buffer.from(key, 'base64')), cipher.final()])
  const values = { m: '4', r: '2', s: separator.toString('base64') }
  const parameters = order.map((name) => `${name}=${Reflect.get(values, name)}`)
  return ['', 'f_scrypt', hash.toString('base64'), salt.toString('base64'), ...parameters].join('$')
}

describe('a password against a hash', () => {
  test.each([
    ['bcrypt', bcrypt('pässword', 4)],
    ['bcrypt $2y$', bcrypt('pässword', 4).replace('$2b', '$2y')],
    ['bcrypt $2x$', bcrypt('pässword', 4).replace('$2b', '$2x')],
    ['Argon2d', '$argon2d$v=19$m=64,t=1,p=1$x5FwsdY3UtSIgoLoJLtGXQ$dwMmmqXq2LqheXOp9v5rQKtj2zIy0FqX5Z7rfv2j+hc'],
    ['Argon2i', '$argon2i$v=19$m=64,t=1,p=1$Z9R7IbAkp75ZUtEhxH/L5w$ruLoSCSGH+dmfgP0ZaebpQqJ5R/GANM8CjS+DamB9xo'],
    ['Argon2id', '$argon2id$v=19$m=64,t=1,p=1$16ZHfhXVB4wZiTvh4BHc5A$Ncdwdai/QwWYj6MM61e5XQ8PFVHuJ8uDB/JYMOF1hAo'],
    [
      'Argon2id, version 16',
      '$argon2id$v=16$m=64,t=1,p=1$qIXXKCNI89QYqbkv1XV1zA$OCRXcjeAoOegftLNThKXTQRRy7cuXFZNEWvhqGsKB+M',
    ],
    ['Firebase scrypt', scryptVariant('pässword', signerKey)],
    ['Firebase scrypt in another order', scryptVariant('pässword', signerKey, ['s', 'r', 'm'])],
  ])('%s fits the right one only', async (_, hash) => {
    const right = await verifyPassword(hash, 'pässword', signerKey)
    const wrong = await verifyPassword(hash, 'password', signerKey)
    expect([right, wrong]).toEqual([true, false])
  })

  test('Firebase scrypt needs the right signer key', async () => {
    const hash = scryptVariant('password', signerKey)
    const otherKey = Buffer.from('a made-up signer key of an0ther one').toString('base64')
    const fits = await Promise.all([null, '', otherKey].map((key) => verifyPassword(hash, 'password', key)))
    expect(fits).toEqual([false, false, false])
  })

  test.each([
    '',
    'plain',
    '$2a',
    '$2b$04$short',
    '$argon2id$v=19$m=64,t=1,p=1$',
    '$f_scrypt$aGFzaA==$c2FsdA==$m=x$r=8$s=Bw==',
    '$f_scrypt$aGFzaA==$c2FsdA==$m=0$r=0$s=Bw==',
    '5f4dcc3b5aa765d61d8327deb882cf99',
  ])('%j fits none', async (hash) => {
    expect(await verifyPassword(hash, 'password', signerKey)).toBe(false)
  })

  test.each([
    ['bcrypt of cost 31', `$2a$31$${'a'.repeat(53)}`],
    ['Argon2 of 4 TiB', '$argon2id$v=19$m=4294967295,t=2,p=1$c29tZS1zYWx0$c29tZS1oYXNoLXZhbHVl'],
    ['Argon2 of a million passes', '$argon2id$v=19$m=64,t=1000000,p=1$c29tZS1zYWx0$c29tZS1oYXNoLXZhbHVl'],
    ['Firebase scrypt of a terabyte', '$f_scrypt$aGFzaA==$c2FsdA==$m=31$r=8$s=Bw=='],
  ])('%s is told apart as too costly, and not tried', async (_, hash) => {
    expect([isTooCostly(hash), await verifyPassword(hash, 'password', signerKey)]).toEqual([true, false])
  })

  test('what providers export is not too costly', () => {
    const usual = [
      `$2b$14$${'a'.repeat(53)}`,
      '$argon2id$v=19$m=102400,t=8,p=8$c29tZS1zYWx0$c29tZS1oYXNoLXZhbHVl',
      '$f_scrypt$aGFzaA==$c2FsdA==$m=14$r=8$s=Bw==',
    ]
    expect(usual.map(isTooCostly)).toEqual([false, false, false])
  })
})

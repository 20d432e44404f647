import { createCipheriv, createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6, 7, 8]

/** A clear text, encrypted with a key that is made up. */
function encrypt(text: string, encoding: 'base64' | 'hex'): string {
  const cipher = createCipheriv('aes-128-ecb', 'a-made-up-key-16', null)
  return Buffer.concat([cipher.update(text), cipher.final()]).toString(encoding)
}
const short = (at: number) => `Kumquat-${at}`
const mixed = (at: number) => (at % 3 === 0 ? `a-longer-kumquat-of-${at}` : short(at))

const csv = (column: string, value: (at: number) => string) =>
  ['id,email,' + column, ...some.map((at) => `${at},user${at}@acme.example,${value(at)}`)].join('\n') + '\n'

async function hashesOf(content: string, file = 'users.csv') {
  const { json, out } = await inspect({ [file]: content })
  return {
    ready: json?.['ready'],
    unsupported: (json?.['hashes'] as Record<string, unknown> | undefined)?.['unsupported'],
    out,
  }
}

describe('a column of passwords is said to be encrypted', () => {
  test.each([
    ['by texts of different lengths', 'password', mixed, 'base64'],
    ['by its name', 'password_aes', short, 'base64'],
    ['by its name, in hexadecimal', 'pwd_aes256', short, 'hex'],
    ['by its name and the length of its texts', 'encrypted_password', short, 'base64'],
    ['by both', 'EncryptedPassword', mixed, 'base64'],
  ] as const)('%s', async (_, column, clear, encoding) => {
    const found = await hashesOf(csv(column, (at) => encrypt(clear(at), encoding)))
    expect(found).toMatchObject({ ready: 0, unsupported: { encrypted: 8 } })
    expect(found.out).toContain('encrypted')
  })

  test('by its name, in the blocks of DES', async () => {
    const encrypted = (at: number) => Buffer.alloc(at % 3 === 0 ? 16 : 8, `${at}made-up~`).toString('base64')
    const salted = (at: number) => `${encrypted(at)},${`${at}`.repeat(40)}`
    const found = await hashesOf(csv('crypted_password,salt', salted))
    expect(found).toMatchObject({ ready: 0, unsupported: { encrypted: 8 } })
    // The name alone does not make clear passwords of eight or twelve letters encrypted ones.
    const clear = (at: number) => `kumquatpie${'abcdefgh'[at - 1]}s`
    expect((await hashesOf(csv('crypted_password', clear))).unsupported).toEqual({ plaintext: 8 })
  })

  test('in a table of logins beside the users', async () => {
    const users = some.map((at) => `(${at}, 'user${at}@acme.example')`)
    const logins = some.map((at) => `(${90 + at}, ${at}, '${encrypt(mixed(at), 'base64')}')`)
    const dump = `INSERT INTO users (id, email) VALUES ${users.join(', ')};\nINSERT INTO user_passwords (id, user_id, password) VALUES ${logins.join(', ')};\n`
    expect(await hashesOf(dump, 'all.sql')).toMatchObject({ ready: 0, unsupported: { encrypted: 8 } })
  })
})

const hex = (name: string, length: number) => (at: number) =>
  createHash('sha256').update(`${name}${at}`).digest('hex').slice(0, length)
const joined =
  (...values: readonly ((at: number) => string)[]) =>
  (at: number) =>
    values.map((value) => value(at)).join(',')

describe('passwords beside the initialization vectors of a cipher are said to be encrypted, and nothing is asked about those', () => {
  test.each([
    ['of one block each', 'password,iv', joined(hex('p', 32), hex('v', 32))],
    ['of two blocks each', 'pwd,initVector', joined(hex('p', 64), hex('v', 32))],
    ['with a tag', 'password,iv,auth_tag', joined((at) => hex('p', 8 + 2 * at)(at), hex('v', 24), hex('t', 32))],
    ['with a nonce and a tag', 'password,nonce,tag', joined(hex('p', 32), hex('v', 24), hex('t', 32))],
    ['that are called so', 'password_hash,password_iv', joined(hex('p', 32), hex('v', 32))],
    [
      'in base64',
      'password,iv',
      joined(
        (at) => encrypt(short(at), 'base64'),
        (at) => encrypt(`${at}`, 'base64'),
      ),
    ],
    ['in one text', 'password', (at: number) => [hex('v', 24)(at), hex('t', 32)(at), hex('p', 18)(at)].join(':')],
  ])('%s', async (_, columns, values) => {
    const found = await hashesOf(csv(columns, values))
    expect(found).toMatchObject({ ready: 0, unsupported: { encrypted: 8 } })
    expect(found.out).not.toMatch(/possible password hash|MD5|Salt|second/i)
  })

  test.each(['content', 'encryptedData'])('in an object, as “%s”', async (name) => {
    const users = some.map((at) => ({
      id: at,
      email: `user${at}@acme.example`,
      password: { iv: hex('v', 32)(at), [name]: hex('p', 32)(at) },
    }))
    const found = await hashesOf(JSON.stringify(users), 'users.json')
    expect(found).toMatchObject({ ready: 0, unsupported: { encrypted: 8 } })
    expect(found.out).not.toContain('possible password hash')
  })

  test.each([
    ['of another column', 'password,phone_encrypted,iv', joined(hex('p', 32), hex('x', 64), hex('v', 32))],
    ['of a second factor', 'password,otp_iv', joined(hex('p', 32), hex('v', 32))],
    ['beside what is called a digest', 'password_md5,iv', joined(hex('p', 32), hex('v', 32))],
    ['that are none', 'password,form_iv', joined(hex('p', 32), () => 'yes')],
  ])('but not beside vectors %s', async (_, columns, values) => {
    const { unsupported, out } = await hashesOf(csv(columns, values))
    expect(unsupported).toEqual({ md5: 8 })
    expect(out).not.toMatch(/iv \(possible/)
  })
})

describe('no hash is said to be encrypted', () => {
  const digest = (name: string) => (at: number) => createHash(name).update(short(at))
  test.each([
    ['MD5', 'password', (at: number) => digest('md5')(at).digest('base64')],
    ['SHA-256', 'password', (at: number) => digest('sha256')(at).digest('base64')],
    ['SHA-512', 'encrypted_password', (at: number) => digest('sha512')(at).digest('base64')],
    ['MD5 and SHA-256', 'password', (at: number) => digest(at % 2 === 0 ? 'md5' : 'sha256')(at).digest('hex')],
    ['SHA-1', 'encrypted_password', (at: number) => digest('sha1')(at).digest('base64')],
  ])('%s', async (_, column, hash) => {
    const { unsupported } = await hashesOf(csv(column, hash))
    expect(unsupported).not.toHaveProperty('encrypted')
  })

  test('bcrypt of users who signed in since, in a column of encrypted passwords', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => at + 1)
    const value = (at: number) => (at > 280 ? madeUpBcrypt(at) : encrypt(mixed(at), 'base64'))
    const content = `id,email,password\n${rows.map((at) => `${at},user${at}@acme.example,${value(at)}`).join('\n')}\n`
    const { json } = await inspect({ 'users.csv': content })
    expect(json).toMatchObject({ ready: 20, hashes: { bcrypt: 20, unsupported: { encrypted: 280 } } })
  })
})

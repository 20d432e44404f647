import { hashSync } from 'bcryptjs'
import { describe, expect, test } from 'vitest'
import { supertokensCore } from '../../../../electron/engine/rehearsal/supertokens/supertokens-core.ts'
import { asked, coreContext } from './fixture.ts'

const bcrypt = '$2a$04$abcdefghijklmnopqrstuuLQ0vHqf3aWmgRuhRRhRZlKpQ8d0yT5e'
const scrypt = '$f_scrypt$c29tZS1oYXNo$c2FsdA==$m=14$r=8$s=Bw=='
const path = '/recipe/user/passwordhash/import'

function importInto(core: ReturnType<typeof supertokensCore>, fields: object) {
  return asked(core, path, { body: { email: 'ann@example.com', ...fields } })
}

describe('the supertokens dialect looks at the beginning of a hash only', () => {
  test.each([
    ['$2a', undefined],
    ['$2x$04$nonsense', 'bcrypt'],
    ['$argon2i-nonsense', undefined],
    ['$argon2d$', ' Argon2 '],
    [' $2b$10$padded ', 'BCRYPT'],
    ['$f_scrypt$$$m=-1$r=0$s=x', undefined],
    ['$f_scrypt$h$s$r=8$s=Bw==$m=14', 'Firebase_Scrypt'],
  ])('%s is taken, called %s', async (passwordHash, hashingAlgorithm) => {
    const core = supertokensCore(coreContext({ signerKey: 'c2lnbmVy' }))
    const [status] = await importInto(core, { passwordHash, hashingAlgorithm })
    expect(status).toBe(200)
  })

  test.each([
    ['$2$10$old', undefined, 'Password hash is in invalid format'],
    ['$ARGON2ID$v=19', undefined, 'Password hash is in invalid format'],
    ['$argon2', 'argon2', 'Password hash is in invalid Argon2 format'],
    [scrypt, 'bcrypt', 'Password hash is in invalid BCrypt format'],
    [`${scrypt}$x`, 'firebase_scrypt', 'Password hash is in invalid Firebase SCrypt format'],
    [scrypt.replace('m=14', 'm=x'), 'firebase_scrypt', 'Password hash is in invalid Firebase SCrypt format'],
    [scrypt.replace('Bw==', ''), undefined, 'Password hash is in invalid format'],
    [bcrypt, 'partner_scrypt', 'Unsupported password hashing algorithm'],
    [bcrypt, ' ', 'Hashing Algorithm cannot be an empty string'],
    ['  ', undefined, 'Password hash cannot be an empty string'],
    [bcrypt, null, "Field name 'hashingAlgorithm' is invalid in JSON input"],
  ])('%s, called %s, is refused', async (passwordHash, hashingAlgorithm, sentence) => {
    const core = supertokensCore(coreContext({ signerKey: 'c2lnbmVy' }))
    expect(await importInto(core, { passwordHash, hashingAlgorithm })).toEqual([400, sentence])
  })

  test('and refuses Firebase scrypt with a 500 when the signer key is not configured', async () => {
    const core = supertokensCore(coreContext())
    const sentence = "java.lang.IllegalStateException: 'firebase_password_hashing_signer_key' cannot be null"
    expect(await importInto(core, { passwordHash: scrypt })).toEqual([500, sentence])
  })
})

describe('the supertokens dialect leaves lengths and NUL to its database', () => {
  test.each([
    ['a long email', { email: `${'a'.repeat(250)}@b.example` }, /varying\(256\)$/],
    ['a long hash', { passwordHash: bcrypt.padEnd(257, 'x') }, /varying\(256\)$/],
    ['a NUL', { email: 'a\u0000b' }, /invalid byte sequence for encoding "UTF8": 0x00/],
  ])('%s is a 500', async (_, fields, sentence) => {
    const answer = await importInto(supertokensCore(coreContext()), { passwordHash: bcrypt, ...fields })
    expect(answer).toEqual([500, expect.stringMatching(sentence)])
  })

  test('256 characters beyond the basic plane fit', async () => {
    const [status] = await importInto(supertokensCore(coreContext()), {
      email: '\u{1F600}'.repeat(256),
      passwordHash: bcrypt,
    })
    expect(status).toBe(200)
  })
})

describe('signing in', () => {
  test('fits what was imported last', async () => {
    const core = supertokensCore(coreContext())
    await importInto(core, { email: ' Ann@Example.com ', passwordHash: hashSync('correct horse', 4) })
    const signIn = async (password: string) => {
      const [, reply] = await asked(core, '/recipe/signin', { body: { email: 'ANN@example.com', password } })
      return (reply as { status: string }).status
    }
    const before = [await signIn('correct horse'), await signIn('wrong')]
    await importInto(core, { passwordHash: hashSync('new', 4).replace('$2b', '$2y') })
    const after = [await signIn('correct horse'), await signIn('new')]
    expect([before, after]).toEqual([
      ['OK', 'WRONG_CREDENTIALS_ERROR'],
      ['WRONG_CREDENTIALS_ERROR', 'OK'],
    ])
  })

  test('nobody gets in with an email that is not there, or a hash that is only a beginning', async () => {
    const core = supertokensCore(coreContext())
    await importInto(core, { passwordHash: '$2a' })
    const statuses: unknown[] = []
    for (const email of ['ann@example.com', 'bob@example.com']) {
      statuses.push((await asked(core, '/recipe/signin', { body: { email, password: 'x' } }))[1])
    }
    expect(statuses).toEqual([{ status: 'WRONG_CREDENTIALS_ERROR' }, { status: 'WRONG_CREDENTIALS_ERROR' }])
  })
})

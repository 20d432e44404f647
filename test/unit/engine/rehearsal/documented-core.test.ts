import { describe, expect, test } from 'vitest'
import { documentedCore } from '../../../../electron/engine/rehearsal/documented/documented-core.ts'
import { asked, coreContext, joined } from './fixture.ts'

const bcrypt = '$2a$04$abcdefghijklmnopqrstuuLQ0vHqf3aWmgRuhRRhRZlKpQ8d0yT5e'
const argon2 = '$argon2id$v=19$m=16,t=2,p=1$c29tZS1zYWx0$c29tZS1oYXNoLXZhbHVl'
const scrypt = '$f_scrypt$c29tZS1oYXNo$c2FsdA==$m=14$r=8$s=Bw=='

async function codeFor(core: ReturnType<typeof documentedCore>, contact: object) {
  const [, reply] = await asked(core, '/recipe/signinup/code', { body: contact })
  const { preAuthSessionId, linkCode } = reply as { preAuthSessionId: string; linkCode: string }
  return { preAuthSessionId, linkCode }
}

describe('the five operations of the documented interface', () => {
  test('a code has every field of section 2.1', async () => {
    const [status, reply] = await asked(documentedCore(coreContext()), '/recipe/signinup/code', {
      body: { email: 'ann@example.com' },
    })
    expect([status, reply]).toEqual([
      200,
      {
        status: 'OK',
        preAuthSessionId: expect.stringMatching(/^[\w-]{43}$/),
        codeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        deviceId: expect.stringMatching(/^[\w+/]{43}=$/),
        userInputCode: expect.stringMatching(/^\d{6}$/),
        linkCode: expect.stringMatching(/^[\w-]{43}$/),
        timeCreated: joined,
        codeLifetime: 900_000,
      },
    ])
  })

  test('consuming a code creates the user once, and the code is used up', async () => {
    const core = documentedCore(coreContext())
    const body = await codeFor(core, { phoneNumber: '+14155550100' })
    const first = await asked(core, '/recipe/signinup/code/consume', { body })
    const second = await asked(core, '/recipe/signinup/code/consume', { body })
    const again = await asked(core, '/recipe/signinup/code/consume', {
      body: await codeFor(core, { phoneNumber: '+14155550100' }),
    })
    const user = { id: expect.any(String), timeJoined: joined, phoneNumber: '+14155550100' }
    expect([first, second, again]).toEqual([
      [200, { status: 'OK', createdNewUser: true, user }],
      [200, { status: 'RESTART_FLOW_ERROR' }],
      [200, { status: 'OK', createdNewUser: false, user }],
    ])
  })

  test('an update attaches the phone number, and refuses contacts of other users and unknown ids', async () => {
    const core = documentedCore(coreContext())
    const create = async (contact: object) => {
      const [, reply] = await asked(core, '/recipe/signinup/code/consume', { body: await codeFor(core, contact) })
      return (reply as { user: { id: string } }).user.id
    }
    const ann = await create({ email: 'ann@example.com' })
    await create({ email: 'bob@example.com' })
    await create({ phoneNumber: '+14155550199' })
    const update = (body: object) =>
      asked(core, '/recipe/user', { method: 'PUT', headers: { rid: 'passwordless' }, body })
    const phoneNumber = '+14155550100'
    expect([
      await update({ userId: ann, email: 'ann@example.com', phoneNumber }),
      await update({ userId: ann, email: 'bob@example.com', phoneNumber }),
      await update({ userId: ann, email: 'ann@example.com', phoneNumber: '+14155550199' }),
      await update({ userId: 'nobody', email: 'ann@example.com', phoneNumber }),
    ]).toEqual([
      [200, { status: 'OK' }],
      [200, { status: 'EMAIL_ALREADY_EXISTS_ERROR' }],
      [200, { status: 'PHONE_NUMBER_ALREADY_EXISTS_ERROR' }],
      [200, { status: 'UNKNOWN_USER_ID_ERROR' }],
    ])
  })

  test('a third-party user is found again by provider and id', async () => {
    const core = documentedCore(coreContext())
    const body = { thirdPartyId: 'google', thirdPartyUserId: 'g-1', email: { id: 'Ann@Example.com' } }
    const first = await asked(core, '/recipe/signinup', { body })
    const again = await asked(core, '/recipe/signinup', { body })
    const user = {
      id: expect.any(String),
      timeJoined: joined,
      email: 'ann@example.com',
      thirdParty: { id: 'google', userId: 'g-1' },
    }
    expect([first, again]).toEqual([
      [200, { status: 'OK', createdNewUser: true, user }],
      [200, { status: 'OK', createdNewUser: false, user }],
    ])
  })

  test('an import takes the three families and tells whether the user was there', async () => {
    const core = documentedCore(coreContext({ signerKey: 'c2lnbmVy' }))
    const send = async (body: object) => asked(core, '/recipe/user/passwordhash/import', { body })
    const first = await send({ email: 'ann@example.com', passwordHash: bcrypt })
    const second = await send({ email: 'ann@example.com', passwordHash: argon2 })
    const third = await send({ email: 'bob@example.com', passwordHash: scrypt, hashingAlgorithm: 'partner_scrypt' })
    const ann = { id: expect.any(String), timeJoined: joined, email: 'ann@example.com' }
    expect([first, second, third]).toEqual([
      [200, { status: 'OK', user: ann, didUserAlreadyExist: false }],
      [200, { status: 'OK', user: ann, didUserAlreadyExist: true }],
      [200, { status: 'OK', user: { ...ann, email: 'bob@example.com' }, didUserAlreadyExist: false }],
    ])
  })
})

describe('what the documented interface refuses', () => {
  const code = '/recipe/signinup/code'
  const thirdParty = { thirdPartyId: 'google', thirdPartyUserId: 'g-1', email: { id: 'ann@example.com' } }

  test.each([
    [
      'both contacts',
      code,
      { email: 'a@b.c', phoneNumber: '+14155550100' },
      'Send exactly one of email and phoneNumber.',
    ],
    ['no contact', code, {}, 'Send exactly one of email and phoneNumber.'],
    ['null', code, { email: 'a@b.c', phoneNumber: null }, 'The field phoneNumber must be of type string.'],
    ['a bad email', code, { email: 'nobody' }, 'The field email must be an email address.'],
    [
      'a long email',
      code,
      { email: `${'a'.repeat(250)}@b.example` },
      'The field email must have at most 256 characters.',
    ],
    [
      'a national number',
      code,
      { phoneNumber: '4155550100' },
      'The field phoneNumber must be in international format: + and digits only.',
    ],
    ['an extra field', code, { email: 'a@b.c', deviceId: 'x' }, 'This operation has no field deviceId.'],
    ['not JSON', code, '{"email":', 'The body must be JSON.'],
    ['a list', code, [], 'The body must be a JSON object.'],
    ['a missing field', `${code}/consume`, { linkCode: 'x' }, 'The field preAuthSessionId is missing.'],
    ['a plain email', '/recipe/signinup', { ...thirdParty, email: 'a@b.c' }, 'The field email must be of type object.'],
    [
      'isVerified',
      '/recipe/signinup',
      { ...thirdParty, email: { id: 'a@b.c', isVerified: true } },
      'The field email has no field isVerified.',
    ],
    [
      'a provider in capitals',
      '/recipe/signinup',
      { ...thirdParty, thirdPartyId: 'Google' },
      'The field thirdPartyId must be a lowercase provider name.',
    ],
    [
      'a long provider',
      '/recipe/signinup',
      { ...thirdParty, thirdPartyId: 'g'.repeat(29) },
      'The field thirdPartyId must have at most 28 characters.',
    ],
  ])('%s', async (_, path, body, sentence) => {
    expect(await asked(documentedCore(coreContext()), path, { body })).toEqual([400, sentence])
  })

  test.each([
    ['a bcrypt hash without its salt', { passwordHash: '$2a$10$abc' }, /a BCrypt hash is/],
    ['a prefix before the hash', { passwordHash: `bcrypt${bcrypt}` }, /no other identifier before it/],
    ['padded Argon2', { passwordHash: `${argon2}=` }, /an Argon2 hash is/],
    ['Argon2 without a version', { passwordHash: argon2.replace('v=19$', '') }, /an Argon2 hash is/],
    ['bcrypt called partner_scrypt', { passwordHash: bcrypt, hashingAlgorithm: 'partner_scrypt' }, /does not begin/],
    ['bcrypt called bcrypt', { passwordHash: bcrypt, hashingAlgorithm: 'bcrypt' }, /takes partner_scrypt only/],
    ['Firebase scrypt without its name', { passwordHash: scrypt }, /hashingAlgorithm is missing/],
    [
      'Firebase scrypt in another order',
      { passwordHash: scrypt.replace('$m=14$r=8', '$r=8$m=14'), hashingAlgorithm: 'partner_scrypt' },
      /Firebase scrypt is/,
    ],
  ])('%s, without repeating the hash', async (_, fields, sentence) => {
    const core = documentedCore(coreContext({ signerKey: 'c2lnbmVy' }))
    const [status, reply] = await asked(core, '/recipe/user/passwordhash/import', {
      body: { email: 'ann@example.com', ...fields },
    })
    expect([status, reply]).toEqual([400, expect.stringMatching(sentence)])
    expect(String(reply).includes(fields.passwordHash)).toBe(false)
  })

  test('Firebase scrypt on a core without the signer key, naming the setting', async () => {
    const body = { email: 'ann@example.com', passwordHash: scrypt, hashingAlgorithm: 'partner_scrypt' }
    const answer = await asked(documentedCore(coreContext()), '/recipe/user/passwordhash/import', { body })
    expect(answer).toEqual([500, expect.stringContaining('partner_password_hashing_signer_key')])
  })

  test('wrong headers, wrong keys, other methods and every other path', async () => {
    const core = documentedCore(coreContext())
    const body = { email: 'ann@example.com' }
    expect([
      await asked(core, code, { body, headers: { 'api-key': 'wrong' } }),
      await asked(core, code, { body, headers: { 'api-key': undefined } }),
      await asked(core, code, { body, headers: { 'content-type': 'text/plain' } }),
      await asked(core, code, { body, headers: { rid: 'passwordless' } }),
      await asked(core, '/recipe/user', { method: 'PUT', body }),
      await asked(core, code, { method: 'PUT', body }),
      await asked(core, '/apiversion', { method: 'GET' }),
      await asked(core, '/hello', { method: 'GET' }),
      await asked(core, '/public/recipe/signinup/code', { body }),
    ]).toEqual([
      [401, 'Invalid API key'],
      [401, 'Invalid API key'],
      [400, 'The header Content-Type must be application/json; charset=utf-8.'],
      [400, 'The header rid belongs to PUT /recipe/user only.'],
      [400, 'The header rid must be passwordless.'],
      [405, 'Method not supported'],
      [404, 'Not found'],
      [404, 'Not found'],
      [404, 'Not found'],
    ])
  })

  test('nothing when the base path is kept, and everything beside it', async () => {
    const core = documentedCore(coreContext({ basePath: '/auth' }))
    const body = { email: 'ann@example.com' }
    const [inside] = await asked(core, '/auth/recipe/signinup/code', { body })
    const [outside] = await asked(core, code, { body })
    const [beside] = await asked(core, `/author${code}`, { body })
    expect([inside, outside, beside]).toEqual([200, 404, 404])
  })
})
